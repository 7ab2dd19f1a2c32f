import { machinesOf } from '../evaluator/names.ts';
import type { Back, Stored } from '../evaluator/world.ts';
import { type RequestContext, requestContextOf } from '../oracle-rules/request-context.ts';
import { eventsOf, type Move, movesOf } from '../oracle-rules/states.ts';
import { raise } from './writes.ts';

/**
 * The events by which this person could take an event back at once: what it does is done to a world of its own, and each event
 * is tried there that leads from the new state to the old and asks for nothing that must be given.
 */
export function backOf(asking: RequestContext, stored: Stored, event: string): Back {
  const { entity, id } = stored;
  const raised = raise(asking, tried(stored, event), true);
  if (!raised.allowed) return { events: [], certain: true };
  const { values, open } = raised.draft;
  const machine = machinesOf(asking.model, entity).find(({ name }) => values.get(name) !== stored.values.get(name));
  if (machine === undefined) return { events: [], certain: true };
  const [was, is] = [stored.values.get(machine.name), values.get(machine.name)];
  const after: Stored = { entity, id, values };
  const world = new Map(asking.world).set(id, after);
  const then = requestContextOf(asking.model, world, asking.person?.id ?? null, asking.now);
  const leading = (move: Move) =>
    move.machine === machine &&
    move.transition.from === is &&
    move.transition.to === was &&
    asksOf(move).every(isOptional);
  const moves = eventsOf(asking, entity).flatMap((name) => {
    const found = movesOf(then, entity, name).filter(leading);
    if (found.length === 0) return [];
    const back = raise(then, tried(after, name), true);
    if (!back.allowed || back.draft.values.get(machine.name) !== was) return [];
    return [{ name, found, isDoubtful: (back.doubts ?? []).length > 0 }];
  });
  // What is asked for is not known beforehand, and what hangs on it is not either.
  const certain =
    open.size === 0 &&
    moves.every(({ found, isDoubtful }) => !isDoubtful && found.every((move) => asksOf(move).length === 0));
  return { events: moves.map(({ name }) => name), certain };
}

const tried = ({ entity, id }: Stored, event: string) =>
  ({ kind: 'event', entity, id, event, call: null, input: {}, match: 'current' }) as const;

const asksOf = ({ transition }: Move) => transition.effects.filter((effect) => effect.kind === 'ask');

const isOptional = ({ optional }: { readonly optional: boolean }) => optional;
