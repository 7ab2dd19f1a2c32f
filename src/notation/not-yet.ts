import type { Call, Model, Transition } from '../model/model.ts';
import type { Element } from '../model/place.ts';

/** Something of the Model that is read and not done yet. */
export interface NotYet {
  readonly element: Element;
  readonly what: string;
}

/** What is not done yet, in words; the ledger names each at what it concerns. */
export const NOT_YET = {
  timers: 'timers (“after …”, “every …”) do not fire by themselves',
  delivery: 'outside calls are written down and not delivered',
  shapes: 'a call of a shape of its own takes and gives the fields of its entity',
} as const;

interface Entry {
  readonly what: string;
  readonly in: (model: Model) => readonly Element[];
}

/** All that the notation reads and this version does not do. A release fails while this list is not empty. */
const ENTRIES: readonly Entry[] = [
  {
    what: NOT_YET.timers,
    in: (model) => transitions(model).filter(({ timer }) => timer !== null),
  },
  {
    what: NOT_YET.delivery,
    in: (model) => model.calls.filter(({ does }) => does.kind === 'outside'),
  },
  {
    what: NOT_YET.shapes,
    in: (model) => model.calls.filter((call) => call.does.kind !== 'outside' && hasOwnShape(call)),
  },
];

/** What of this Model is not done yet, in the order of the points. */
export function notYet(model: Model): NotYet[] {
  return ENTRIES.flatMap(({ what, in: find }) => find(model).map((element) => ({ element, what })));
}

function hasOwnShape({ sendsShape, gets }: Call): boolean {
  return sendsShape !== null || gets.trimStart().startsWith('{');
}

function transitions(model: Model): Transition[] {
  return model.machines.flatMap((machine) => machine.transitions);
}
