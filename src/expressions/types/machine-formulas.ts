import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Effect, Timer } from '../../model/types/model.ts';
import { recordsTree } from '../syntax/records-tree.ts';
import { CONDITION } from './kinds.ts';
import type { StaticType } from './static.ts';
import { staticTypeOf } from './static-of.ts';

/** A formula of a transition without its element: its entity and the type that it must have. */
export interface MachineFormula {
  readonly formula: Formula;
  readonly entity: string | null;
  readonly wants: StaticType | null;
  readonly what: string;
  /** The formula as the Model states it, if `formula` is it together with the records that it is about. */
  readonly stated?: Formula;
}

/** Returns the formulas of a timer. */
export function timerFormulas(schema: Schema, entity: string, timer: Timer | null): MachineFormula[] {
  if (timer === null) return [];
  if (timer.kind === 'when') return [{ formula: timer.condition, entity, wants: CONDITION, what: 'the condition' }];
  if (timer.kind === 'operation') {
    const what = 'the condition of the operation';
    return timer.where === null ? [] : [{ formula: timer.where, entity, wants: CONDITION, what }];
  }
  if (timer.kind === 'on') return followed(schema, entity, timer);
  const delay = {
    formula: timer.delay,
    entity: null,
    wants: { t: 'duration', working: true },
    what: 'the delay',
  } as const;
  return timer.from === null
    ? [delay]
    : [delay, { formula: timer.from, entity, wants: null, what: 'the moment that it goes by' }];
}

/**
 * Returns the formulas of a timer that follows another entity: they are about the other record, and `this` is the
 * record that it refers to.
 */
function followed(schema: Schema, entity: string, timer: Extract<Timer, { kind: 'on' }>): MachineFormula[] {
  const { where } = timer;
  const by = timer.by?.name ?? leadingTo(schema, timer.entity.name, entity);
  if (where === null || by === null) return [];
  const tree = where.tree === null ? null : withThis(where.tree, by);
  const what = 'the condition on the other record';
  return [{ formula: { ...where, tree }, entity: timer.entity.name, wants: CONDITION, what }];
}

/** Returns the only field of an entity that refers to the other entity; null if there are none or several. */
export function leadingTo(schema: Schema, from: string, to: string): string | null {
  const found = [...(schema.entities.get(from)?.attributes.values() ?? [])].filter(
    ({ kind, type }) => kind === 'field' && type.kind === 'reference' && type.entity === to,
  );
  return found.length === 1 ? (found[0]?.name ?? null) : null;
}

/** Returns the tree with `this` replaced by a field. */
function withThis(tree: Tree, field: string): Tree {
  const inner = (each: Tree) => withThis(each, field);
  switch (tree.op) {
    case 'name':
      return tree.name === 'this' ? { ...tree, name: field } : tree;
    case 'member':
    case 'unary':
      return { ...tree, of: inner(tree.of) };
    case 'index':
      return { ...tree, of: inner(tree.of), index: inner(tree.index) };
    case 'query':
      return { ...tree, of: inner(tree.of), where: inner(tree.where) };
    case 'call':
      return { ...tree, receiver: tree.receiver === null ? null : inner(tree.receiver), args: tree.args.map(inner) };
    case 'binary':
      return { ...tree, left: inner(tree.left), right: inner(tree.right) };
    case 'list':
      return { ...tree, items: tree.items.map(inner) };
    case 'conditional':
      return { ...tree, test: inner(tree.test), yes: inner(tree.yes), no: inner(tree.no) };
    default:
      return tree;
  }
}

/** Returns the formulas of effects on other records. */
export function otherRecordFormulas(schema: Schema, entity: string, effect: Effect): MachineFormula[] {
  if (effect.kind === 'set' && effect.on !== null) {
    const target = entityAt(schema, entity, effect.on.tree);
    return [
      { formula: effect.on, entity, wants: null, what: 'the path of the effect' },
      {
        formula: effect.value,
        entity,
        wants: wantedBy(effect, typeAt(schema, target, effect.field), schema, entity),
        what: 'the effect',
      },
    ];
  }
  if ((effect.kind === 'raise' || effect.kind === 'delete') && effect.on !== null) {
    const { on, where } = effect;
    const what = 'the path of the effect';
    const path = { formula: records(on, null), stated: on, entity, wants: null, what } as const;
    if (where === null) return [path];
    return [path, { formula: records(where, on), stated: where, entity, wants: null, what: 'the condition' }];
  }
  return effect.kind === 'create' ? creationFormulas(schema, entity, effect) : [];
}

