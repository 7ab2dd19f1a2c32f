import { idOf } from '../types/element.ts';
import type { Machine, Model, Transition } from '../types/model.ts';
import { assumedElement } from './element.ts';

/** A-INITIAL: a new record starts in the first stated state if no `(new)` row states one. */
export function assumeInitialStates(model: Model): Model {
  return { ...model, machines: model.machines.map(withInitial) };
}

function withInitial(machine: Machine): Machine {
  const first = machine.states[0];
  if (machine.initial !== null || first === undefined) return machine;
  const id = idOf('transition', machine.entity, machine.name, '(new)');
  const creation: Transition = {
    ...assumedElement('A-INITIAL', 4, id),
    from: null,
    to: first.name,
    event: null,
    label: '',
    timer: null,
    who: [],
    guard: null,
    guardShown: true,
    effects: [],
    error: null,
    wrongState: null,
  };
  return { ...machine, initial: first.name, transitions: [creation, ...machine.transitions] };
}
