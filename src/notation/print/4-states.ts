import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Machine, Model, StateGroup, Transition } from '../../model/types/model.ts';
import { columnNames } from '../reader/columns.ts';
import { TRANSITION_COLUMNS } from '../states/transition-columns.ts';
import { effect, looksLikeTrigger, timerText } from './4-effects.ts';
import { cellHelp } from './split-help.ts';
import { blocks, code, heading, NOT_SHOWN, name, names, table, text } from './text.ts';

export function printMachines({ machines }: Model): string {
  return blocks(machines.map(machine));
}

/** What a machine says that is not completely read, so that nothing may be changed. */
const EDITABLE_NOWHERE = `- Editable in: ${NOT_SHOWN}`;

function machine(stated: Machine): string {
  const rows = stated.transitions.map(transition);
  const states = stated.states.map((state) => state.name);
  const columns = columnNames(TRANSITION_COLUMNS);
  if (stated.stateless) {
    // Without states, `From` and `To` are left out.
    const withoutStates = (cells: readonly string[]) => cells.filter((_, index) => !isState(columns[index]));
    return blocks([
      heading(name(stated.entity)),
      stated.help,
      table(withoutStates(columns), rows.map(withoutStates), ALWAYS - 2),
      stated.editableIn === null ? EDITABLE_NOWHERE : '',
    ]);
  }
  const final = stated.states.filter((state) => state.final);
  const nonFinal = stated.states.filter((state) => !state.final).map((state) => state.name);
  const editable = stated.editableIn?.map((state) => state.name) ?? null;
  const implied = same(states, mentioned(stated)) && !stated.groups.some((group) => states.includes(group.name));
  const keys = [
    implied ? '' : `- States: ${states.map((state) => name(state)).join(', ')}`,
    ...stated.groups.map(groupText),
    final.length === 0 ? '' : `- Final: ${final.map((state) => name(state.name, NONE)).join(', ')}`,
    editable === null
      ? EDITABLE_NOWHERE
      : same(editable, nonFinal)
        ? ''
        : `- Editable in: ${editable.map((state) => name(state, NONE)).join(', ')}`,
    line(
      'Colours',
      stated.colours.map((each) => `${name(each.name)} ${each.tone}`),
    ),
    line(
      'Primary',
      stated.primary.map((each) => name(each.name, NONE)),
    ),
    line(
      'Danger',
      stated.danger.map((each) => name(each.name, NONE)),
    ),
  ];
  return blocks([
    heading(`${name(stated.entity)}: ${name(stated.name)}`),
    stated.help,
    rows.length === 0 ? '' : table(columns, rows, ALWAYS),
    keys
      .filter((key) => key !== '')
      .map((key) => key.trimEnd())
      .join('\n'),
  ]);
}

const line = (key: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `- ${key}: ${items.join(', ')}`;

const isState = (column: string | undefined): boolean => column === 'From' || column === 'To';

/** The number of columns that are always printed: up to `Then`. */
const ALWAYS = columnNames(TRANSITION_COLUMNS).indexOf('Then') + 1;

function groupText(group: StateGroup): string {
  return `- Group: ${name(group.name)} = ${names(group.states)}`;
}

/** Returns the states that the table of transitions names, in its order. */
function mentioned({ transitions }: Machine): string[] {
  const stated = transitions.filter(({ timer }) => timer?.kind !== 'operation');
  return [...new Set(stated.flatMap(({ from, to }) => (from === null ? [to] : [from, to])))];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Words of the notation that names in these cells must not be read as. */
const ANY = /^(?:any state|any|\(any\))(?:\s|$)/i;
const NONE = /^none$/i;
const EVERY = /(?:)/;

function transition(stated: Transition): string[] {
  const { from, to, event, timer, who, guard, guardShown, effects, error, wrongState, label } = stated;
  return [
    from === null ? '(new)' : timer?.kind === 'operation' ? '' : name(from, ANY),
    timer === null ? (event === null ? '' : name(event, looksLikeTrigger(event) ? EVERY : null)) : timerText(timer),
    text(to),
    who === null ? NOT_SHOWN : names(who),
    guardShown ? (guard === null ? '' : code(guard.text)) : NOT_SHOWN,
    effects.map(effect).join('; '),
    error === null ? '' : text(error.name),
    wrongState === null ? '' : text(wrongState.name),
    event === null || label === labelOf(event) ? '' : text(label),
    cellHelp(stated.help).cell,
  ];
}
