import { createCompileContext } from '../../expressions/evaluate/compile.ts';
import { checkExpression } from '../../expressions/infer/check.ts';
import { recordsTree } from '../../expressions/syntax/records-tree.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Effect } from '../../model/types/model.ts';
import { type CompileContext, type CompiledFormula, compiledOf, compiledTyped } from '../compiled/compiled-formula.ts';
import type { CompiledEffect, CompiledItems, EvaluateItem } from '../compiled/compiled-model.ts';

type Of<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

/**
 * Compiles `path.field = value`. The record's own lines are written with it, other records after it. Null if it does
 * not check.
 */
export function compileSetOther(effect: Of<'set'>, on: Formula, place: CompileContext): CompiledEffect | null {
  const path = recordsOf(on, place);
  if (path === null) return null;
  const target = attributeOf(place, path.entity, effect.field);
  if (target?.kind !== 'field' || target.field.computed !== null) return null;
  const lines = ownLists(place).some(({ entity }) => entity === path.entity);
  const value = compileSetValue(effect, target, place);
  if (value === null || target.type.kind === 'list') return null;
  const { field, change } = effect;
  return { kind: 'set elsewhere', on: path.records, entity: path.entity, field, value, lines, change };
}

/**
 * Compiles the value of an effect that sets a field. One value, or several, may be added to a field with several values
 * or removed from it.
 */
export function compileSetValue(
  { change, value }: Of<'set'>,
  { type, id }: Attribute,
  place: CompileContext,
): CompiledFormula | null {
  const wants = staticTypeOf(type, id);
  if (change === null) return compiledOf(value, wants, place);
  return wants?.t === 'list' && type.kind !== 'list' && type.kind !== 'file'
    ? (compiledOf(value, wants.of, place) ?? compiledOf(value, wants, place))
    : null;
}

/** Compiles `delete`, `delete path`, `delete lines where …` and `delete ENTITY where …`. */
export function compileDelete({ on, where }: Of<'delete'>, place: CompileContext): CompiledEffect | null {
  if (on === null) return place.entity === null ? null : { kind: 'delete', on: null, entity: place.entity };
  const path = recordsOf(on, place, where);
  return path === null ? null : { kind: 'delete', on: path.records, entity: path.entity };
}

/** Compiles `raise EVENT on path`. */
export function compileRaise({ event, on, where }: Of<'raise'>, place: CompileContext): CompiledEffect | null {
  const path = recordsOf(on, place, where);
  if (path === null) return null;
  const machines = place.schema.entities.get(path.entity)?.machines ?? [];
  const isRaised = machines.some(({ transitions }) => transitions.some((one) => one.event === event));
  return isRaised ? { kind: 'raise', on: path.records, entity: path.entity, event } : null;
}

/** Compiles `create ENTITY for l in lines where …: field = value`. */
export function compileMake({ entity, each, values }: Of<'create'>, place: CompileContext): CompiledEffect | null {
  const isOwned = isLine(place, entity);
  const [own, another] = isOwned ? ownLists(place).filter((list) => list.entity === entity) : [];
  // A line belongs to exactly one list of the record that creates it.
  const isNowhere = isOwned && (own === undefined || another !== undefined);
  if (!place.schema.entities.has(entity) || isNowhere) return null;
  const items = each === null ? null : itemsOf(each, place);
  if (each !== null && items === null) return null;
  const compiledValues = values.map(({ field, value }) => {
    const target = attributeOf(place, entity, field);
    if (target?.kind !== 'field' || target.field.computed !== null || target.type.kind === 'list') return null;
    const type = staticTypeOf(target.type, target.id);
    const isEach = each !== null && value.tree !== null && mentionsName(value.tree, each.local);
    const compiled = isEach ? eachOf(within('map', each, value), type, place) : compiledOf(value, type, place);
    const ofItem = isEach && compiled !== null ? ofItemIn(compiled, place) : null;
    return compiled === null ? null : { field, value: compiled, ofItem };
  });
  const complete = compiledValues.filter((one) => one !== null);
  const list = own?.name ?? null;
  return complete.length < compiledValues.length ? null : { kind: 'make', entity, list, items, values: complete };
}

