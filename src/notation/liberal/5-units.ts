import type { Span } from '../markdown/span.ts';
import type { Subject } from './5-subject.ts';

const CONVERTED = /\bconverted (?:with|by|to) `?(?:Math\.round\()?\w+ \* (100|1000?0?)\)?`?/i;
const WORDS = /^(?:typed|entered|written) as (?:an? )?decimal$|^converted /i;

/** How many of the units that are kept make one that is typed, `converted with Math.round(value * 100)`; else null. */
export function minorUnits({ text }: Span, { operand }: Subject): string | null {
  return operand.sort === 'number' ? (CONVERTED.exec(text)?.[1] ?? null) : null;
}

/** Whether words say just that. */
export const saysUnits = ({ text }: Span): boolean => WORDS.test(text);

/** Bounds of what is typed as bounds of what is kept. */
export function inUnits(condition: string, units: string): string {
  return condition.replaceAll(
    /(<=|>=|<|>|==) (\d[\d.]*)(?=$| and | or )/g,
    (found, operator: string, digits: string) => (Number(digits) === 0 ? found : `${operator} ${digits} * ${units}`),
  );
}
