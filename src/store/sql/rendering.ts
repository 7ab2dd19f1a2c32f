import type { Relation } from '../../expressions/types/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Layout } from '../core/layout.ts';
import type { Dialect } from './dialect.ts';

/** The context in which a relation is rendered as SQL. */
export interface Rendering {
  readonly layout: Layout;
  readonly dialect: Dialect;
  /** Alias of the current row. */
  readonly row: string;
  /** Aliases of the rows that formulas name, by local name. */
  readonly locals: ReadonlyMap<string, string>;
  /** For aliases of listed records, the SQL of their id, which exists even if the record does not. */
  readonly elementIds?: ReadonlyMap<string, string>;
  /** Index of each parameter in its plan. */
  readonly positions: ReadonlyMap<Relation, number>;
  /** True if the current row is deleted: its lines are those deleted with it, and it has no entries in `links`. */
  readonly deleted?: boolean;
  /** Returns an alias that is unique in the statement. */
  readonly newAlias: () => string;
}

/** Returns the static type of an operand; null for a condition. If one branch of `?:` is empty, the type of the other one. */
export function typeIn(relation: Relation): StaticType | null {
  if ('type' in relation) return relation.type;
  if (relation.r !== 'conditional') return null;
  const yes = typeIn(relation.yes);
  return yes === null || yes.t === 'empty' ? (typeIn(relation.no) ?? yes) : yes;
}
