import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Entity, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'raise-circle',
  point: 4,
  severity: 'error',
  about: 'An event raises others that raise it again, and nothing ends that: whoever raises it is refused.',
  *findIn(context) {
    for (const event of eventsOf(context.entity.name, context)) {
      const start = { entity: context.entity.name, event };
      const circle = circleFrom(start, context);
      // Found from each of its events, and reported at one of them.
      if (circle?.every((step) => keyOf(start) <= keyOf(step)) === true && !mayRunOut(circle))
        yield findingOf(context.entity, circle, context);
    }
  },
});

interface Happening {
  readonly entity: string;
  readonly event: string;
}

/** Whenever the event happens, another one is raised. */
interface Step extends Happening {
  readonly row: Transition;
  readonly raises: Happening;
  /** Whether there always is a record that it is raised at, and whether there may be several. */
  readonly sure: boolean;
  readonly many: boolean;
}

const keyOf = ({ entity, event }: Happening) => JSON.stringify([entity, event]);

function rowsOf(entity: string, { schema }: CheckContext): readonly Transition[] {
  return (schema.entities.get(entity)?.machines ?? []).flatMap(({ transitions }) => transitions);
}

function eventsOf(entity: string, context: CheckContext): ReadonlySet<string> {
  return new Set(rowsOf(entity, context).flatMap(({ event, from }) => (event === null || from === null ? [] : event)));
}

/** The shortest way from an event back to it; null where there is none. */
function circleFrom(start: Happening, context: CheckContext): readonly Step[] | null {
  const ways = new Map<string, { readonly at: Happening; readonly way: readonly Step[] }>();
  ways.set(keyOf(start), { at: start, way: [] });
  for (const { at, way } of ways.values()) {
    for (const step of stepsOf(at, context)) {
      const key = keyOf(step.raises);
      if (key === keyOf(start)) return [...way, step];
      if (!ways.has(key)) ways.set(key, { at: step.raises, way: [...way, step] });
    }
  }
  return null;
}

/** What is raised from whatever state the event is raised in: a row of it that does not raise it may end a circle. */
function stepsOf({ entity, event }: Happening, context: CheckContext): readonly Step[] {
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

/** A path without any condition in it. */
const PLAIN: ReadonlySet<Typed['op']> = new Set(['this', 'field', 'local']);
const isPlain = (on: Typed) =>
  [...walk(on)].every((part) => PLAIN.has(part.op) || (part.op === 'macro' && part.name === 'map'));

function isSure(on: Typed, { schema }: CheckContext): boolean {
  return [...walk(on)].every((part) => {
    if (part.op !== 'field') return part.op === 'this';
    const attribute = schema.entities.get(part.entity)?.attributes.get(part.field);
    return attribute?.kind === 'field' && attribute.type.kind === 'reference' && attribute.field.required;
  });
}

/** From record to record of one kind, or always to those below, it ends where there are no more. */
const mayRunOut = (circle: readonly Step[]) =>
  circle.some(({ sure }) => !sure) && (circle.length === 1 || circle.every(({ many }) => many));

function findingOf(entity: Entity, circle: readonly Step[], context: CheckContext): Finding {
  const [first, ...rest] = circle;
  const isSure = circle.every(({ sure }) => sure);
  const steps = circle.map(
    (step) => `“${step.event}” of ${step.entity} raises “${step.raises.event}” of ${step.raises.entity}`,
  );
  const where = isSure ? '' : ', where they lead to one another';
  return {
    element: first?.row.id ?? null,
    at: first?.row.at ?? null,
    also: rest.map(({ row }) => row.at),
    severity: isSure ? 'error' : 'warning',
    message: `${listed(steps)}: nothing ends that, so that ${first?.event ?? ''} is refused${where}.`,
    next: 'Leave one of them out, or let a row of one of these events, from a state that it has led to, raise nothing.',
    witness: witnessOf(context, {
      entity: entity.name,
      who: first?.row.who?.[0]?.name ?? null,
      happens: `raising “${first?.event ?? ''}” is refused, and nothing is written${where}`,
    }),
  };
}
