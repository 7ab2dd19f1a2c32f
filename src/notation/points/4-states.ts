import { labelOf } from '../../model/label.ts';
import type { Machine, Reference, State, Transition } from '../../model/model.ts';
import { idOf } from '../../model/place.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, type KeyValue, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import { part, type Span, split } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import {
  type About,
  formula,
  formulaText,
  isBlank,
  isNotShown,
  named,
  type Reader,
  reference,
  references,
  stated,
  words,
} from '../reader.ts';
import { readEffects } from './4-effects.ts';

export const TRANSITION_COLUMNS: readonly Column[] = [
  {
    name: 'From',
    aliases: ['Current', 'Current state', 'State', 'Old state'],
    blank: 'an error: a transition starts somewhere',
    notShown: 'the transition is left out, and the gap is listed',
    about:
      'The state that it leaves; several, separated by commas, are a transition each. `(new)` is the creation of a record.',
  },
  {
    name: 'Event',
    aliases: ['Action', 'Trigger', 'Step'],
    blank: 'creation, on a row from `(new)`; elsewhere an error',
    notShown: 'the transition is left out, and the gap is listed',
    about: 'What people raise, as the text of a button; `after DELAY` is a timer, `every DELAY` one that repeats.',
  },
  {
    name: 'To',
    aliases: ['Next', 'Next state', 'New state', 'Target'],
    blank: 'the state stays as it is',
    notShown: 'the transition is left out, and the gap is listed',
    about: 'The state that it leads to.',
  },
  {
    name: 'Who',
    aliases: ['By', 'Role', 'Allowed', 'Who may', 'Actor'],
    blank: 'whoever may change the record; on a timer or `(new)`: the product',
    notShown: 'nobody, until a line says who',
    about:
      'Roles, or fields that lead to a person (`owner`, `owner.manager`), separated by commas: one of them is enough.',
  },
  {
    name: 'Only if',
    aliases: ['Guard', 'Condition', 'Guards', 'Provided', 'If'],
    blank: 'no condition',
    notShown: 'it is refused, until a line decides it',
    about: 'A condition on the record as it is before the event.',
  },
  {
    name: 'Then',
    aliases: ['Effects', 'Effect', 'Does', 'And then'],
    blank: 'nothing besides the new state',
    notShown: 'nothing besides the new state, and the gap is listed',
    about:
      'What happens, left to right, separated by semicolons: `field = value` · `ask field` · `ask field (optional)` · `notify person` · `call NAME`.',
  },
  {
    name: 'Error',
    aliases: ['Fails with', 'Error code'],
    blank: '`NOT_MET`',
    notShown: '`NOT_MET`, and the gap is listed',
    about: 'The code of point 8 for a condition that is not met.',
  },
];

export const MACHINE_KEYS: readonly Column[] = [
  {
    name: 'States',
    aliases: ['All states'],
    blank: 'the states of the table, in the order in which they stand there',
    notShown: 'as blank',
    about: 'All states in the order of boards and choices, where that of the table is not meant.',
  },
  {
    name: 'Final',
    aliases: ['Final states', 'End', 'End states'],
    blank: 'no state is final',
    notShown: 'no state is final, and the gap is listed',
    about: 'States that nothing leads out of: not editable, not deletable.',
  },
  {
    name: 'Editable in',
    aliases: ['Editable', 'Editable while', 'Can be changed in'],
    blank: 'in no state; where the line is missing, in each state that is not final',
    notShown: 'in no state, until a line says which',
    about: 'The states in which the fields may be changed.',
  },
];

const KEY_GAPS: ReadonlyMap<string, string> = new Map(MACHINE_KEYS.map(({ name, notShown }) => [name, notShown]));

