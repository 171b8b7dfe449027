/** Makes a clean stroke look drawn with chalk: put it in the <defs> of the SVG that uses it. Never on text. */
export function ChalkFilter({ id }: { id: string }) {
  return (
    <filter id={id} x="-20%" y="-20%" width="140%" height="140%">
      <feTurbulence type="fractalNoise" baseFrequency="0.6" numOctaves="2" seed="7" result="grain" />
      <feDisplacementMap in="SourceGraphic" in2="grain" scale="2.2" result="wobbly" />
      <feColorMatrix in="grain" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -4.6 3.7" result="gaps" />
      <feComposite in="wobbly" in2="gaps" operator="in" />
    </filter>
  );
}
