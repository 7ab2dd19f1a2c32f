import { parseExpression } from '../../expressions/syntax/parse.ts';
import { labelOf } from '../../model/lookups/label.ts';
import type { Reference, Transition } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Cells, filled } from '../columns.ts';
import {
  actsByItself,
  type CellPlace,
  effectsInWords,
  guardInWords,
  type PlainCells,
  plainCells,
  timerInWords,
  whoInWords,
} from '../liberal/4-cells.ts';
import { eventTo, stepOfTimer, timerFrom } from '../liberal/4-emit.ts';
import { nameList } from '../liberal/4-names.ts';
import { joinHelp } from '../liberal/kept.ts';
import type { Lexicon } from '../liberal/lexicon.ts';
import { nameKey } from '../liberal/phrases/fold.ts';
import { codeOf, part, type Span, split } from '../markdown/span.ts';
import {
  type About,
  cellProse,
  formula,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  references,
  stated,
  words,
} from '../reader.ts';
import { readEffects } from './4-effects.ts';
import type { Keys } from './4-keys.ts';
import { groupNamed } from './4-machine.ts';
import { timerOf, timerSpans, timerStep } from './4-timers.ts';

const NEW = /^\((?:new|create|created|none|start)\)$|^\*$|^\[\*\]$/i;
const ANY =
  /^(?:(?:any|every|each) (?:state|status)|all (?:states|statuses)|any|all)(?:\s+(?:except|but|other than)\s+|$)/i;
const SAME = /^\(?(?:(?:the )?same(?: state| status)?|unchanged|no change)\)?$/i;
const EACH = /^(?:any|every|each|all)\s+(?=\S)/i;

/** The machine that the rows are of. Its lexicon is asked for where a cell is in words. */
export interface Owner {
  readonly entity: string;
  readonly name: string;
  readonly lexicon: () => Lexicon;
  /** A state under the name that the field of the entity gives it. */
  readonly canonical: (name: string) => string;
}

/** A row of the table, its cells found and not yet read. */
export interface Row {
  readonly cells: Cells;
  /** The creation of a record, named states (or groups of them), or any state but these. */
  readonly from: 'new' | 'any' | 'named';
  readonly names: readonly Span[];
  readonly to: Span | null;
  readonly event: Span | null;
  /** Under headings of the author's own: the cells are read as words. */
  readonly plain: boolean;
}

/** The rows of one line of the table: `(new)` beside states is a row of its own, and a dash alone is `(new)`. */
export function rowsFrom(reader: Reader, cells: Cells, plain = false): Row[] {
  const from = cells.cell('From');
  const to = targetIn(cells);
  const isDash = from !== null && from.text !== '' && isBlank(from);
  const event = filled(cells, 'Event');
  const unknown = [from, to, event].find((cell) => isNotShown(cell));
  if (unknown !== undefined && unknown !== null) {
    reader.report(say.notShown('This transition', 'It is left out, so nothing can take this way.'), unknown, {
      point: 4,
    });
    reader.lose(4, cells.at.text);
    return [];
  }
  if (from === null || from.text === '') {
    reader.report(say.nameMissing('From'), cells.at, { point: 4 });
    reader.lose(4, cells.at.text);
    return [];
  }
  if (isDash)
    return [{ cells, from: 'new', names: [from], to, event, plain } as const].filter((row) => isWhole(reader, row));
  const any = ANY.exec(from.text);
  const names = split(any === null ? from : part(from, any[0].length), ',').filter((state) => !isBlank(state));
  const rows: Row[] =
    any === null
      ? names.map((name) => ({ cells, from: NEW.test(name.text) ? 'new' : 'named', names: [name], to, event, plain }))
      : [{ cells, from: 'any', names, to, event, plain }];
  return rows.filter((row) => isWhole(reader, row));
}

/** Null: the state stays as it is. */
function targetIn(cells: Cells): Span | null {
  const to = filled(cells, 'To');
  return to !== null && SAME.test(to.text) ? null : to;
}

/** Where it leads names an event that has no name. */
function isWhole(reader: Reader, { cells, from, to, event }: Row): boolean {
  const missing = to !== null ? null : from === 'new' ? 'To' : event === null ? 'Event' : null;
  if (missing !== null) {
    reader.report(say.nameMissing(missing), cells.at, { point: 4 });
    reader.lose(4, cells.at.text);
  }
  return missing === null;
}

