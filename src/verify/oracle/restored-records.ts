import { machinesOf } from '../evaluator/names.ts';
import type { Stored, UndoEvents } from '../evaluator/world.ts';
import { type RequestContext, requestContextOf } from '../oracle-rules/request-context.ts';
import { eventsOf, type Move, movesOf } from '../oracle-rules/states.ts';
import { raise } from './writes.ts';

/**
 * Returns the events by which the person could undo an event at once. The event is applied to a copy of the world, and
 * each event is tried there that leads back and requires no input.
 */
export function undoEventsOf(context: RequestContext, stored: Stored, event: string): UndoEvents {
  const { entity, id } = stored;
  const raised = raise(context, tried(stored, event), true);
  if (!raised.allowed) return { events: [], certain: true };
  const { values, open } = raised.draft;
  const machine = machinesOf(context.model, entity).find(
    ({ name, stateless }) => !stateless && values.get(name) !== stored.values.get(name),
  );
  if (machine === undefined) return { events: [], certain: true };
  const [was, is] = [stored.values.get(machine.name), values.get(machine.name)];
  const after: Stored = { entity, id, values };
  const world = new Map(context.world).set(id, after);
  const then = requestContextOf(context.model, world, context.person?.id ?? null, context.now);
  const leading = (move: Move) =>
    move.machine === machine &&
    move.transition.from === is &&
    move.transition.to === was &&
    asksOf(move).every(isOptional);
  const moves = eventsOf(context, entity).flatMap((name) => {
    const found = movesOf(then, entity, name).filter(leading);
    if (found.length === 0) return [];
    const back = raise(then, tried(after, name), true);
    if (!back.allowed || back.draft.values.get(machine.name) !== was) return [];
    return [{ name, found, isDoubtful: (back.doubts ?? []).length > 0 }];
  });
  // Values that are asked for are not known in advance, so neither is what depends on them.
  const certain =
    open.size === 0 &&
    moves.every(({ found, isDoubtful }) => !isDoubtful && found.every((move) => asksOf(move).length === 0));
  return { events: moves.map(({ name }) => name), certain };
}

const tried = ({ entity, id }: Stored, event: string) =>
  ({ kind: 'event', entity, id, event, call: null, input: {}, match: 'current' }) as const;

const asksOf = ({ transition }: Move) => transition.effects.filter((effect) => effect.kind === 'ask');

const isOptional = ({ optional }: { readonly optional: boolean }) => optional;
