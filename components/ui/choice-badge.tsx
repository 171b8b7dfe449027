/** Letter, shape and colour of a choice: never colour alone. */
const shapes = [
  <circle key="mat" cx="16" cy="16" r="15" />,
  <path key="shield" d="M2 3q14-4 28 0v12q0 11-14 16Q2 26 2 15z" />,
  <path key="lozenge" d="M16 0 32 16 16 32 0 16z" />,
  <rect key="tile" x="2" y="2" width="28" height="28" rx="3" />,
  <path key="hexagon" d="M8 2h16l8 14-8 14H8L0 16z" />,
  <path key="pennant" d="M1 3h30l-6 13 6 13H1z" />,
];
const colours = ["a", "b", "c", "d", "e", "f"];

export const choiceColour = (index: number): string =>
  `var(--rf-choice-${colours[index % colours.length] ?? "f"})`;

type Props = {
  index: number;
  size?: number | string;
  /** for a badge that lies on its own colour */
  inverted?: boolean;
};

export function ChoiceBadge({ index, size = 36, inverted = false }: Props) {
  const [shape, letter] = inverted
    ? ["var(--rf-on-choice)", choiceColour(index)]
    : [choiceColour(index), "var(--rf-on-choice)"];
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <g fill={shape}>{shapes[index] ?? shapes[3]}</g>
      <text
        x="16"
        y="22"
        textAnchor="middle"
        fontFamily="var(--rf-font-display)"
        fontWeight="800"
        fontSize="16"
        fill={letter}
      >
        {String.fromCharCode(65 + index)}
      </text>
    </svg>
  );
}
