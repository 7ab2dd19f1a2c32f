import type { TextFormat } from '../../model/types/text-formats.ts';
import type { Json } from './json.ts';

/**
 * What a value has to be. Each language words it as the end of a sentence that begins with "Enter"; examples are in the
 * reader's own format.
 */
export type Expected =
  | { readonly is: 'date' | 'date and time' | 'time' | 'duration'; readonly example: string }
  | { readonly is: 'text format'; readonly name: TextFormat['name']; readonly example: string }
  | { readonly is: 'whole number'; readonly example: string; readonly unit: string | null }
  | {
      readonly is: 'number';
      readonly example: string;
      readonly unit: string | null;
      /** Digits after the point; mentioned if the input had more: `isScaled`. */
      readonly scale: number;
      readonly isScaled: boolean;
    }
  | {
      readonly is: 'amount';
      readonly example: string;
      /** Null: each value names its currency. */
      readonly currency: string | null;
      readonly scale: number;
      readonly isScaled: boolean;
    }
  /** The text can be read as either of two numbers. */
  | { readonly is: 'one of two numbers'; readonly numbers: readonly [string, string] }
  | { readonly is: 'multiple'; readonly of: number }
  | { readonly is: 'step'; readonly from: number; readonly by: number }
  | { readonly is: 'form'; readonly form: string }
  | { readonly is: Plain }
  /** For API callers only: the kind of JSON to send. */
  | { readonly is: 'sent as'; readonly json: Sent };

type Plain =
  | 'text'
  | 'one line'
  | 'no control characters'
  | 'no broken characters'
  | 'no heaped marks'
  | 'yes or no'
  | 'currency that exists'
  | 'choice'
  | 'choices'
  | 'role'
  | 'roles'
  | 'list entry'
  | 'record'
  | 'records'
  | 'texts'
  | 'lines'
  | 'file'
  | 'files'
  | 'nothing';

type Sent = 'boolean' | 'number' | 'decimal' | 'money' | 'list' | 'objects' | 'ids' | 'file';

/** Returns the end of the sentence in English. */
export function expectedInEnglish(expected: Expected): string {
  switch (expected.is) {
    case 'date':
      return `a date such as ${expected.example}`;
    case 'date and time':
      return `a date and a time such as ${expected.example}`;
    case 'time':
      return `a time such as ${expected.example}`;
    case 'duration':
      return `a length of time such as ${expected.example}`;
    case 'whole number':
      return `a whole number${unitWords(expected.unit)} such as ${expected.example}`;
    case 'number':
      return `a number${unitWords(expected.unit)} such as ${expected.example}${digitWords(expected)}`;
    case 'amount':
      return expected.currency === null
        ? `an amount with its currency, such as ${expected.example}${digitWords(expected)}`
        : `an amount in ${expected.currency} such as ${expected.example}${digitWords(expected)}`;
    case 'one of two numbers':
      return `${expected.numbers[0]} or ${expected.numbers[1]}, since this can be read as either`;
    case 'multiple':
      return `a multiple of ${expected.of}`;
    case 'step':
      return `${expected.from}, ${expected.from + expected.by}, ${expected.from + 2 * expected.by} and so on`;
    case 'form':
      return `text of the form ${expected.form}`;
    case 'sent as':
      return SENT[expected.json];
    case 'text format':
      return `${expected.name.en} such as ${expected.example}`;
    default:
      return PLAIN[expected.is];
  }
}

/** The words of a language for expectations without parameters. */
export type ExpectedWords = Readonly<Record<Plain, string>>;

/** The same for expectations that only API callers read. */
export type SentWords = Readonly<Record<Sent, string>>;

const PLAIN: ExpectedWords = {
  text: 'text',
  'one line': 'text of one line',
  'no control characters': 'text without control characters',
  'no broken characters': 'text without broken characters',
  'no heaped marks': 'text with at most 30 marks on a letter',
  'yes or no': 'yes or no',
  'currency that exists': 'an amount in a currency that exists, such as EUR or USD',
  choice: 'one of the choices',
  choices: 'choices with commas between them',
  role: 'one of the roles',
  roles: 'roles with commas between them',
  'list entry': 'a name, and choose it from the list',
  record: 'the name of a record that exists',
  records: 'names of records that exist, with commas between them',
  texts: 'texts with commas between them',
  lines: 'lines as they stand in an exported file',
  file: 'an uploaded file',
  files: 'uploaded files',
  nothing: 'nothing here: the document does not say its type',
};

const SENT: SentWords = {
  boolean: 'the JSON value true or false',
  number: 'a whole JSON number such as 12',
  decimal: 'a number as JSON text, such as "12.50"',
  money: 'a JSON object with amount (text such as "12.50") and currency (text such as "EUR")',
  list: 'a JSON list',
  objects: 'a JSON list of objects, each with an id of its own or none',
  ids: 'a JSON list of ids, each once',
  file: 'a JSON object whose member "file" is the token of an upload',
};

const unitWords = (unit: string | null): string => (unit === null ? '' : ` of ${unit}`);

function digitWords({ isScaled, scale }: { readonly isScaled: boolean; readonly scale: number }): string {
  if (!isScaled) return '';
  if (scale === 0) return ', without digits after the point';
  return scale === 1 ? ', with at most 1 digit after the point' : `, with at most ${scale} digits after the point`;
}

/** The JSON form of a parsed value, or what to enter instead. */
export type Parsed = { readonly value: Json } | { readonly expected: Expected };
