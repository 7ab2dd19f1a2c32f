/** Appends a unit to a number, with a non-breaking space: `5 min`. */
export function withUnit(number: string, unit: string | null): string {
  return unit === null || number === '' ? number : `${number}\u00a0${unit}`;
}
