import type { Row } from '../../fields/text/value.ts';
import type { Letter } from '../core/letter.ts';
import type { CompiledFormula } from './compiled-formula.ts';

/** `to`: formulas that lead to people or addresses. */
export interface CompiledEmail {
  readonly kind: 'email';
  readonly to: readonly CompiledFormula[];
  readonly subject: CompiledLetterText;
  readonly text: CompiledLetterText;
  readonly file: CompiledFormula | null;
}

/** A text with expressions in braces, and their formulas in order. */
export interface CompiledLetterText {
  readonly text: string;
  readonly values: readonly CompiledFormula[];
}

/** E-mails, and notes for the history about those that are not sent. */
export interface Letters {
  readonly letters: readonly Letter[];
  readonly notes: readonly string[];
}

/** Makes e-mails. The server has one; the browser, which sends none, does not load it. */
export interface Mailer {
  /** `context`: that of the decision. */
  lettersOf(context: object, effect: CompiledEmail, row: Row, old: Row | null): Letters;
}
