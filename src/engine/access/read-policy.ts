import type { Relation } from '../../expressions/relation/relation.ts';
import type { App, Cell, PreparedEntity } from '../compiled/compiled-model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import { covers, denialsWhere, grantsOf, readsOnSome } from '../context/permissions.ts';
import type { Who } from '../core/principal.ts';

/** What a set of roles reads of an entity, as relations: which rows, and each field where it is not on all of them. */
export interface Gates {
  /** Null: every row. */
  readonly rows: Relation | null;
  /** By field, state or built-in that they read on some row; null: on every row that they find. */
  readonly fields: ReadonlyMap<string, Relation | null>;
}

/** Made once for each set of roles. */
export function gatesOf(app: App, entity: PreparedEntity, who: Who): Gates {
  return kept(app, `gates ${entity.name}`, who, () => {
    const grants = grantsOf(entity.permissions.read, who);
    const fields = readsOnSome(entity, who).map((field) => [field, gateOf(entity, who, grants, field)] as const);
    return {
      rows: all([either(grants.map(rowsOf)), ...exceptions(entity.permissions.read.record, who)]),
      fields: new Map(fields),
    };
  });
}

/** All of these; null is no condition. */
export function all(parts: readonly (Relation | null)[]): Relation | null {
  const stated = parts.filter((part) => part !== null);
  const [first] = stated;
  if (first === undefined) return null;
  return stated.length === 1 ? first : { r: 'and', parts: stated };
}

/** What conditional denials leave: the records on which their condition is false for certain. */
function exceptions(cells: readonly Cell[], who: Who): Relation[] {
  return denialsWhere(cells, who).flatMap(({ where }) => (where === null ? [] : [{ r: 'not', of: where.relation }]));
}

/** Row by row the role that lets them read the row must let them read the field too (M17). */
function gateOf(entity: PreparedEntity, who: Who, grants: readonly Cell[], field: string): Relation | null {
  const own = entity.permissions.read.fields.get(field);
  const through = grants.filter((cell) => covers(cell, field));
  if (own === undefined) {
    return through.length === grants.length ? null : either(through.map(rowsOf));
  }
  const pairs = through.flatMap((cell) => {
    const cells = own.filter((one) => one.role === cell.role && one.kind === 'yes' && who.roles.has(one.role));
    return cells.map((one) => ({ row: rowsOf(cell), field: one.where?.relation ?? null, role: cell }));
  });
  const unconditional = new Set(pairs.filter((pair) => pair.field === null).map((pair) => pair.role));
  const denied = exceptions(own, who);
  if (grants.every((grant) => unconditional.has(grant))) return all(denied);
  return all([either(pairs.map((pair) => all([pair.row, pair.field]))), ...denied]);
}

const rowsOf = (cell: Cell): Relation | null => cell.where?.relation ?? null;

/** One of these; null is no condition, so that nothing is asked. None at all: never. */
function either(parts: readonly (Relation | null)[]): Relation | null {
  if (parts.includes(null)) return null;
  const stated = parts.filter((part) => part !== null);
  const [first] = stated;
  return first !== undefined && stated.length === 1 ? first : { r: 'or', parts: stated };
}