/** Compiles the items: a list of records or values, or a formula that leads to one record. */
function itemsOf(each: Each, place: CompileContext): CompiledItems | null {
  const all = compiledOf(listOf({ ...each, where: null }), null, place);
  const chosen = each.where === null ? all : compiledOf(listOf(each), null, place);
  const type = chosen?.typed.type;
  if (chosen?.typed.op === 'query') return { all: chosen, chosen, where: null };
  if (all === null || chosen === null || (type?.t !== 'list' && type?.t !== 'record')) return null;
  return { all, chosen, where: each.where === null ? null : ofItemIn(chosen, place) };
}

/** Returns the macro's body as a function of one item. */
function ofItemIn({ typed }: CompiledFormula, { zone, byClock }: CompileContext): EvaluateItem | null {
  if (typed.op !== 'macro') return null;
  const body = createCompileContext({ zone, byClock }).inside(typed.local).compile(typed.body);
  return (scope, value) => body(scope, { value, up: undefined });
}

/** Compiles a formula that leads to one or several records. */
function recordsOf(
  on: Formula,
  place: CompileContext,
  where: Formula | null = null,
): { readonly records: CompiledFormula; readonly entity: string } | null {
  if (on.tree === null || where?.tree === null) return null;
  const records = compiledOf({ ...on, tree: recordsTree(on.tree, where?.tree ?? null) }, null, place);
  const type = records?.typed.type;
  const one = type?.t === 'list' ? type.of : type;
  return records !== null && one?.t === 'record' ? { records, entity: one.entity } : null;
}

/**
 * Compiles a list of values, one per item, whose type must fit the field exactly, because single values are not
 * rounded.
 */
function eachOf(formula: Formula, type: StaticType, place: CompileContext): CompiledFormula | null {
  if (formula.tree === null) return null;
  const wants = { t: 'list', of: type } as const;
  const { typed } = checkExpression(formula.tree, { schema: place.schema, entity: place.entity, wants });
  const typedList = typed ?? checkExpression(formula.tree, { schema: place.schema, entity: place.entity }).typed;
  if (typedList?.type.t !== 'list') return null;
  return fits(typedList.type.of, type) ? compiledTyped(typedList, place) : null;
}

function fits(found: StaticType, wanted: StaticType): boolean {
  if (found.t === 'number' && wanted.t === 'number') return found.scale === wanted.scale && found.unit === wanted.unit;
  if (found.t === 'record' && wanted.t === 'record') return found.entity === wanted.entity;
  return found.t === wanted.t || found.t === 'empty';
}

type Each = NonNullable<Of<'create'>['each']>;

/** Returns the items of a loop that meet its condition, as a formula. */
function listOf({ of, where, local }: Each): Formula {
  if (of.tree === null || where?.tree === null) return { ...of, tree: null };
  return { ...of, tree: recordsTree(of.tree, where?.tree ?? null, where === null ? null : local) };
}

/** Returns a formula over the items of a list as a call of the macro. */
function within(macro: 'map', each: Each, inner: Formula): Formula {
  const of = listOf(each).tree;
  if (of === null || inner.tree === null) return { ...inner, tree: null };
  const { from, to } = inner.tree;
  const name: Tree = { op: 'name', name: each.local, from, to };
  return { ...inner, tree: { op: 'call', name: macro, receiver: of, args: [name, inner.tree], from, to } };
}

function mentionsName(tree: Tree, name: string): boolean {
  return JSON.stringify(tree).includes(`"op":"name","name":${JSON.stringify(name)}`);
}

function attributeOf({ schema }: CompileContext, entity: string, field: string): Attribute | undefined {
  return schema.entities.get(entity)?.attributes.get(field);
}

function isLine({ schema }: CompileContext, entity: string): boolean {
  const target = schema.entities.get(entity);
  return target !== undefined && (target.entity.belongsTo !== null || target.owner !== null);
}

function ownLists({ schema, entity }: CompileContext): { readonly name: string; readonly entity: string }[] {
  const fields = schema.entities.get(entity ?? '')?.entity.fields ?? [];
  return fields.flatMap(({ name, type }) => (type.kind === 'list' ? [{ name, entity: type.entity }] : []));
}
