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
  /** The text that fixes the problem in place of `from`..`to`; null if no fix is certain. */
  readonly fix: string | null;
  /** `name`: nothing has the name that is used. */
  readonly kind?: 'name';
}
