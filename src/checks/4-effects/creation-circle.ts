import type { Machine, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'creation-circle',
  point: 4,
  severity: 'error',
  about: 'Each new record creates another one in an endless circle, so none can be created.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const circle = circleFrom(machine, context);
        // The circle is found from each of its entities, and reported at the first by name.
        const names = circle?.map(({ entity }) => entity) ?? [];
        if (circle === null || names.some((name) => name < machine.entity)) continue;
        yield findingOf(machine, circle, context);
        break;
      }
    }
  },
});

/** A new record of this entity always creates one of `makes`. */
interface Step {
  readonly entity: string;
  readonly row: Transition;
  readonly makes: string;
}

/** Returns the shortest chain from a new record of an entity to another one of it; null if there is none. */
function circleFrom({ entity: start }: Machine, context: CheckContext): readonly Step[] | null {
  const paths = new Map<string, readonly Step[]>([[start, []]]);
  for (const [entity, path] of paths) {
    for (const step of stepsOf(entity, context)) {
      if (step.makes === start) return [...path, step];
      if (!paths.has(step.makes)) paths.set(step.makes, [...path, step]);
    }
  }
  return null;
}

/** Only unconditional creations count. A creation per item of a list may create nothing, and a guard may fail. */
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
  const steps = circle.map(({ entity, makes }) => `each new ${entity} creates a new ${makes}`);
  const [begin = '', ...others] = steps;
  return {
    element: first?.row.id ?? machine.id,
    at: first?.row.at ?? machine.at,
    also: rest.map(({ row }) => row.at),
    message: `${begin.replace(/^e/, 'E')}${others.length === 0 ? '' : `, and ${joinNames(others)}`}. This never ends, so none can be created.`,
    next: 'Create one of them by an event, or for each item of a list that may be empty.',
    witness: witnessOf(context, {
      entity: machine.entity,
      outcome: `creating a ${machine.entity} is refused as a circle`,
    }),
  };
}
