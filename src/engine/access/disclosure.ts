import { rootOf } from '../../expressions/evaluate/compile-compare.ts';
import { partsOf } from '../../expressions/types/conjuncts.ts';
import type { Query } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin, walk } from '../../expressions/types/walk.ts';
import type { Row } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Compiled, Path } from '../compiled/compiled-formula.ts';
import { targetOf } from '../compiled/follow-path.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { covers, denialsWhere, grantsOf, mayReadField, mayReadRecord } from '../context/permissions.ts';
import { gatesOf } from './read-policy.ts';

/**
 * Whether the person may read every fact that these formulas read from the record and from their own: only then may
 * they know the lines that decided (M16).
 */
export function mayKnow(context: Context, formulas: readonly Compiled[], row: Row): boolean {
  const me = context.who.row;
  return formulas.every(
    ({ reads, readsOfPerson, queries }) =>
      queries.every((query) => readsAllOf(context, query)) &&
      reads.every((path) => readsAlong(context, row, path)) &&
      (me === null || readsOfPerson.every((path) => readsAlong(context, me, path))),
  );
}

/**
 * Whether the person reads whatever a question over other records reads: of the entity every record, or those alone that can
 * count for the question asks them to be theirs in the very words of the permission; and each field on all of these.
 */
function readsAllOf(context: Context, query: Query): boolean {
  const { app, who } = context;
  const looked = new Set([...walk(query)].flatMap((part) => (part.op === 'query' ? [part.entity] : [])));
  return lookedAt(query).every(({ entity: name, field }) => {
    const entity = app.entities.get(name);
    if (entity === undefined) return false;
    // Lines are read with the list that they stand in; on their own nobody reads them.
    if (entity.entity.belongsTo !== null) return !looked.has(name);
    const gates = gatesOf(app, entity, who);
    if (field !== 'id' && !gates.fields.has(field)) return false;
    const grants = grantsOf(entity.permissions.read, who);
    if (denialsWhere(entity.permissions.read.record, who).length > 0) return false;
    const own = entity.permissions.read.fields.get(field);
    const whole = grants.some(
      (cell) => covers(cell, field) && (cell.where === null || impliedBy(query, name, cell.where)),
    );
    return whole && (own === undefined || gates.fields.get(field) === null);
  });
}

/** What is read of other records: what a path reads from the record at hand, or from the person, is judged there. */
function lookedAt(typed: Typed): readonly { readonly entity: string; readonly field: string }[] {
  if (typed.op === 'field') {
    const root = rootOf(typed);
    if (root === 'this' || root === 'me' || root === 'old') return [];
    return [{ entity: typed.entity, field: typed.field }, ...lookedAt(typed.of)];
  }
  const below = partsWithin(typed).flatMap(lookedAt);
  return typed.op === 'query' ? [{ entity: typed.entity, field: 'id' }, ...below] : below;
}

/** Whether every part of the condition stands among those that a record must meet so that it counts. */
function impliedBy(query: Query, entity: string, condition: Compiled): boolean {
  if (query.entity !== entity || query.where === null || condition.queries.length > 0) return false;
  const asked = new Set(partsOf(query.where).map((part) => shapeOf(part, query.local)));
  return partsOf(condition.typed).every((part) => asked.has(shapeOf(part, null)));
}

/** A text that is the same for the same condition; `local` or else `this` is the record that it speaks of. */
function shapeOf(typed: Typed, local: string | null): string {
  return JSON.stringify(typed, (key, value: unknown) => {
    if (key === 'from' || key === 'to') return undefined;
    if (typeof value !== 'object' || value === null || !('op' in value)) return value;
    if (value.op === 'this') return local === null ? { of: 'it' } : { of: 'another' };
    return value.op === 'local' && 'name' in value && value.name === local ? { of: 'it' } : value;
  });
}

/**
 * Whether every step of a path may be read, from this record on. Of several records it goes by what they may read of that
 * entity at all, never by which of them stand here: else the answer would tell that some are there which they don't read.
 */
export function readsAlong(context: Context, row: Row, path: Path): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (!mayReadRecord(context, row) || !mayReadField(context, row, name)) return false;
  const attribute = entityOf(context.app, row.entity).schema.attributes.get(name);
  // What stands in lines is read with them.
  if (attribute?.type.kind === 'list') return true;
  const target = targetOf(attribute);
  const value = row.values[name] ?? null;
  const several = attribute?.type.kind === 'references';
  if (several && !readsEvery(context, target)) return false;
  if (rest.length === 0) return true;
  const ids = isIds(value) ? value : typeof value === 'string' ? [value] : [];
  return ids.every((id) => {
    const found = target === null ? null : context.find(target, id);
    return found !== undefined && (found === null || readsAlong(context, found, rest));
  });
}

function readsEvery({ app, who }: Context, name: string | null): boolean {
  const entity = name === null ? undefined : app.entities.get(name);
  return (
    entity !== undefined && gatesOf(app, entity, who).rows === null && grantsOf(entity.permissions.read, who).length > 0
  );
}
