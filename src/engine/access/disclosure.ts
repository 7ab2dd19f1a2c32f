import { rootOf } from '../../expressions/evaluate/compile-compare.ts';
import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import type { Query } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin, walk } from '../../expressions/types/walk.ts';
import type { Row } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import type { CompiledFormula, Path } from '../compiled/compiled-formula.ts';
import { targetOf } from '../compiled/follow-path.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { denialsWhere, grantCovers, grantsOf, mayReadField, mayReadRecord } from '../context/permissions.ts';
import { readPolicyFor } from './read-policy.ts';

/**
 * Returns whether the person may read every value that these formulas read from the record and from the person's own
 * record. Only then may the refusal name the elements that decided (M16).
 */
export function mayDisclose(context: Context, formulas: readonly CompiledFormula[], row: Row): boolean {
  const me = context.principal.row;
  return formulas.every(
    ({ reads, readsOfPerson, queries }) =>
      queries.every((query) => mayReadWholeQuery(context, query)) &&
      reads.every((path) => mayReadPath(context, row, path)) &&
      (me === null || readsOfPerson.every((path) => mayReadPath(context, me, path))),
  );
}

/**
 * Returns whether the person may read everything that a query reads: every record of the entity (or only theirs, if the
 * query contains the permission's condition word for word), and each field on all of these records.
 */
function mayReadWholeQuery(context: Context, query: Query): boolean {
  const { model, principal } = context;
  const looked = new Set([...walk(query)].flatMap((part) => (part.op === 'query' ? [part.entity] : [])));
  return fieldsOfOtherRecords(query).every(({ entity: name, field }) => {
    const entity = model.entities.get(name);
    if (entity === undefined) return false;
    // Lines are readable with their list; nobody may read them on their own.
    if (entity.entity.belongsTo !== null) return !looked.has(name);
    const policy = readPolicyFor(model, entity, principal);
    if (field !== 'id' && !policy.fields.has(field)) return false;
    const grants = grantsOf(entity.permissions.read, principal);
    if (denialsWhere(entity.permissions.read.record, principal).length > 0) return false;
    const own = entity.permissions.read.fields.get(field);
    const isCovered = grants.some(
      (cell) => grantCovers(cell, field) && (cell.where === null || impliedBy(query, name, cell.where)),
    );
    return isCovered && (own === undefined || policy.fields.get(field) === null);
  });
}

/**
 * Returns the fields that the formula reads from other records. Paths from the record at hand or from the person are
 * checked elsewhere.
 */
function fieldsOfOtherRecords(typed: Typed): readonly { readonly entity: string; readonly field: string }[] {
  if (typed.op === 'field') {
    const root = rootOf(typed);
    if (root === 'this' || root === 'me' || root === 'old') return [];
    return [{ entity: typed.entity, field: typed.field }, ...fieldsOfOtherRecords(typed.of)];
  }
  const below = partsWithin(typed).flatMap(fieldsOfOtherRecords);
  return typed.op === 'query' ? [{ entity: typed.entity, field: 'id' }, ...below] : below;
}

/** Returns whether each part of the permission's condition is also a part of the query's condition. */
function impliedBy(query: Query, entity: string, condition: CompiledFormula): boolean {
  if (query.entity !== entity || query.where === null || condition.queries.length > 0) return false;
  const queryParts = new Set(conjunctsOf(query.where).map((part) => shapeOf(part, query.local)));
  return conjunctsOf(condition.typed).every((part) => queryParts.has(shapeOf(part, null)));
}

/**
 * Returns a text that is equal for equal conditions. `local`, or `this` if it is null, is the record that the condition
 * is about.
 */
function shapeOf(typed: Typed, local: string | null): string {
  return JSON.stringify(typed, (key, value: unknown) => {
    if (key === 'from' || key === 'to') return undefined;
    if (typeof value !== 'object' || value === null || !('op' in value)) return value;
    if (value.op === 'this') return local === null ? { of: 'it' } : { of: 'another' };
    return value.op === 'local' && 'name' in value && value.name === local ? { of: 'it' } : value;
  });
}

/**
 * Returns whether every step of the path from this record may be read. A field of several references requires that all
 * records of its entity are readable, regardless of which ones it contains: otherwise the answer would reveal that it
 * contains unreadable records.
 */
export function mayReadPath(context: Context, row: Row, path: Path): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (!mayReadRecord(context, row) || !mayReadField(context, row, name)) return false;
  const attribute = entityOf(context.model, row.entity).schema.attributes.get(name);
  // Values in lines are readable with the list.
  if (attribute?.type.kind === 'list') return true;
  const target = targetOf(attribute);
  const value = row.values[name] ?? null;
  const several = attribute?.type.kind === 'references';
  if (several && !readsEvery(context, target)) return false;
  if (rest.length === 0) return true;
  const ids = isIds(value) ? value : typeof value === 'string' ? [value] : [];
  return ids.every((id) => {
    const referenced = target === null ? null : context.find(target, id);
    return referenced !== undefined && (referenced === null || mayReadPath(context, referenced, rest));
  });
}

function readsEvery({ model, principal }: Context, name: string | null): boolean {
  const entity = name === null ? undefined : model.entities.get(name);
  return (
    entity !== undefined &&
    readPolicyFor(model, entity, principal).rows === null &&
    grantsOf(entity.permissions.read, principal).length > 0
  );
}
