import type { Signs } from '../../expressions/wording/words-signs.ts';
import type { Expected } from '../../fields/text/expected.ts';
import type { EngineMessages } from '../../messages/message-types.ts';
import type { StandardCode } from './standard-errors.ts';

/** The text of a standard refusal. Names in braces are placeholders. */
export interface StandardText {
  readonly message: string;
  readonly next: string;
}

/**
 * All texts of the engine that people see, in one language. Texts of the document are in its Model, which is translated
 * as a whole before it is compiled. Reasons that only developers see (a wrong parameter, a wrong body) stay English.
 */
export interface StandardTexts extends Omit<EngineMessages, 'errors' | 'expected' | 'signs'> {
  /** With placeholders: a document may replace these texts by its own with the same placeholders. */
  readonly errors: Readonly<Record<StandardCode, StandardText>>;
  /** Returns a label as it is written in the middle of a sentence. */
  readonly within: (label: string) => string;
  /** Describes the expected value; completes the text of WRONG_TYPE. */
  readonly expected: (expected: Expected) => string;
  /** The words between operators in conditions; null in English, which has whole clauses. */
  readonly signs: Signs | null;
}
