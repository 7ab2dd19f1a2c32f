import { mentions } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Effect, Machine, Transition } from '../../model/types/model.ts';
import { equality, fieldOf, thisRecord } from '../lookups/typed-parts.ts';
import type { CheckContext } from '../runner/check.ts';
import { inState } from './transition-conditions.ts';

/** The effect of a transition on its record, as far as the solver can follow it. */
export interface Outcome {
  /** The fields whose value may differ from before, including the state. */
  readonly changed: ReadonlySet<string>;
  /** Conditions that certainly hold for the record afterwards. */
  readonly facts: readonly Typed[];
}

/** Returns null if the transition also writes other records, because little is certain then. */
export function outcomeOf(machine: Machine, transition: Transition, context: CheckContext): Outcome | null {
  const { effects } = transition;
  if (effects.some(isOnOtherRecord)) return null;
  const written = new Set([...(machine.stateless ? [] : [machine.name]), 'changedAt', 'changedBy']);
  for (const effect of effects) if (effect.kind === 'set' || effect.kind === 'ask') written.add(effect.field);
  const changed = withComputed(machine.entity, written, context);
  const last = new Map(
    effects.flatMap((effect) =>
      effect.kind === 'set' && effect.change === null ? [[effect.field, effect] as const] : [],
    ),
  );
  const facts = [...last.values()].flatMap((effect) => factOf(machine.entity, effect, changed, context));
  return { changed, facts: [...inState(machine, transition.to, context), ...facts] };
}

/**
 * Rewrites a condition on the record before, for use where `this` is the record after: changed fields are read from
 * `old`.
 */
export function asBefore(typed: Typed, entity: string, { changed }: Outcome): Typed {
  return rerooted(typed, 'this', 'old', (of, field) => of === entity && changed.has(field));
}

/** Rewrites a rule's condition: `old` is replaced by the record itself for fields that did not change. */
export function asAfter(typed: Typed, entity: string, { changed }: Outcome): Typed {
  return rerooted(typed, 'old', 'this', (of, field) => of === entity && changed.has(field));
}

/** Whether an effect writes to other records. */
export function isOnOtherRecord(effect: Effect): boolean {
  return (
    effect.kind === 'raise' ||
    effect.kind === 'create' ||
    effect.kind === 'delete' ||
    (effect.kind === 'set' && effect.on !== null)
  );
}

/** Adds the computed fields that may change with the written ones. */
function withComputed(entity: string, written: ReadonlySet<string>, context: CheckContext): ReadonlySet<string> {
  const changed = new Set(written);
  const fields = context.schema.entities.get(entity)?.entity.fields ?? [];
  const open = new Map(fields.flatMap(({ name, computed }) => (computed === null ? [] : [[name, computed] as const])));
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [name, formula] of open) {
      const typed = context.typed(formula);
      const isUnchanged = typed !== null && !readsClockOrPerson(typed) && readsOnly(typed, entity, changed, context);
      if (isUnchanged) continue;
      changed.add(name);
      open.delete(name);
    }
  }
  return changed;
}

function readsClockOrPerson(typed: Typed): boolean {
  return mentions(typed, 'now') || mentions(typed, 'today') || mentions(typed, 'me');
}

function readsOnly(typed: Typed, entity: string, changed: ReadonlySet<string>, { schema }: CheckContext): boolean {
  return fieldsRead(typed).every((read) => {
    if (read.entity === entity) return !changed.has(read.field);
    const attribute = schema.entities.get(read.entity)?.attributes.get(read.field);
    return attribute?.kind === 'field' && attribute.field.computed === null;
  });
}

/**
 * Returns the fact that a field equals the value that an effect sets; nothing if rounding or a later effect may change
 * it.
 */
function factOf(
  entity: string,
  effect: Extract<Effect, { kind: 'set' }>,
  changed: ReadonlySet<string>,
  context: CheckContext,
): Typed[] {
  const attribute = context.schema.entities.get(entity)?.attributes.get(effect.field);
  const value = context.typed(effect.value);
  if (attribute?.kind !== 'field' || attribute.field.computed !== null || value === null) return [];
  const reads = fieldsRead(value).some((read) => read.entity === entity && changed.has(read.field));
  const field = fieldOf(thisRecord(entity), entity, attribute);
  if (reads || mentions(value, 'old') || !isExact(value, field)) return [];
  return [equality(field, value)];
}

function isExact(value: Typed, field: Typed): boolean {
  if (value.type.t === 'empty') return value.op === 'literal';
  if (value.type.t === 'number')
    return field.type.t === 'number' && value.type.scale <= field.type.scale && value.op === 'literal';
  return value.type.t === field.type.t && value.type.t !== 'text' && value.type.t !== 'list';
}

type Touches = (entity: string, field: string) => boolean;

/**
 * Moves paths from one root to the other: with `from: 'this'` the paths that touch a changed field, with `from: 'old'`
 * the others.
 */
function rerooted(typed: Typed, from: 'this' | 'old', to: 'this' | 'old', touches: Touches): Typed {
  const inner = (part: Typed) => rerooted(part, from, to, touches);
  switch (typed.op) {
    case 'field':
      if (rootOf(typed) !== from) return { ...typed, of: inner(typed.of) };
      return isTouched(typed, touches) === (from === 'this') ? withRoot(typed, to) : typed;
    case 'not':
    case 'negate':
      return { ...typed, of: inner(typed.of) };
    case 'call':
      return { ...typed, args: typed.args.map(inner) };
    case 'macro':
      return { ...typed, of: inner(typed.of), body: inner(typed.body) };
    case 'aggregate':
      return { ...typed, of: inner(typed.of), body: typed.body === null ? null : inner(typed.body) };
    case 'binary':
      return { ...typed, left: inner(typed.left), right: inner(typed.right) };
    case 'list':
      return { ...typed, items: typed.items.map(inner) };
    case 'conditional':
      return { ...typed, test: inner(typed.test), yes: inner(typed.yes), no: inner(typed.no) };
    default:
      return typed;
  }
}

function rootOf(typed: Typed): Typed['op'] {
  return typed.op === 'field' ? rootOf(typed.of) : typed.op;
}

function isTouched(typed: Typed, touches: Touches): boolean {
  return typed.op === 'field' && (touches(typed.entity, typed.field) || isTouched(typed.of, touches));
}

function withRoot(typed: Typed, root: 'this' | 'old'): Typed {
  if (typed.op === 'field') return { ...typed, of: withRoot(typed.of, root) };
  return { op: root, type: typed.type, from: typed.from, to: typed.to };
}
