import type { Constant, Limit, Model } from '../../src/model/types/model.ts';
import type { Place } from '../../src/model/types/place.ts';
import { absent, extra, type Found, found, type Judged, type Reading, wrong } from './judge.ts';
import type { ConstantKey, Key } from './key.ts';
import { fold, wordsOf } from './names.ts';
import { canonicalFormula, canonicalText, limitMeans } from './values.ts';

/** A constant or limit of the Model. */
interface Entry {
  readonly name: string;
  readonly at: Place | null;
  readonly shown: boolean;
  readonly is: (value: string) => boolean;
  /** It holds no more than the words of the line: not held in a form that anything obeys, and not wrong. */
  readonly quotes: (line: string) => boolean;
}

interface Pairing {
  readonly held: ReadonlyMap<ConstantKey, Entry>;
  readonly unmatched: readonly Entry[];
}

/** Constants and limits: by their name in code, else by a word of the phrase on the same line. */
export function compareConstants({ model }: Reading, key: Key): Found[] {
  const { held, unmatched } = paired(model, key);
  return key.constants.map((each) => {
    const what = `${each.name} = ${each.values[0]}`;
    if (held.has(each)) return found('constants', each, what, null);
    const other = isCode(each.name)
      ? unmatched.find((entry) => entry.shown && fold(entry.name) === fold(each.name))
      : undefined;
    return found('constants', each, what, other === undefined ? absent('no constant') : wrong('it has another value'));
  });
}

/** Constants of the Model with a value that no line of the key gives them. */
export function extraConstants({ text, model }: Reading, key: Key): (Judged | null)[] {
  const lines = text.split('\n');
  return paired(model, key)
    .unmatched.filter(({ shown, quotes, at }) => shown && !quotes(lines[(at?.line ?? 0) - 1] ?? ''))
    .map((each) => extra(key, 'constants', each.at, `constant ${each.name}`));
}

const isCode = (name: string) => /^[A-Z][A-Z0-9_]+$/u.test(name);

function paired(model: Model, key: Key): Pairing {
  const left = new Set(entriesOf(model));
  const held = new Map<ConstantKey, Entry>();
  for (const each of key.constants) {
    const fits = [...left].filter((entry) => isFor(entry, each) && each.values.some((value) => entry.is(value)));
    const [best] = fits.sort((a, b) => shared(b, each) - shared(a, each));
    if (best === undefined) continue;
    held.set(each, best);
    left.delete(best);
  }
  return { held, unmatched: [...left] };
}

function isFor(entry: Entry, key: ConstantKey): boolean {
  if (isCode(key.name)) return fold(entry.name) === fold(key.name);
  return entry.at?.line === key.line && shared(entry, key) > 0;
}

/** How many words of the phrase the name holds. */
function shared(entry: Entry, key: ConstantKey): number {
  const own = fold(entry.name);
  return wordsOf(key.name).filter((word) => own.includes(fold(word))).length;
}

function entriesOf(model: Model): Entry[] {
  return [
    ...model.constants.filter(({ standing }) => standing !== 'assumed').map(constantEntry),
    ...model.limits.filter(({ standing }) => standing !== 'assumed').map(limitEntry),
  ];
}

function constantEntry(constant: Constant): Entry {
  return {
    name: constant.name,
    at: constant.at,
    shown: constant.value !== null || constant.table !== null,
    is: (value) =>
      value.startsWith('table ') ? isTable(constant, value) : canonicalFormula(constant.value) === canonicalText(value),
    quotes: (line) => constant.value?.tree?.op === 'text' && line.includes(constant.value.tree.value),
  };
}

/** `table P1=4 P2=8`: a row each, of one cell, whatever its unit. */
function isTable({ table }: Constant, value: string): boolean {
  if (table === null) return false;
  const wanted = value
    .slice('table '.length)
    .split(' ')
    .map((each) => each.split('='));
  return (
    table.rows.length === wanted.length &&
    wanted.every(([name = '', number = '']) => {
      const index = table.rows.findIndex((row) => fold(row.name) === fold(name));
      const cell = table.cells[index]?.[0]?.tree;
      return cell?.op === 'number' && Number(cell.digits) === Number(number);
    })
  );
}

function limitEntry(limit: Limit): Entry {
  return {
    name: limit.name,
    at: limit.at,
    quotes: () => false,
    shown: limit.value !== null || limit.hours !== null || limit.dates !== null,
    is: (value) => {
      if (value.startsWith('hours ')) return isHours(limit, value);
      return limit.value !== null && limitMeans(limit.value, value.replace(/ per (?:second|minute|hour|day)$/u, ''));
    },
  };
}

/** `hours 1-4 09:00-18:00 5 09:00-15:00`: days, then the span. */
function isHours({ hours }: Limit, value: string): boolean {
  const wanted = [...value.matchAll(/(\d)(?:-(\d))? (\d\d:\d\d)-(\d\d:\d\d)/gu)].flatMap(([, from, to, begin, end]) => {
    const days = [];
    for (let day = Number(from); day <= Number(to ?? from); day++) days.push(`${day} ${begin} ${end}`);
    return days;
  });
  const own = (hours ?? []).flatMap(({ days, from, to }) => days.map((day) => `${day} ${from} ${to}`));
  return own.length === wanted.length && wanted.every((each) => own.includes(each));
}
