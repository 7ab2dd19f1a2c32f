import type { Relation } from '../../expressions/relation/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Layout } from '../core/layout.ts';
import type { Dialect } from './dialect.ts';

/** What a relation is rendered within. */
export interface Rendering {
  readonly layout: Layout;
  readonly dialect: Dialect;
  /** The alias of the row asked about. */
  readonly row: string;
  /** Aliases of lines, by local. */
  readonly locals: ReadonlyMap<string, string>;
  /** Where the id of a record that a list names stands, by its alias: it is one even where the record is not there. */
  readonly elements?: ReadonlyMap<string, string>;
  /** Where each parameter stands in its plan. */
  readonly positions: ReadonlyMap<Relation, number>;
  /** The row asked about is deleted: its lines are those that went with it, and nothing is kept of it beside the rows. */
  readonly deleted?: boolean;
  /** An alias that nothing else in the statement has. */
  readonly fresh: () => string;
}

/** The static type of an operand; null for a condition. Where only one side of `?:` is empty it is that of the other. */
export function typeIn(relation: Relation): StaticType | null {
  if ('type' in relation) return relation.type;
  if (relation.r !== 'conditional') return null;
  const yes = typeIn(relation.yes);
  return yes === null || yes.t === 'empty' ? (typeIn(relation.no) ?? yes) : yes;
}
