import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Entity, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'raise-circle',
  point: 4,
  severity: 'error',
  about: 'An event that raises others that raise it again in an endless circle, so it is always refused.',
  *find({ entities }) {
    for (const context of entities) {
      for (const event of eventsOf(context.entity.name, context)) {
        const start = { entity: context.entity.name, event };
        const circle = circleFrom(start, context);
        // The circle is found from each of its events, and reported at the first by key.
        if (circle?.every((step) => keyOf(start) <= keyOf(step)) === true && !mayRunOut(circle))
          yield findingOf(context.entity, circle, context);
      }
    }
  },
});

interface EventOfEntity {
  readonly entity: string;
  readonly event: string;
}

/** An event and another one that it always raises. */
interface Step extends EventOfEntity {
  readonly row: Transition;
  readonly raises: EventOfEntity;
  /** Whether there is always a record on which the event is raised, and whether there may be several. */
  readonly sure: boolean;
  readonly many: boolean;
}

const keyOf = ({ entity, event }: EventOfEntity) => JSON.stringify([entity, event]);

function rowsOf(entity: string, { schema }: CheckContext): readonly Transition[] {
  return (schema.entities.get(entity)?.machines ?? []).flatMap(({ transitions }) => transitions);
}

function eventsOf(entity: string, context: CheckContext): ReadonlySet<string> {
  return new Set(rowsOf(entity, context).flatMap(({ event, from }) => (event === null || from === null ? [] : event)));
}

/** Returns the shortest chain of events from an event back to it; null if there is none. */
function circleFrom(start: EventOfEntity, context: CheckContext): readonly Step[] | null {
  const paths = new Map<string, { readonly at: EventOfEntity; readonly path: readonly Step[] }>();
  paths.set(keyOf(start), { at: start, path: [] });
  for (const { at, path } of paths.values()) {
    for (const step of stepsOf(at, context)) {
      const key = keyOf(step.raises);
      if (key === keyOf(start)) return [...path, step];
      if (!paths.has(key)) paths.set(key, { at: step.raises, path: [...path, step] });
    }
  }
  return null;
}

/**
 * Returns the events that are raised in every source state of the event. A row that does not raise it may end a circle.
 */
function stepsOf({ entity, event }: EventOfEntity, context: CheckContext): readonly Step[] {
  const rows = rowsOf(entity, context).filter((row) => row.event === event && row.from !== null);
  const [first, ...rest] = rows.map((row) => raisedBy(entity, event, row, context));
  return (first ?? []).filter((step) =>
    rest.every((others) => others.some((other) => keyOf(other.raises) === keyOf(step.raises))),
  );
}

function raisedBy(entity: string, event: string, row: Transition, context: CheckContext): readonly Step[] {
  return row.effects.flatMap((effect): Step[] => {
    if (effect.kind !== 'raise') return [];
    const on = context.typed(effect.on);
    const target = on?.type.t === 'list' ? on.type.of : on?.type;
    if (on === null || target?.t !== 'record' || !isPlain(on)) return [];
    const raises = { entity: target.entity, event: effect.event };
    return [{ entity, event, row, raises, sure: isSure(on, context), many: on.type.t === 'list' }];
  });
}

/** Operations of a path without conditions. */
const UNCONDITIONAL: ReadonlySet<Typed['op']> = new Set(['this', 'field', 'local']);
const isPlain = (on: Typed) =>
  [...walk(on)].every((part) => UNCONDITIONAL.has(part.op) || (part.op === 'macro' && part.name === 'map'));

function isSure(on: Typed, { schema }: CheckContext): boolean {
  return [...walk(on)].every((part) => {
    if (part.op !== 'field') return part.op === 'this';
    const attribute = schema.entities.get(part.entity)?.attributes.get(part.field);
    return attribute?.kind === 'field' && attribute.type.kind === 'reference' && attribute.field.required;
  });
}

/**
 * Whether the chain ends when there are no more records: along references of one kind, or always down through lists.
 */
const mayRunOut = (circle: readonly Step[]) =>
  circle.some(({ sure }) => !sure) && (circle.length === 1 || circle.every(({ many }) => many));

function findingOf(entity: Entity, circle: readonly Step[], context: CheckContext): Finding {
  const [first, ...rest] = circle;
  const isSure = circle.every(({ sure }) => sure);
  const steps = circle.map(
    (step) => `“${step.event}” of ${step.entity} raises “${step.raises.event}” of ${step.raises.entity}`,
  );
  const where = isSure ? '' : ' for records that refer to one another';
  return {
    element: first?.row.id ?? null,
    at: first?.row.at ?? null,
    also: rest.map(({ row }) => row.at),
    severity: isSure ? 'error' : 'warning',
    message: `${joinNames(steps)}. This never ends, so “${first?.event ?? ''}” is refused${where}.`,
    next: 'Remove one of these effects, or add a row for one of the events that raises nothing in the state it has led to.',
    witness: witnessOf(context, {
      entity: entity.name,
      who: first?.row.who?.[0]?.name ?? null,
      outcome: `raising “${first?.event ?? ''}” is refused, and nothing is written${where}`,
    }),
  };
}
