import { parseExpression } from '../../../src/expressions/syntax/parse.ts';
import type { Model } from '../../../src/model/types/model.ts';
import type { Answer, Json, ReadableRecord, Request, Stored, World } from '../../../src/verify/evaluator/world.ts';
import { oracle } from '../../../src/verify/oracle/oracle.ts';
import type { ExpectRow, ExpectTable, Group } from './table.ts';

/** One row that the oracle answers otherwise than the table expects. */
export interface Disagreement {
  readonly row: ExpectRow;
  readonly answered: string;
}

export interface TableRun {
  readonly disagreements: readonly Disagreement[];
  readonly compared: number;
  readonly skipped: number;
}

/** Groups about pages, uploads, repeated requests and their number, of which the oracle knows nothing. */
const OTHERS: readonly string[] = ['paging', 'receipt', 'retry', 'requests'];

const CLOCK = Date.parse('2026-11-20T10:00:00Z');
const PEOPLE = 'Employee';
const RECORDS = 'Claim';

/** Runs every row of the table that is about reading, writing, events or `can` against the oracle, in process. */
export function runTable(model: Model, table: ExpectTable): TableRun {
  const disagreements: Disagreement[] = [];
  const count = { compared: 0, skipped: 0 };
  for (const group of table.groups) {
    if (OTHERS.includes(group.name)) continue;
    let world = worldFor(model, table, group);
    const fresh = new Map(world);
    for (const row of group.rows) {
      if (group.freshPerRow) world = new Map(fresh);
      const result = runRow(model, table, world, row);
      if (result === 'skipped') count.skipped += 1;
      else count.compared += 1;
      if (result !== 'skipped' && result !== 'agrees') disagreements.push({ row, answered: result });
    }
  }
  return { disagreements, ...count };
}

function runRow(model: Model, table: ExpectTable, world: World, row: ExpectRow): string {
  const now = clockOf(row.when);
  const ids = idsOf(world, now);
  const request = requestOf(model, table, world, row, ids);
  if (request === null || row.input.includes('page=') || row.input.includes('${file') || row.input.includes('times='))
    return 'skipped';
  const who = row.person === 'guest' ? null : (ids(`@${row.person}`) ?? 'nobody');
  const answer = oracle(model, world, who, request, now);
  const [action = '', ...rest] = row.action.split(' ');
  const found = action === 'can' ? canText(answer, rest) : outcomeOf(answer, row.answer, world);
  return agrees(row, found, answer, world, now) ? 'agrees' : found;
}

function clockOf(when: string): number {
  if (when === '') return CLOCK;
  if (!when.startsWith('+')) return Date.parse(when);
  const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 };
  return [...when.matchAll(/(\d+)([dhm])/g)].reduce(
    (clock, [, count, unit]) => clock + Number(count) * (units[unit ?? ''] ?? 0),
    CLOCK,
  );
}

type Ids = (name: string) => string | null;

/** `@Ana` a person by first name, else a record by its title. */
function idsOf(world: World, now: number): Ids {
  return (name) => {
    for (const stored of world.values()) {
      if (
        name.startsWith('@') &&
        stored.entity === PEOPLE &&
        String(stored.values.get('name')).split(' ')[0] === name.slice(1)
      )
        return stored.id;
      if (stored.entity === RECORDS && stored.values.get('title') === name) return stored.id;
    }
    return name === '' || now === 0 ? null : `gone ${name}`;
  };
}

function requestOf(model: Model, table: ExpectTable, world: World, row: ExpectRow, ids: Ids): Request | null {
  const [action = '', ...rest] = row.action.split(' ');
  const id = row.record === '?' ? 'no such id' : (ids(row.record) ?? '');
  const entity = row.record.startsWith('@') ? PEOPLE : RECORDS;
  const { match, input } = inputOf(table, world, row, ids);
  const callOf = (kind: string, of: string): string | null =>
    model.calls.find((call) => call.does.kind === kind && 'entity' in call.does && call.does.entity === of)?.id ?? null;
  if (action === 'read' || action === 'see' || action === 'can') return { kind: 'read', entity, id };
  if (action === 'create')
    return { kind: 'create', entity: rest[0] ?? '', id: `new ${row.no}`, call: callOf('create', rest[0] ?? ''), input };
  if (action === 'change') return { kind: 'change', entity, id, call: callOf('change', entity), input, match };
  if (action === 'delete') return { kind: 'delete', entity, id, match };
  if (action === 'event') return event(model, rest.join(' '), id, input, match);
  if (action === 'list') return listRequest(model, rest.join(' '), row.input);
  return action === 'call' ? callRequest(model, rest.join(' '), row, id, input, match) : null;
}

