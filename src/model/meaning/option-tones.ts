import type { Tone, Tones } from '../types/tone.ts';
import type { Option } from '../types/types.ts';
import { wordsIn } from './words.ts';

/** The words of a scale, in English, German and Arabic. Null: the middle, which has no colour. */
const SCALE: readonly (readonly [Tone | null, string])[] = [
  ['red', 'critical urgent emergency highest blocker kritisch dringend sofort höchste حرج حرجة عاجل عاجلة طارئ'],
  ['orange', 'high major hoch wichtig عالي عالية عال مرتفع مرتفعة'],
  [null, 'medium normal moderate regular mittel mäßig متوسط متوسطة عادي عادية'],
  ['grey', 'low lowest minor trivial niedrig gering منخفض منخفضة'],
];

const LEVELS: readonly (Tone | null)[] = ['red', 'orange', null, 'grey', 'grey'];

/** Returns the colours of options that are a scale of urgency: `Low, Normal, High`, `P1, P2, P3`. Others have none. */
export function scaleTones(options: readonly Option[]): Tones {
  if (options.length < 2) return new Map();
  return tonesOf(options, wordTone) ?? tonesOf(options, levelTone) ?? new Map();
}

type ToneOf = (option: Option) => Tone | null | undefined;

/** Returns the colours if every option is on the scale, and one of them above or below its middle; otherwise null. */
function tonesOf(options: readonly Option[], toneOf: ToneOf): Tones | null {
  const tones = options.map((option) => [option.name, toneOf(option)] as const);
  if (tones.some(([, tone]) => tone === undefined)) return null;
  const given = tones.flatMap(([name, tone]) => (tone === null || tone === undefined ? [] : [[name, tone] as const]));
  return given.length === 0 ? null : new Map(given);
}

function wordTone({ name }: Option): Tone | null | undefined {
  const words = new Set(wordsIn(name));
  if (words.size !== 1) return undefined;
  return SCALE.find(([, names]) => names.split(' ').some((each) => words.has(each)))?.[0];
}

/** P1 to P4, or S1 to S4, of which the first is the most urgent. */
function levelTone({ name }: Option): Tone | null | undefined {
  const level = /^(?:p|s|sev|prio)[ -]?([1-5])$/i.exec(name)?.[1];
  return level === undefined ? undefined : LEVELS[Number(level) - 1];
}
