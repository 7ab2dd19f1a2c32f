import type { Effect, Machine, Model, Timer, Transition } from '../../model/model.ts';
import { names as columnNames } from '../columns.ts';
import { TRANSITION_COLUMNS } from '../points/4-states.ts';
import { blocks, code, formula, NOT_SHOWN, name, names, table, text } from './text.ts';

export function printMachines({ machines }: Model): string {
  return blocks(machines.map(machine));
}

function machine(stated: Machine): string {
  const rows = stated.transitions.map(transition);
  const states = stated.states.map((state) => state.name);
  const final = stated.states.filter((state) => state.final);
  const open = stated.states.filter((state) => !state.final).map((state) => state.name);
  const editable = stated.editableIn?.map((state) => state.name) ?? null;
  const keys = [
    same(states, mentioned(stated)) ? '' : `- States: ${states.map((state) => name(state)).join(', ')}`,
    final.length === 0 ? '' : `- Final: ${final.map((state) => name(state.name, NONE)).join(', ')}`,
    editable === null
      ? `- Editable in: ${NOT_SHOWN}`
      : same(editable, open)
        ? ''
        : `- Editable in: ${editable.map((state) => name(state, NONE)).join(', ')}`,
  ];
  return blocks([
    `### ${name(stated.entity)}: ${name(stated.name)}`,
    stated.help,
    rows.length === 0 ? '' : table(columnNames(TRANSITION_COLUMNS), rows, TRANSITION_COLUMNS.length - 1),
    keys
      .filter((key) => key !== '')
      .map((key) => key.trimEnd())
      .join('\n'),
  ]);
}

/** The states that the table of transitions gives by itself, in its order. */
function mentioned({ transitions }: Machine): string[] {
  return [...new Set(transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to])))];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function transition(stated: Transition): string[] {
  const { from, to, event, timer, who, guard, guardShown, effects, error } = stated;
  return [
    from === null ? '(new)' : name(from),
    timer === null ? (event === null ? '' : name(event, TIMER)) : timerText(timer),
    text(to),
    who === null ? NOT_SHOWN : names(who),
    guardShown ? (guard === null ? '' : code(guard.text)) : NOT_SHOWN,
    effects.map(effect).join('; '),
    error === null ? '' : text(error.name),
  ];
}

function timerText(timer: Timer): string {
  if (timer.kind === 'when') return `when ${formula(timer.condition)}`;
  if (timer.kind === 'on') return `on ${name(timer.entity.name)}: ${name(timer.event.name)}`;
  return `${timer.kind} ${formula(timer.delay)}`;
}

/** An event may be called like a timer and a field like a verb. */
const TIMER = /^(?:after|every)\s/i;
const VERB = /^(?:ask|notify|call)(?:\s|$)/i;
const FOR = /^for\s/i;
const NONE = /^(?:none|nothing|no state)$/i;

function effect(stated: Effect): string {
  switch (stated.kind) {
    case 'set':
      return `${name(stated.field, VERB)} = ${formula(stated.value)}`;
    case 'ask':
      return `ask ${name(stated.field, FOR)}${stated.optional ? ' (optional)' : ''}`;
    case 'notify':
      return `notify ${formula(stated.to)}`;
    case 'raise':
      return `raise ${name(stated.event)} on ${formula(stated.on)}`;
    case 'create':
      return `create ${name(stated.entity)}`;
    case 'call':
      return `call ${name(stated.call, FOR)}`;
  }
}