function event(model: Model, name: string, id: string, input: Json, match: 'current' | 'stale' | 'none'): Request {
  const call = model.calls.find(({ does }) => does.kind === 'event' && does.event === name)?.id ?? null;
  return { kind: 'event', entity: RECORDS, id, event: name, call, input, match };
}

function callRequest(
  model: Model,
  text: string,
  row: ExpectRow,
  id: string,
  input: Json,
  match: 'current' | 'stale' | 'none',
): Request | null {
  const [method, path = ''] = text.split(' ');
  if (path.includes('?')) return null;
  const call = model.calls.find((each) => each.method === method && each.path === path);
  if (call === undefined) return null;
  const at = row.record === '?' ? 'no such id' : id;
  const { does } = call;
  if (does.kind === 'create') return { kind: 'create', entity: does.entity, id: `new ${row.no}`, call: call.id, input };
  if (does.kind === 'change') return { kind: 'change', entity: does.entity, id: at, call: call.id, input, match };
  if (does.kind === 'event') return event(model, does.event, at, input, match);
  if (does.kind === 'read') return { kind: 'read', entity: does.entity, id: at };
  return does.kind === 'list' ? { kind: 'list', entity: does.entity, screen: null, filter: null, sort: null } : null;
}

function listRequest(model: Model, path: string, input: string): Request | null {
  const screen = model.screens.find((each) => each.route === path) ?? null;
  const entity = screen?.entity ?? (path.endsWith('/people') ? PEOPLE : RECORDS);
  const parameters = new Map(
    input
      .split(' & ')
      .filter(Boolean)
      .map((each): [string, string] => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
  if ([...parameters.keys()].some((name) => name !== 'filter' && name !== 'sort')) return null;
  const [filter, sort] = [
    parameters.get('filter'),
    parameters.get('sort') ?? (screen?.sort[0] === undefined ? undefined : screen.sort[0].field),
  ];
  return {
    kind: 'list',
    entity,
    screen: screen?.id ?? null,
    filter: filter === undefined ? null : (parseExpression(filter).tree ?? 'unreadable'),
    sort: sort === undefined ? null : { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
  };
}

function inputOf(
  table: ExpectTable,
  world: World,
  row: ExpectRow,
  ids: Ids,
): { readonly match: 'current' | 'stale' | 'none'; readonly input: Json } {
  let text = row.input;
  const setting = /^If-Match=(none|stale)\s*/.exec(text);
  text = text.slice(setting?.[0].length ?? 0).replace(/^(?:Idempotency-Key|session)=\S+\s*/, '');
  const match = setting?.[1] === 'none' ? 'none' : setting?.[1] === 'stale' ? 'stale' : 'current';
  if (row.action.startsWith('list')) return { match, input: null };
  const fill = (json: string): Json => parsed(filled(json, world, row, ids));
  if (text.startsWith('raw ')) return { match, input: fill(text.slice(4)) };
  if (!text.startsWith('base')) return { match, input: text === '' ? {} : fill(text) };
  const change = text.slice(4).trim();
  const base = { ...(fill(table.base) as Record<string, Json>) };
  const dropped = /^-(\w+)\s*/.exec(change);
  if (dropped?.[1] !== undefined) delete base[dropped[1]];
  const over = change.slice(dropped?.[0].length ?? 0);
  const merged =
    over === ''
      ? base
      : Object.fromEntries([...Object.entries(base), ...Object.entries(fill(over) as Record<string, Json>)]);
  return { match, input: merged };
}

/** What is no JSON is no object either. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return 'broken';
  }
}

function filled(text: string, world: World, row: ExpectRow, ids: Ids): string {
  const today = day(clockOf(row.when));
  return text.replaceAll(/\$\{([^}]*)\}/gu, (_, what: string) => {
    const times = /^(.+)\*(\d+)$/u.exec(what);
    if (times?.[1] === 'lines')
      return JSON.stringify(Array.from({ length: Number(times[2]) }, () => ({ what: 'Item', amount: '1.00' })));
    if (times !== null) return (times[1] ?? '').repeat(Number(times[2]));
    if (what.startsWith('today')) return dayText(today + Number(what.slice('today'.length) || 0));
    if (what.startsWith('id:')) return ids(what.slice(3)) ?? '';
    const lines = world.get(ids(what.slice('line:'.length)) ?? '')?.values.get('lines');
    return what.startsWith('line:') && Array.isArray(lines) ? String((lines[0] as Record<string, Json>)['id']) : '';
  });
}

const day = (ms: number): number =>
  Math.floor((ms + (ms >= Date.parse('2027-03-28T01:00:00Z') ? 7_200_000 : 3_600_000)) / 86_400_000);
const dayText = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);

/** The answer in the words of the table. */
function outcomeOf(answer: Answer, expected: string, world: World): string {
  if (!answer.allowed) return refusalText(answer);
  if (expected.startsWith('sees') || expected.startsWith('first'))
    return (answer.list ?? []).map((seen) => titleOf(seen, world)).join('; ');
  return 'ok';
}

function refusalText({ code, status, faults }: Extract<Answer, { readonly allowed: false }>): string {
  if (faults.length === 0) return `${code} ${status}`;
  if (code !== 'INVALID') return `${code} ${status} at ${faults.map((fault) => fault.path).join('+')}`;
  return `${faults.map((fault) => fault.code).join('+')} ${status} at ${faults.map((fault) => fault.path).join('+')}`;
}

function canText(answer: Answer, [what = '', ...names]: readonly string[]): string {
  if (!answer.allowed || answer.record === null) return 'unseen';
  const { can } = answer.record;
  const name = names.join(' ');
  const codes = what === 'event' ? can.events.get(name) : what === 'change' ? can.change.get(name) : can.delete;
  return codes === undefined ? 'no such thing' : codes.length === 0 ? 'allowed' : codes.join(' or ');
}

const titleOf = (seen: ReadableRecord, world: World): string =>
  String(world.get(seen.id)?.values.get(seen.entity === PEOPLE ? 'name' : 'title'));

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  'A:TOO_MANY_LINES': ['TOO_MANY'],
  'A:NO_SUCH_VALUE': ['NO_SUCH_VALUE', 'NOT_A_CHOICE'],
  'A:NUMBER_TOO_LARGE': ['NUMBER_TOO_LARGE', 'TOO_BIG'],
};

function agrees(row: ExpectRow, found: string, answer: Answer, world: World, now: number): boolean {
  const expected = row.answer;
  if (expected === 'allowed') return found === 'allowed';
  if (row.action.startsWith('can ')) return found.split(' or ').includes(expected.split(' ')[0] ?? '');
  if (expected.startsWith('ok')) return answer.allowed && fieldsAgree(expected.slice(2), answer, world, now);
  if (expected.startsWith('sees '))
    return sameSet(
      expected === 'sees nothing' ? [] : expected.slice(5).split('; '),
      found === '' ? [] : found.split('; '),
    );
  if (expected.startsWith('first ')) return found === expected.slice(6) || found.startsWith(`${expected.slice(6)}; `);
  if (/^(shows|hides) /.test(expected)) {
    const seen = answer.allowed ? (answer.list ?? [answer.record]) : [];
    const text = JSON.stringify(seen.map((each) => (each === null ? [] : [...each.fields.values()])));
    return answer.allowed && text.includes(expected.slice(6)) === expected.startsWith('shows');
  }
  return !answer.allowed && refusalAgrees(row, answer);
}

function refusalAgrees(
  row: ExpectRow,
  { code, status, faults }: Extract<Answer, { readonly allowed: false }>,
): boolean {
  const [codes = '', wanted] = row.answer.split(' ');
  const [each, at] = [codes.split('+'), row.at.split('+').filter(Boolean)];
  if (status !== Number(wanted)) return false;
  if (at.length === 0) return faults.length === 0 && fits(each[0] ?? '', code);
  if (faults.length !== each.length) return false;
  return each.every((wantedCode, index) =>
    faults.some((fault) => fault.path === at[index] && fits(wantedCode, fault.code)),
  );
}

const fits = (wanted: string, code: string): boolean => (CLASSES[wanted] ?? [wanted.replace(/^A:/, '')]).includes(code);

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

function fieldsAgree(
  text: string,
  answer: Extract<Answer, { readonly allowed: true }>,
  world: World,
  now: number,
): boolean {
  const wanted = text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);
  return wanted.every((each) => {
    const [path = '', value = ''] = [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)];
    if (answer.list !== null) return path === 'total' || path === 'items' ? answer.list.length === Number(value) : true;
    const line = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(path);
    const top = answer.record?.fields.get(line?.[1] ?? path) ?? null;
    const got =
      line === null ? top : ((top as readonly Record<string, Json>[])[Number(line[2])]?.[line[3] ?? ''] ?? null);
    if (value === 'empty') return got === null;
    if (value === 'now') return Date.parse(String(got)) === now;
    if (value.startsWith('today')) return got === dayText(day(now) + Number(value.slice(5) || 0));
    const person = world.get(String(got));
    return (
      got === value ||
      person?.values.get('name')?.toString().split(' ')[0] === value ||
      Date.parse(String(got)) === Date.parse(value)
    );
  });
}

