import { mentions } from '../expressions/types/conjuncts.ts';
import { fieldsRead } from '../expressions/types/field-paths.ts';
import type { Typed } from '../expressions/types/typed.ts';
import type { Effect, Machine, Transition } from '../model/types/model.ts';
import type { CheckContext } from './check.ts';
import { equal, fieldOf, recordOf } from './typed-parts.ts';
import { inState } from './ways.ts';

/** What a transition does to the record, as far as reasoning can say. */
export interface Outcome {
  /** The fields that may differ from before; the state among them. */
  readonly changed: ReadonlySet<string>;
  /** What is sure of the record after it. */
  readonly facts: readonly Typed[];
}

/** Null where other records are written too, so that little is sure. */
export function outcomeOf(machine: Machine, transition: Transition, context: CheckContext): Outcome | null {
  const { effects } = transition;
  if (effects.some(isElsewhere)) return null;
  const written = new Set([machine.name, 'changedAt', 'changedBy']);
  for (const effect of effects) if (effect.kind === 'set' || effect.kind === 'ask') written.add(effect.field);
  const changed = withComputed(machine.entity, written, context);
  const last = new Map(effects.flatMap((effect) => (effect.kind === 'set' ? [[effect.field, effect] as const] : [])));
  const facts = [...last.values()].flatMap((effect) => factOf(machine.entity, effect, changed, context));
  return { changed, facts: [...inState(machine, transition.to, context), ...facts] };
}

/** A condition on the record before, once `this` is the record after: what has changed is `old`. */
export function asBefore(typed: Typed, entity: string, { changed }: Outcome): Typed {
  return rerooted(typed, 'this', 'old', (of, field) => of === entity && changed.has(field));
}

/** A rule's `old` where nothing has changed is the record itself. */
export function asAfter(typed: Typed, entity: string, { changed }: Outcome): Typed {
  return rerooted(typed, 'old', 'this', (of, field) => of === entity && changed.has(field));
}

/** Whether an effect writes to other records. */
export function isElsewhere(effect: Effect): boolean {
  return effect.kind === 'raise' || effect.kind === 'create' || (effect.kind === 'set' && effect.on !== null);
}

/** With the computed fields that may follow. */
function withComputed(entity: string, written: ReadonlySet<string>, context: CheckContext): ReadonlySet<string> {
  const changed = new Set(written);
  const fields = context.schema.entities.get(entity)?.entity.fields ?? [];
  const open = new Map(fields.flatMap(({ name, computed }) => (computed === null ? [] : [[name, computed] as const])));
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [name, formula] of open) {
      const typed = context.typed(formula);
      const isSame = typed !== null && !isTimely(typed) && readsOnly(typed, entity, changed, context);
      if (isSame) continue;
      changed.add(name);
      open.delete(name);
    }
  }
  return changed;
}

function isTimely(typed: Typed): boolean {
  return mentions(typed, 'now') || mentions(typed, 'today') || mentions(typed, 'me');
}

function readsOnly(typed: Typed, entity: string, changed: ReadonlySet<string>, { schema }: CheckContext): boolean {
  return fieldsRead(typed).every((read) => {
    if (read.entity === entity) return !changed.has(read.field);
    const attribute = schema.entities.get(read.entity)?.attributes.get(read.field);
    return attribute?.kind === 'field' && attribute.field.computed === null;
  });
}

/** That a field is what an effect sets it to; nothing where rounding or a later effect may differ. */
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
  const field = fieldOf(recordOf(entity), entity, attribute);
  if (reads || mentions(value, 'old') || !isExact(value, field)) return [];
  return [equal(field, value)];
}

function isExact(value: Typed, field: Typed): boolean {
  if (value.type.t === 'empty') return value.op === 'literal';
  if (value.type.t === 'number')
    return field.type.t === 'number' && value.type.scale <= field.type.scale && value.op === 'literal';
  return value.type.t === field.type.t && value.type.t !== 'text' && value.type.t !== 'list';
}

type Touches = (entity: string, field: string) => boolean;

/** Paths that begin at one root begin at the other: from `this` those that touch what has changed, from `old` the rest. */
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
