/** Letter, shape and colour of a choice: never colour alone. */
/** Shapes of the same visible size: a lozenge stands out of its box, a tile keeps inside. `rim` is its inner line. */
const shapes = [
  {
    // mat
    middle: 68,
    fill: <circle cx="50" cy="50" r="48" />,
    rim: <circle cx="50" cy="50" r="40" />,
  },
  {
    // shield
    middle: 64,
    fill: <path d="M5 5Q50 -5 95 5V48C95 76 74 91 50 100C26 91 5 76 5 48Z" />,
    rim: <path d="M13 12Q50 4 87 12V48C87 70 70 83 50 91C30 83 13 70 13 48Z" />,
  },
  {
    // lozenge
    middle: 67,
    fill: (
      <path d="M50 -5Q53 -5 56 -2L102 46Q106 50 102 54L56 102Q50 107 44 102L-2 54Q-6 50 -2 46L44 -2Q47 -5 50 -5Z" />
    ),
    rim: <path d="M50 7L93 50L50 93L7 50Z" />,
  },
  {
    // tile
    middle: 68,
    fill: <rect x="4" y="4" width="92" height="92" rx="13" />,
    rim: <rect x="12" y="12" width="76" height="76" rx="7" />,
  },
  {
    // hexagon
    middle: 67,
    fill: <path d="M24 3H76L104 50L76 97H24L-4 50Z" />,
    rim: <path d="M29 12H71L94 50L71 88H29L6 50Z" />,
  },
  {
    // pennant
    middle: 54,
    fill: <path d="M2 4H98Q104 4 101 9L55 100Q50 107 45 100L-1 9Q-4 4 2 4Z" />,
    rim: <path d="M13 13H87L50 87Z" />,
  },
];
/** The point of a pennant leaves less room for its letter. */
const pennant = 5;
const tile = shapes[3]!;
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
  const { fill, rim, middle } = shapes[index] ?? tile;
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className="shrink-0 overflow-visible"
    >
      <g fill={shape}>{fill}</g>
      <g fill="none" stroke={letter} strokeOpacity="0.38" strokeWidth="3">
        {rim}
      </g>
      <text
        x="50"
        y={middle}
        textAnchor="middle"
        fontFamily="var(--rf-font-display)"
        fontWeight="800"
        fontSize={index === pennant ? 40 : 50}
        fill={letter}
      >
        {String.fromCharCode(65 + index)}
      </text>
    </svg>
  );
}
