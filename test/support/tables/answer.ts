import assert from 'node:assert/strict';
import type { Problem } from '../../../src/engine/core/wire-format.ts';

/** What came back for a row, in one form for all actions. */
export interface Came {
  readonly status: number;
  readonly text: string;
  readonly problem: Problem | null;
  /** The value of a name of an `ok a=x` answer, as text; undefined: there is none. */
  readonly value: (name: string) => string | undefined;
  /** The titles of a list, in order. */
  readonly titles: readonly string[];
  /** Entries of a history, oldest first: `submit by Ana`. */
  readonly entries: readonly string[];
}

/** Codes of ours for the classes of the table; several where it is a matter of taste which. */
const CLASSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['A:UNREADABLE', ['UNREADABLE', 'UNKNOWN_PARAMETER']],
  ['A:UNKNOWN_PARAMETER', ['UNKNOWN_PARAMETER']],
  ['A:PRECONDITION_REQUIRED', ['PRECONDITION_REQUIRED']],
  ['A:TOO_LARGE', ['TOO_LARGE']],
  ['A:REQUIRED', ['REQUIRED']],
  ['A:NOT_AN_INPUT', ['NOT_AN_INPUT']],
  ['A:WRONG_TYPE', ['WRONG_TYPE', 'WRONG_FILE']],
  ['A:TOO_SHORT', ['TOO_SHORT']],
  ['A:TOO_LONG', ['TOO_LONG']],
  ['A:TOO_MANY_LINES', ['TOO_MANY_LINES']],
  ['A:NUMBER_TOO_LARGE', ['NUMBER_TOO_LARGE', 'TOO_BIG', 'TOO_SMALL']],
  ['A:NO_SUCH_VALUE', ['NO_SUCH_VALUE', 'NOT_A_CHOICE']],
  ['A:NOT_UNIQUE', ['NOT_UNIQUE']],
]);

/** What an expected text stands for on the wire, where `found` came. */
export type Expand = (text: string, found: string | undefined) => string;

/** Asserts that what came is what the row expects; `expand` turns `today-3`, `now` and first names into wire text. */
export function judge(answer: string, at: string, came: Came, expand: Expand): void {
  const refused = /^(\S+) (\d{3})$/.exec(answer);
  if (refused === null) judgeSuccess(answer, came, expand);
  else judgeRefusal(refused[1] ?? '', Number(refused[2]), at, came);
}

function judgeSuccess(answer: string, came: Came, expand: Expand): void {
  assert.ok(came.status < 300, `answered ${came.status}: ${came.text.slice(0, 300)}`);
  const [verb = '', ...words] = answer.split(' ');
  const rest = words.join(' ');
  const items = rest === 'nothing' || rest === '' ? [] : rest.split('; ');
  if (verb === 'sees') assert.deepEqual([...came.titles].sort(), [...items].sort());
  else if (verb === 'first') assert.deepEqual(came.titles.slice(0, items.length), items);
  else if (verb === 'has') judgeHistory(items, came.entries);
  else if (verb === 'shows')
    assert.ok(came.text.includes(rest), `“${rest}” does not stand in ${came.text.slice(0, 400)}`);
  else if (verb === 'hides') assert.ok(!came.text.includes(rest), `“${rest}” stands in ${came.text.slice(0, 400)}`);
  else if (verb === 'ok') judgeValues(items, came, expand);
  else assert.equal(verb, 'allowed');
}

function judgeRefusal(codes: string, status: number, at: string, { status: came, problem, text }: Came): void {
  assert.equal(came, status, text.slice(0, 400));
  assert.ok(problem !== null, `no problem details: ${text.slice(0, 200)}`);
  const failures = problem.failures ?? [];
  const found = failures.length === 0 ? [problem.code] : failures.map((failure) => failure.code);
  const [, whole, parts = codes] = /^([^>]+)>(.*)$/.exec(codes) ?? [];
  if (whole !== undefined) assert.equal(problem.code, whole, text.slice(0, 400));
  const expected = parts.split('+').map((code) => CLASSES.get(code) ?? [code.replace(/^A:/, '')]);
  assert.equal(found.length, expected.length, `${codes} expected: ${found.join('+')}`);
  const open = [...found];
  for (const accepted of expected) {
    const index = open.findIndex((code) => accepted.includes(code));
    assert.ok(index >= 0, `${codes} expected: ${found.join('+')}`);
    open.splice(index, 1);
  }
  if (at !== '' && failures.length > 0) {
    assert.deepEqual(failures.map(({ pointer }) => pathOf(pointer)).sort(), at.split('+').sort());
  }
}

/** An instant may leave out a fraction of zero. */
function plain(value: string | undefined): string | undefined {
  return value?.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.000Z$/, '$1Z');
}

/** `/lines/0/amount` is `lines[0].amount`. */
function pathOf(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );
}

function judgeHistory(expected: readonly string[], entries: readonly string[]): void {
  let at = 0;
  for (const entry of expected) {
    const found = entries.indexOf(entry, at);
    assert.ok(found >= 0, `${entry} is not in order among ${entries.join('; ')}`);
    at = found + 1;
  }
}

function judgeValues(items: readonly string[], came: Came, expand: Expand): void {
  for (const item of items) {
    const name = item.slice(0, item.indexOf('='));
    const expected = item.slice(item.indexOf('=') + 1);
    const value = came.value(name);
    if (expected === 'empty') assert.ok(value === undefined || value === '[]', `${name} is not empty: ${value}`);
    else assert.equal(plain(value), plain(expand(expected, value)), name);
  }
}