function creationFormulas(
  schema: Schema,
  entity: string,
  effect: Extract<Effect, { kind: 'create' }>,
): MachineFormula[] {
  const { each, values } = effect;
  const own = values.map(({ field, value }): MachineFormula => {
    const wants = typeAt(schema, effect.entity, field);
    if (each === null || value.tree === null || !speaksOf(value.tree, each.local))
      return { formula: value, entity, wants, what: 'the value' };
    const list: StaticType | null = wants === null ? null : { t: 'list', of: wants };
    return { formula: within('map', each, value), entity, wants: list, what: 'the value' };
  });
  if (each === null) return own;
  const where =
    each.where === null
      ? []
      : [{ formula: eachWhere(each, each.where), stated: each.where, entity, wants: null, what: 'the condition' }];
  return [
    { formula: records(each.of, null), stated: each.of, entity, wants: null, what: 'the list' },
    ...where,
    ...own,
  ];
}

/**
 * Returns the type of the value of an effect on a field: that of the field; for a value that is added or removed that of
 * one of its values, or of several if the value is a list.
 */
export function wantedBy(
  { change, value }: Extract<Effect, { kind: 'set' }>,
  type: StaticType | null,
  schema: Schema,
  entity: string,
): StaticType | null {
  return change !== null && type?.t === 'list' && !isList(schema, entity, value.tree) ? type.of : type;
}

/** Whether a formula is a list of values or a path to a field with several. */
function isList(schema: Schema, entity: string, tree: Tree | null): boolean {
  if (tree?.op === 'list') return true;
  if (tree?.op !== 'name' && tree?.op !== 'member') return false;
  const of = tree.op === 'name' ? entity : entityAt(schema, entity, tree.of);
  return typeAt(schema, of, tree.name)?.t === 'list';
}

/** Returns a formula as the records that it leads to; with `on`, the formula is their condition. */
function records(formula: Formula, on: Formula | null): Formula {
  if (formula.tree === null || on?.tree === null) return { ...formula, tree: null };
  return { ...formula, tree: on === null ? recordsTree(formula.tree, null) : recordsTree(on.tree, formula.tree) };
}

/** Returns the condition of a loop together with its list. */
function eachWhere({ of, local }: Each, where: Formula): Formula {
  if (of.tree === null || where.tree === null) return { ...where, tree: null };
  return { ...where, tree: recordsTree(of.tree, where.tree, local) };
}

function typeAt(schema: Schema, entity: string | null, field: string): StaticType | null {
  const attribute = entity === null ? undefined : schema.entities.get(entity)?.attributes.get(field);
  return attribute === undefined ? null : staticTypeOf(attribute.type, attribute.id);
}

/** Returns the entity that a path of references leads to; null if it is not such a path. */
export function entityAt(schema: Schema, entity: string, tree: Tree | null): string | null {
  if (tree?.op === 'name' && tree.name === 'this') return entity;
  if (tree?.op !== 'name' && tree?.op !== 'member') return null;
  const isMe = tree.op === 'name' && tree.name === 'me' && schema.entities.get(entity)?.attributes.has('me') !== true;
  if (isMe) return schema.person?.entity.name ?? null;
  const of = tree.op === 'name' ? entity : entityAt(schema, entity, tree.of);
  const type = of === null ? undefined : schema.entities.get(of)?.attributes.get(tree.name)?.type;
  return type?.kind === 'reference' || type?.kind === 'references' || type?.kind === 'list' ? type.entity : null;
}

function speaksOf(tree: Tree, name: string): boolean {
  return JSON.stringify(tree).includes(`"op":"name","name":${JSON.stringify(name)}`);
}

type Each = NonNullable<Extract<Effect, { kind: 'create' }>['each']>;

/** Wraps a formula over the items of a list in a macro. */
function within(macro: 'map', { of, local }: Each, inner: Formula): Formula {
  if (of.tree === null || inner.tree === null) return { ...inner, tree: null };
  const { from, to } = inner.tree;
  const name: Tree = { op: 'name', name: local, from, to };
  return {
    ...inner,
    tree: { op: 'call', name: macro, receiver: recordsTree(of.tree, null), args: [name, inner.tree], from, to },
  };
}