/** "Draft or open" is a row for each; "any draft", "every open" the state or group of that name. Where nothing is called so, the row is left out. */
export function rowsMeant(reader: Reader, rows: readonly Row[], keys: Keys, options: readonly string[]): Row[] {
  const nameOf = (span: Span) => words(part(span, EACH.exec(span.text)?.[0].length ?? 0));
  const plain = rows.flatMap(({ names, to }) => [
    ...names.filter(({ text }) => !EACH.test(text) && !/\s(?:or|and)\s|\//i.test(text)),
    ...(to === null ? [] : [to]),
  ]);
  const all = [
    ...options,
    ...[...keys.states, ...keys.groups].map(({ name }) => name),
    ...plain.map((span) => words(span)),
  ];
  const known = new Map(all.map((name) => [nameKey(name), name]));
  return rows.flatMap((row): Row[] => {
    const [name] = row.names;
    const several = name === undefined || row.from !== 'named' ? [] : nameList(name, new Set(known.keys()));
    if (several.length > 1 && several.every(({ text }) => known.has(nameKey(text))))
      return several.map((each) => ({ ...row, names: [each] }));
    if (row.from !== 'named' || name === undefined || !EACH.test(name.text) || known.has(nameKey(words(name))))
      return [row];
    const meant = known.get(nameKey(nameOf(name)));
    if (meant !== undefined) return [{ ...row, names: [{ text: meant, from: name.from }] }];
    reader.report(
      say.nameUnknown(
        nameOf(name),
        'state or group',
        'Name the states, or say under the table which they are: “- Group: … = …”.',
      ),
      name,
      { point: 4 },
    );
    reader.lose(4, row.cells.at.text);
    return [];
  });
}

/** The states that the rows name by themselves, in their order. A name that only groups have is none. */
export function mentionedIn(reader: Reader, rows: readonly Row[], keys: Keys): Reference[] {
  const targets = new Set([
    ...keys.states.map(({ name }) => name),
    ...rows.flatMap(({ to }) => (to === null ? [] : [words(to)])),
  ]);
  const isGroup = (name: string) => !targets.has(name) && keys.groups.some((group) => group.name === name);
  return rows.flatMap(({ from, names, to }) => {
    const own = from === 'named' ? names.map((span) => reference(reader, span)) : [];
    const left = own.flatMap((each) =>
      isGroup(each.name) ? (keys.groups.find((group) => group.name === each.name)?.states ?? []) : [each],
    );
    return to === null ? left : [...left, reference(reader, to)];
  });
}

/** A transition for each state that the row leaves. */
export function transitionsOf(
  reader: Reader,
  row: Row,
  keys: Keys,
  places: ReadonlyMap<string, Reference>,
  machine: Owner,
): Transition[] {
  if (row.from === 'new') return [transitionOf(reader, row, null, machine)];
  const named = row.names.flatMap((span) => {
    const name = words(span);
    return groupNamed(name, keys.groups, places)?.states.map((state) => state.name) ?? [name];
  });
  if (row.from === 'named') return named.map((from) => transitionOf(reader, row, from, machine));
  for (const [index, name] of named.entries()) {
    if (!places.has(name)) reader.lose(4, name);
    if (!places.has(name))
      reader.report(say.nameUnknown(name, 'state of this table', 'Correct it.'), row.names[index] ?? row.cells.at, {
        point: 4,
      });
  }
  const left = new Set([...named, ...finalOf(keys, places)]);
  return [...places.keys()].filter((name) => !left.has(name)).map((from) => transitionOf(reader, row, from, machine));
}

function finalOf(keys: Keys, places: ReadonlyMap<string, Reference>): string[] {
  return keys.final.flatMap(
    ({ name }) => groupNamed(name, keys.groups, places)?.states.map((state) => state.name) ?? [name],
  );
}

function transitionOf(
  reader: Reader,
  { cells, names, to, event: cell, plain }: Row,
  left: string | null,
  machine: Owner,
): Transition {
  const from = left === null ? null : machine.canonical(left);
  const target = to === null ? (from ?? '') : machine.canonical(words(to));
  const place = { reader, entity: machine.entity, source: from, target, lexicon: machine.lexicon };
  const timer = cell === null ? null : timerSpans(cell);
  const trigger = cell === null || timer !== null ? null : timerInWords(cell, place);
  const named = cell !== null ? words(cell) : from === null ? null : eventTo(target);
  // Behind a dash the event is only what making a record is called.
  const isMade = from === null && timer === null && trigger === null && isBlank(names[0] ?? null);
  if (isMade && named !== null) reader.lose(4, named);
  const event = timer !== null || trigger !== null || isMade ? null : named;
  const timed = timer !== null ? timerStep(timer) : trigger === null ? null : stepOfTimer(trigger);
  const step = timed !== null ? [timed] : named === null || from === null ? [] : [named];
  const id = reader.id('transition', machine.entity, machine.name, from ?? '(new)', ...step);
  const about = { point: 4, element: id } as const;
  const who = filled(cells, 'Who');
  const guard = filled(cells, 'Only if');
  const isItself = cell === null && from !== null && who !== null && actsByItself(who);
  const isWorded = plain || isItself || (reader.inWords && timer === null && saysInWords(who, guard));
  const said = isWorded ? plainCells(who, guard, place, from === null) : null;
  if (said !== null && trigger === null && timer === null && said.product && from !== null)
    return byProduct(reader, cells, { machine, from, to: target, place }, said);
  if (said !== null)
    return {
      ...stated(reader, 4, id, cells.at, joinHelp(notesOf(cells), said.help)),
      from,
      to: target,
      event,
      label: labelled(reader, cells, event, about),
      timer: trigger === null || cell === null ? null : timerFrom(reader, trigger, cell),
      who: said.who,
      guard: said.guard,
      guardShown: said.guardShown,
      effects: [
        ...said.effects,
        ...readEffects(reader, filled(cells, 'Then'), about, (effect) => effectsInWords(effect, place)),
      ],
      error: errorOf(reader, filled(cells, 'Error'), about),
    };
  return {
    ...stated(reader, 4, id, cells.at, notesOf(cells)),
    from,
    to: target,
    event,
    label: labelled(reader, cells, event, about),
    timer:
      timer !== null
        ? timerOf(reader, timer, about)
        : trigger === null || cell === null
          ? null
          : timerFrom(reader, trigger, cell),
    who: whoOf(reader, cells.cell('Who'), place),
    guard: guard === null || isNotShown(guard) ? null : (guardInWords(guard, place) ?? formula(reader, guard, about)),
    guardShown: !isNotShown(guard),
    effects: readEffects(reader, filled(cells, 'Then'), about, (effect) => effectsInWords(effect, place)),
    error: errorOf(reader, filled(cells, 'Error'), about),
  };
}

/** A condition that is no expression, or the product as the one who acts: the row is read as words are. */
function saysInWords(who: Span | null, guard: Span | null): boolean {
  if (who !== null && actsByItself(who)) return true;
  return guard !== null && !isNotShown(guard) && codeOf(guard) === null && parseExpression(words(guard)).tree === null;
}

/** The product takes this way at its time, or as soon as its condition holds; where neither is understood, that never comes. */
function byProduct(
  reader: Reader,
  cells: Cells,
  {
    machine,
    from,
    to,
    place,
  }: { readonly machine: Owner; readonly from: string; readonly to: string; readonly place: CellPlace },
  { trigger, guard, guardShown, effects, help }: PlainCells,
): Transition {
  const event = filled(cells, 'Event') ?? filled(cells, 'Only if') ?? cells.at;
  const isKnown = trigger !== null || (guard !== null && guardShown);
  const timer = trigger ?? { kind: 'when', condition: guard !== null && isKnown ? guard.text : 'false' };
  const id = reader.id('transition', machine.entity, machine.name, from, stepOfTimer(timer));
  const about = { point: 4, element: id } as const;
  if (!isKnown) reader.report(say.conditionNotRead(words(event)), event, about);
  return {
    ...stated(reader, 4, id, cells.at, joinHelp(notesOf(cells), help)),
    from,
    to,
    event: null,
    label: '',
    timer: timerFrom(reader, timer, event),
    who: [],
    guard: trigger === null ? null : guard,
    guardShown: isKnown && guardShown,
    effects: [
      ...effects,
      ...readEffects(reader, filled(cells, 'Then'), about, (effect) => effectsInWords(effect, place)),
    ],
    error: null,
  };
}

function whoOf(reader: Reader, cell: Span | null, place: CellPlace): Reference[] | null {
  if (isNotShown(cell)) return null;
  const inWords = cell === null || isBlank(cell) ? null : whoInWords(cell, place);
  return inWords?.who ?? references(reader, cell);
}

function notesOf(cells: Cells): string {
  const notes = filled(cells, 'Notes');
  return notes === null || isNotShown(notes) ? '' : cellProse(notes);
}

function labelled(reader: Reader, cells: Cells, event: string | null, about: About): string {
  const button = filled(cells, 'Button');
  if (event === null) {
    if (button !== null) reader.report(say.cellNotRead(words(button)), button, about);
    return '';
  }
  return button === null || isNotShown(button) ? labelOf(event) : words(button);
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
