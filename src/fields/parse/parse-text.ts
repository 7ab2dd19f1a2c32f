import type { Option, Type } from '../../model/types/types.ts';
import type { Expected, Parsed } from '../text/expected.ts';
import { cleanText, foldCase } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import { splitNames } from '../text/split-names.ts';
import { parseDateText } from './parse-date.ts';
import { type Place, parseInstantText } from './parse-instant.ts';
import { parseNumber } from './parse-number.ts';
import { parseDurationText, parseTimeText } from './parse-time.ts';

/** The name of a role or a choice, in all languages. */
type Named = Pick<Option, 'name' | 'label' | 'translations'>;

/**
 * Parses text from inputs, cells, filters and files into the JSON form of a value. The whole text must be a value;
 * otherwise the result says what to enter instead. References stay text. Bounds are checked when the value is written.
 */
export function parseText(text: string, type: Type, place: Place, roles: readonly Named[] = []): Parsed {
  // No number, date or time is that long, and a cut text with an ellipsis never parses as one.
  if (MEASURES.has(type.kind) && text.trim().length > LONGEST)
    return parseText(`${text.trim().slice(0, LONGEST - 1)}…`, type, place);
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return parseNumber(text, type, place.language);
    case 'date':
      return parseDateText(text, place.language);
    case 'date and time':
      return parseInstantText(text, place);
    case 'time':
      return parseTimeText(text, place.language);
    case 'duration':
      return parseDurationText(text);
    case 'boolean':
      return parseTruth(text);
    case 'choice':
      return parseNames(text, type.options, type.several ? 'choices' : null);
    case 'role':
      return parseNames(text, roles, type.several ? 'roles' : null);
    case 'reference':
      return { value: cleanText(text) };
    case 'references':
      return parseSeveral(text, (name) => cleanText(name) ?? '', 'records');
    case 'texts':
      return parseSeveral(text, (name) => cleanText(name) ?? '', 'texts');
    case 'list':
      return parseLines(text);
    default:
      return { value: text };
  }
}

const LONGEST = 1_000;
const MEASURES: ReadonlySet<Type['kind']> = new Set([
  'integer',
  'decimal',
  'money',
  'date',
  'date and time',
  'time',
  'duration',
  'boolean',
]);

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', 'ja', 'j', 'نعم']);
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', 'nein', 'لا']);

/** Parses yes or no in every built-in language. */
function parseTruth(text: string): Parsed {
  const word = (cleanText(text) ?? '').toLowerCase();
  if (word === '') return { value: null };
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { expected: { is: 'yes or no' } };
}

type Several = Extract<Expected['is'], 'choices' | 'roles' | 'records' | 'texts'>;

/** Parses names. Unknown names are passed on; the decision reports them. */
function parseNames(text: string, options: readonly Named[], several: 'choices' | 'roles' | null): Parsed {
  if (several !== null) return parseSeveral(text, (name) => nameAmong(name, options), several);
  return { value: cleanText(text) === null ? null : nameAmong(text, options) };
}

function parseSeveral(text: string, one: (name: string) => string, several: Several): Parsed {
  if (cleanText(text) === null) return { value: null };
  const names = splitNames(text);
  return names === null ? { expected: { is: several } } : { value: names.map(one) };
}

/** Finds an option by name, otherwise by its label in any language, ignoring case, if only one matches. */
function nameAmong(text: string, options: readonly Named[]): string {
  const written = cleanText(text) ?? '';
  if (options.some(({ name }) => name === written)) return written;
  const key = foldCase(written);
  const alike = options.filter(({ name, label, translations }) =>
    [name, label, ...Object.values(translations)].some((spelling) => foldCase(spelling) === key),
  );
  return alike.length === 1 ? (alike[0]?.name ?? written) : written;
}

/** Parses lines, which files contain as JSON. */
function parseLines(text: string): Parsed {
  if (cleanText(text) === null) return { value: null };
  try {
    const lines = JSON.parse(text) as Json;
    return Array.isArray(lines) ? { value: lines } : { expected: { is: 'lines' } };
  } catch {
    return { expected: { is: 'lines' } };
  }
}
