import type { Signs } from '../../expressions/wording/words-signs.ts';
import type { Expected } from '../../fields/text/expected.ts';
import type { AssumedTexts } from '../../model/lookups/translate.ts';
import type { Situation } from '../core/refusal.ts';
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
export interface StandardTexts {
  readonly errors: Readonly<Record<StandardCode, StandardText>>;
  /** The title of each kind of problem. */
  readonly titles: Readonly<Record<Situation, string>>;
  /** Stands for a person who may not be named: within a sentence, and at its beginning. */
  readonly somebody: string;
  readonly somebodyFirst: string;
  readonly you: string;
  readonly product: string;
  readonly productFirst: string;
  readonly yes: string;
  readonly no: string;
  readonly none: string;
  readonly noState: string;
  readonly hiddenState: string;
  readonly hiddenCondition: string;
  readonly hiddenPart: string;
  readonly hiddenRecord: string;
  readonly hiddenReason: string;
  readonly otherRecords: string;
  readonly ownRights: string;
  readonly nobodyToTell: string;
  /** The word for a comment in "There is no such …", and for its author in "Ask … to do it". */
  readonly comment: string;
  readonly whoeverWrote: string;
  /** Takes a formatted list of roles. */
  readonly roleAway: (roles: string) => string;
  /** Takes the label of a field that refers to a person. */
  readonly whoever: (field: string) => string;
  readonly fieldOf: (field: string, entity: string) => string;
  /** Returns a label as it is written in the middle of a sentence. */
  readonly within: (label: string) => string;
  /** Describes the expected value; completes the text of WRONG_TYPE. */
  readonly expected: (expected: Expected) => string;
  /** The words between operators in conditions; null if conditions are written as whole English clauses. */
  readonly signs: Signs | null;
  /** The names of assumed elements. */
  readonly assumed: AssumedTexts;
}
