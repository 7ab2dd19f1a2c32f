/**
 * What is wrong with an expression: where (offsets in its text), what in plain words, and what to do next.
 * A warning does not keep the expression from running.
 */
export interface ExpressionProblem {
  readonly severity: 'error' | 'warning';
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Never empty. */
  readonly next: string;
  /** The text that would mend it in place of `from`..`to`; null where there is no sure one. */
  readonly fix: string | null;
  /** `name`: something is called by a name that nothing bears. */
  readonly kind?: 'name';
}
