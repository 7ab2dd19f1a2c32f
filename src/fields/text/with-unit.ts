/** `5 min`; a sign stands without a space where the language has none. */
export function withUnit(number: string, unit: string | null): string {
  return unit === null || number === '' ? number : `${number}\u00a0${unit}`;
}