/** Point 4: a `### Entity: machine` for each machine, with a table of transitions. */
export function readMachines(reader: Reader, sections: readonly Section[]): { machines: Machine[]; help: string } {
  const help: string[] = [];
  const machines = sections.flatMap((section) => {
    const content = contentOf(reader, section.blocks, { point: 4, keys: [] });
    help.push(content.help);
    for (const table of content.tables) {
      reader.report(
        say.partNotRead(
          words(table.header.cells[0] ?? table.at),
          'Put the table under a heading “### Entity: status”.',
        ),
        table.header.at,
        { point: 4 },
      );
    }
    return section.parts.map((under) => machineOf(reader, under));
  });
  return { machines, help: help.filter((text) => text !== '').join('\n\n') };
}

function machineOf(reader: Reader, under: Part): Machine {
  const [first, ...rest] = split(under.title, ':');
  const entity = first ?? under.title;
  const name =
    rest.length === 0 || rest[0]?.text === ''
      ? 'status'
      : words(part(under.title, (rest[0]?.from ?? 0) - under.title.from));
  const id = reader.id('machine', words(entity), name);
  const about = { point: 4, element: id } as const;
  const content = contentOf(reader, under.blocks, { point: 4, keys: MACHINE_KEYS });
  const rows: Row[] = [];
  for (const table of content.tables) {
    if (!fits(table, TRANSITION_COLUMNS))
      reader.report(
        say.tableNotRead(words(table.header.cells[0] ?? table.at), names(TRANSITION_COLUMNS)),
        table.header.at,
        about,
      );
    else
      rows.push(
        ...rowsOf(reader, table, TRANSITION_COLUMNS, 4).flatMap((cells) =>
          rowsFrom(reader, cells, words(entity), name),
        ),
      );
  }
  if (content.notShown !== null)
    reader.report(
      say.notShown('How this changes', 'No event can be raised until a line states it.'),
      content.notShown,
      about,
    );
  const keys = keysOf(reader, content.keys, about);
  const states = statesOf(reader, rows, keys, words(entity), name, about);
  return {
    ...stated(reader, 4, id, under.title, content.help),
    ...named(name),
    entity: words(entity),
    states,
    transitions: rows.map((row) => row.transition),
    initial: rows.find((row) => row.transition.from === null)?.transition.to ?? null,
    editableIn:
      keys.editableIn === undefined
        ? states.filter((state) => !state.final).map((state) => ({ name: state.name, at: null }))
        : keys.editableIn,
    groups: [],
  };
}

interface Row {
  readonly transition: Transition;
  readonly from: Reference | null;
  readonly to: Reference;
}

function rowsFrom(reader: Reader, cells: Cells, entity: string, machine: string): Row[] {
  const from = filled(cells, 'From');
  const to = filled(cells, 'To');
  const event = filled(cells, 'Event');
  const unknown = [from, to, event].find((cell) => isNotShown(cell));
  if (unknown !== undefined && unknown !== null) {
    reader.report(say.notShown('This transition', 'It is left out, so nothing can take this way.'), unknown, {
      point: 4,
    });
    return [];
  }
  if (from === null) {
    reader.report(say.nameMissing('From'), cells.at, { point: 4 });
    return [];
  }
  return split(from, ',')
    .filter((state) => !isBlank(state))
    .flatMap((state) => rowFrom(reader, cells, { state, to, event }, entity, machine));
}

const NEW = /^\((?:new|create|created|none|start)\)$|^\*$|^\[\*\]$/i;
const TIMER = /^(after|every)\s+(?=\S)/i;

interface Way {
  readonly state: Span;
  readonly to: Span | null;
  readonly event: Span | null;
}

