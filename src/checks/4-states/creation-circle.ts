import type { Machine, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'creation-circle',
  point: 4,
  severity: 'error',
  about: 'Each new record makes another one, and so on back to the first: none can ever be made.',
  *findIn(context) {
    for (const machine of context.machines) {
      const circle = circleFrom(machine, context);
      // Found from each of its entities, and reported at one of them.
      const names = circle?.map(({ entity }) => entity) ?? [];
      if (circle !== null && names.every((name) => machine.entity <= name)) {
        yield findingOf(machine, circle, context);
        return;
      }
    }
  },
});

/** A new record of this entity makes one of `makes`, whatever it holds. */
interface Step {
  readonly entity: string;
  readonly row: Transition;
  readonly makes: string;
}

/** The shortest way from a new record of an entity to another new one of it; null where there is none. */
function circleFrom({ entity: start }: Machine, context: CheckContext): readonly Step[] | null {
  const ways = new Map<string, readonly Step[]>([[start, []]]);
  for (const [entity, way] of ways) {
    for (const step of stepsOf(entity, context)) {
      if (step.makes === start) return [...way, step];
      if (!ways.has(step.makes)) ways.set(step.makes, [...way, step]);
    }
  }
  return null;
}

/** What is made for each item of a list may be nothing, and what a condition stands before may not happen. */
function stepsOf(entity: string, { schema }: CheckContext): readonly Step[] {
  return (schema.entities.get(entity)?.machines ?? []).flatMap(({ transitions }) => {
    const begins = transitions.filter(({ from, timer }) => from === null && timer === null);
    const [row] = begins;
    if (row === undefined || begins.length > 1 || row.guard !== null || !row.guardShown) return [];
    return row.effects.flatMap((effect) =>
      effect.kind === 'create' && effect.each === null ? [{ entity, row, makes: effect.entity }] : [],
    );
  });
}

function findingOf(machine: Machine, circle: readonly Step[], context: CheckContext): Finding {
  const [first, ...rest] = circle;
  const steps = circle.map(({ entity, makes }) => `each new ${entity} makes a new ${makes}`);
  const [begin = '', ...others] = steps;
  return {
    element: first?.row.id ?? machine.id,
    at: first?.row.at ?? machine.at,
    also: rest.map(({ row }) => row.at),
    message: `${begin.replace(/^e/, 'E')}${others.length === 0 ? '' : `, and ${listed(others)}`}: that never ends, so that none can be made.`,
    next: 'Make one of them by an event, or for each item of a list that may be empty.',
    witness: witnessOf(context, {
      entity: machine.entity,
      happens: `nobody can ever create a ${machine.entity}: it is refused as a circle`,
    }),
  };
}
