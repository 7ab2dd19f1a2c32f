import type { Signs } from '../../expressions/wording/words-signs.ts';
import type { Expected } from '../../fields/text/expected.ts';
import type { AssumedWords } from '../../model/lookups/translate.ts';
import type { Situation } from '../core/refusal.ts';
import type { StandardCode } from './standard-errors.ts';

/** What is said of a refusal of ours; names in braces are filled in. */
export interface Said {
  readonly message: string;
  readonly next: string;
}

/**
 * All that the engine itself says to people, in one language. What the document says stands in its Model, which is
 * translated as a whole before it is prepared. Reasons that only programs meet (a parameter, a body) stay English.
 */
export interface Sentences {
  readonly errors: Readonly<Record<StandardCode, Said>>;
  /** Over each problem, by its situation. */
  readonly titles: Readonly<Record<Situation, string>>;
  /** Who else could do it, and who did, where that may not be known: within a sentence, and at its beginning. */
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
  /** A comment, as what is missing; and who alone changes one. */
  readonly comment: string;
  readonly whoeverWrote: string;
  /** Of a list of roles. */
  readonly roleAway: (roles: string) => string;
  /** Of a field that leads to a person. */
  readonly whoever: (field: string) => string;
  readonly fieldOf: (field: string, entity: string) => string;
  /** A label in the middle of a sentence. */
  readonly within: (label: string) => string;
  /** What a value has to be: completes WRONG_TYPE. */
  readonly expected: (expected: Expected) => string;
  /** The words that conditions are written with, between signs; null: whole English clauses. */
  readonly signs: Signs | null;
  /** How what we assume is called. */
  readonly assumed: AssumedWords;
}