/** The sample data and the fixtures of a group, as the product would have written them. */
function worldFor(model: Model, table: ExpectTable, group: Group): World {
  const world: World = new Map();
  const put = (stored: Stored): unknown => world.set(stored.id, stored);
  for (const sample of model.samples) {
    for (const row of sample.rows) {
      const cells = new Map(sample.columns.map((column, index) => [column.name, row.cells[index]?.text ?? '']));
      put(
        sample.entity === PEOPLE
          ? person(cells)
          : record({ title: cells.get('title') ?? '', values: cells }, table, true),
      );
    }
  }
  for (const fixture of table.fixtures) {
    if (group.loads.includes(fixture.set)) put(record(fixture, table, false));
  }
  return world;
}

function person(cells: ReadonlyMap<string, string>): Stored {
  const values = [...cells].map(([name, text]): [string, Json] => [
    name,
    name === 'manager' ? `person ${text}` : text === '' ? null : text,
  ]);
  return { entity: PEOPLE, id: `person ${cells.get('name')}`, values: new Map(values) };
}

function record(
  { title, values: cells }: { readonly title: string; readonly values: ReadonlyMap<string, string> },
  table: ExpectTable,
  sample: boolean,
): Stored {
  const at = (name: string): string => cells.get(name) ?? '';
  const owner = table.people.find((each) => each.first === at('owner') || each.name === at('owner'))?.name ?? '';
  const lines = linesOf(at('lines'), title);
  const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 100), 0);
  const spent = /^today\s*([+-]\s*\d+)?/.exec(at('spentOn'));
  const values: readonly [string, Json][] = [
    ['title', title],
    ['owner', `person ${owner}`],
    ['category', at('category')],
    ['spentOn', spent === null ? at('spentOn') : dayText(day(CLOCK) + Number((spent[1] ?? '0').replaceAll(' ', '')))],
    ['lines', lines.map((line) => ({ ...line }))],
    ['total', (cents / 100).toFixed(2)],
    [
      'receipt',
      at('receipt') === 'yes' || at('receipt') === '(sample)'
        ? { file: 'f', name: 'receipt.pdf', size: 10, mediaType: 'application/pdf' }
        : null,
    ],
    ['note', at('note') === '' ? null : at('note')],
    ['refusal', at('refusal') === '' ? null : at('refusal')],
    ['status', at('status')],
    [
      'submittedAt',
      at('status') === 'Draft'
        ? null
        : new Date(at('submittedAt') === '' ? CLOCK - (sample ? 0 : 86_400_000) : at('submittedAt')).toISOString(),
    ],
    ['paidAt', at('status') === 'Paid' ? new Date(at('paidAt') === '' ? CLOCK : at('paidAt')).toISOString() : null],
  ];
  return { entity: RECORDS, id: `record ${title}`, values: new Map(values) };
}

function linesOf(text: string, title: string): { id: string; what: string; amount: string }[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)
    .flatMap((each, index) => {
      const found = /^(.*?)[: ]\s*(-?\d+\.\d\d)(?: EUR)?(?: x(\d+))?$/.exec(each);
      const count = Number(found?.[3] ?? 1);
      return Array.from({ length: count }, (_, copy) => ({
        id: `line ${title} ${index} ${copy}`,
        what: found?.[1] ?? '',
        amount: found?.[2] ?? '',
      }));
    });
}
