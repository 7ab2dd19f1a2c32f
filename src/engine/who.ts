import type { Row } from '../fields/value.ts';

/** Who asks. A guest has no row, and no roles but those for whoever has not signed in. `roles` are those in force now, `everyone` roles included. */
export interface Who {
  readonly row: Row | null;
  readonly roles: ReadonlySet<string>;
  /** What the address named the record by that they ask for, in place of its id: whoever knows it may read by it. Absent: nothing. */
  readonly link?: string;
}