function rowFrom(reader: Reader, cells: Cells, way: Way, entity: string, machine: string): Row[] {
  const creation = NEW.test(way.state.text);
  const target = way.to ?? (creation ? null : way.state);
  const timer = way.event === null ? null : TIMER.exec(way.event.text);
  if (target === null || (way.event === null && !creation)) {
    reader.report(say.nameMissing(target === null ? 'To' : 'Event'), cells.at, { point: 4 });
    return [];
  }
  const from = creation ? null : reference(reader, way.state);
  const event = way.event === null || timer !== null ? null : words(way.event);
  const step =
    way.event === null || (creation && timer === null)
      ? []
      : [timer === null ? words(way.event) : timerName(timer, way.event)];
  const id = reader.id('transition', entity, machine, from?.name ?? '(new)', ...step);
  const about = { point: 4, element: id } as const;
  const guard = filled(cells, 'Only if');
  const transition: Transition = {
    ...stated(reader, 4, id, cells.at),
    from: from?.name ?? null,
    to: words(target),
    event,
    label: event === null ? '' : labelOf(event),
    timer: timer === null || way.event === null ? null : timerOf(reader, timer, way.event, about),
    who: isNotShown(cells.cell('Who')) ? null : references(reader, cells.cell('Who')),
    guard: guard === null || isNotShown(guard) ? null : formula(reader, guard, about),
    guardShown: !isNotShown(guard),
    effects: readEffects(reader, filled(cells, 'Then'), about),
    error: errorOf(reader, filled(cells, 'Error'), about),
  };
  return [{ transition, from, to: reference(reader, target) }];
}

function timerName(match: RegExpExecArray, event: Span): string {
  return `${match[1]?.toLowerCase()} ${formulaText(part(event, match[0].length)).text}`;
}

function timerOf(reader: Reader, match: RegExpExecArray, event: Span, about: About): Transition['timer'] {
  const kind = match[1]?.toLowerCase() === 'every' ? 'every' : 'after';
  return { kind, delay: formula(reader, part(event, match[0].length), about), from: null };
}

function errorOf(reader: Reader, cell: Span | null, about: About): Reference | null {
  if (cell === null) return null;
  if (!isNotShown(cell)) return reference(reader, cell);
  reader.report(
    say.notShown('The error of this transition', 'NOT_MET answers until a line says otherwise.'),
    cell,
    about,
  );
  return null;
}

interface Keys {
  readonly states: readonly Reference[];
  readonly final: readonly (Reference & { readonly span: Span })[];
  /** Undefined where the line is missing. */
  readonly editableIn: readonly Reference[] | null | undefined;
}

function keysOf(reader: Reader, keys: readonly KeyValue[], about: About): Keys {
  const states: Reference[] = [];
  const final: (Reference & { readonly span: Span })[] = [];
  let editableIn: Reference[] | null | undefined;
  for (const { key, value } of keys) {
    if (isNotShown(value)) {
      if (key === 'Editable in') editableIn = null;
      else reader.report(say.notShown(`“${key}”`, KEY_GAPS.get(key) ?? ''), value, about);
    } else if (key === 'States') {
      states.push(...references(reader, value));
    } else if (key === 'Final') {
      final.push(...listOf(value).map((span) => ({ ...reference(reader, span), span })));
    } else {
      editableIn = [...(editableIn ?? []), ...listOf(value).map((span) => reference(reader, span))];
    }
  }
  return { states, final, editableIn };
}

function listOf(value: Span): Span[] {
  return split(value, ',').filter((name) => !isBlank(name) && !/^(?:none|nothing|no state)$/i.test(name.text));
}

function statesOf(
  reader: Reader,
  rows: readonly Row[],
  keys: Keys,
  entity: string,
  machine: string,
  about: About,
): State[] {
  const places = new Map<string, Reference>();
  const mentioned = [...keys.states, ...rows.flatMap((row) => (row.from === null ? [row.to] : [row.from, row.to]))];
  for (const state of mentioned) if (!places.has(state.name)) places.set(state.name, state);
  for (const { name, span } of keys.final) {
    if (!places.has(name))
      reader.report(say.nameUnknown(name, 'state of this table', 'Correct it, or give it a transition.'), span, about);
  }
  const final = new Set(keys.final.map(({ name }) => name));
  return [...places.values()].map(({ name, at }) => ({
    ...named(name),
    id: idOf('state', entity, machine, name),
    at,
    final: final.has(name),
  }));
}
