/** "407189" → "407 189": people read a PIN out in halves. */
export function pinGroups(pin: string): string {
  const middle = Math.floor(pin.length / 2);
  return `${pin.slice(0, middle)} ${pin.slice(middle)}`.trim();
}
