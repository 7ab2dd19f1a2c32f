import { ENGLISH_ENGINE_MESSAGES } from '../../messages/engine-messages.ts';
import type { BuiltInLanguage } from '../../messages/languages.ts';
import type { EngineMessages } from '../../messages/message-types.ts';
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
  | 'files with their content'
  | 'nothing';

type Sent =
  | 'boolean'
  | 'number'
  | 'decimal'
  | 'money'
  | 'seconds'
  | 'milliseconds'
  | 'number or fraction'
  | 'money as number'
  | 'list'
  | 'objects'
  | 'ids'
  | 'file';

/** The texts of one language for expected values. */
export type ExpectedTexts = EngineMessages['expected'];

/** Returns the end of the sentence in a language. */
export function expectedText(texts: ExpectedTexts, language: BuiltInLanguage, expected: Expected): string {
  switch (expected.is) {
    case 'date':
    case 'date and time':
    case 'time':
    case 'duration':
      return texts[expected.is](expected);
    case 'whole number': {
      const { unit, example } = expected;
      return unit === null ? texts['whole number']({ example }) : texts['whole number with unit']({ unit, example });
    }
    case 'number': {
      const { unit, example } = expected;
      const values = { example, digits: digitsText(texts, expected) };
      return unit === null ? texts.number(values) : texts['number with unit']({ ...values, unit });
    }
    case 'amount': {
      const { currency, example } = expected;
      const values = { example, digits: digitsText(texts, expected) };
      return currency === null ? texts.amount(values) : texts['amount in a currency']({ ...values, currency });
    }
    case 'one of two numbers':
      return texts['one of two numbers']({ first: expected.numbers[0], second: expected.numbers[1] });
    case 'multiple':
      return texts.multiple(expected);
    case 'step': {
      const { from, by } = expected;
      return texts.step({ first: from, second: from + by, third: from + 2 * by });
    }
    case 'form':
      return texts.form(expected);
    case 'sent as':
      return texts.sent[expected.json];
    case 'text format': {
      const { name, example } = expected;
      const names: Readonly<Partial<Record<BuiltInLanguage, string>>> = name;
      return texts['text format']({ name: names[language] ?? name.en, example });
    }
    default:
      return texts[expected.is];
  }
}

/** Returns the end of the sentence in English. */
export const expectedInEnglish = (expected: Expected): string =>
  expectedText(ENGLISH_ENGINE_MESSAGES.expected, 'en', expected);

interface Digits {
  readonly isScaled: boolean;
  readonly scale: number;
}

const digitsText = (texts: ExpectedTexts, { isScaled, scale }: Digits): string =>
  isScaled ? texts.digits({ scale }) : '';

/** The JSON form of a parsed value, or what to enter instead. */
export type Parsed = { readonly value: Json } | { readonly expected: Expected };
