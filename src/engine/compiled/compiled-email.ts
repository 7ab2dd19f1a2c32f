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
