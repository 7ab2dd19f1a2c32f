import assert from 'node:assert/strict';
import { loadPrincipal } from '../../../src/server/runtime/persons.ts';
import { noteShown } from '../../../src/server/runtime/shown-records.ts';
import { blotted, listAttacks, recordAttacks } from './attacks.ts';
import { type ListBase, listBases, listQuestions, otherQuestions, recordQuestions, withQuery } from './questions.ts';
import { attributesOf, formsIn, mayRead, spokenOf, type Watch, watchFor } from './watch.ts';
import type { Answer, Question, Row, Running } from './world.ts';

/** How much is asked: `records` of each entity, and one in `share` of all attacks. */
export interface Extent {
  readonly records: number;
  readonly share: number;
}

/** Asks everything that can be asked: no answer holds what they may not read, all answers together what they may. */
export async function holdsNothingHidden(running: Running, person: string | null, { records }: Extent): Promise<void> {
  const watch = watchFor(running, person);
  const seen = new Set<string>();
  const own = running.made.rows.filter(({ id }) => watch.open.has(id));
  const some = [...Map.groupBy(own, ({ entity }) => entity).values()].flatMap((rows) => rows.slice(0, records));
  const ofRecords = some.flatMap(({ entity, id }) => recordQuestions(running, entity, id));
  for (const question of [...ofRecords, ...otherQuestions(running), ...listQuestions(running)]) {
    for (const form of formsFound(watch, question, await running.ask(person, question))) seen.add(form);
  }
  const unseen = [...watch.open].filter((form) => !seen.has(form) && !/ |^\d{10,}$/.test(form));
  assert.deepEqual(unseen, [], `${person ?? 'a guest'} may read these, and no answer holds them`);
}

/** Asks for hidden values and for values that nobody has: both are answered alike, to the letter. */
export async function answersAlike(running: Running, person: string | null, { share }: Extent): Promise<void> {
  const watch = watchFor(running, person);
  const attacks = [...listAttacks(running, watch, share), ...recordAttacks(running, watch)];
  assert.ok(attacks.length > 0 || person === running.world.seesAll);
  for (const { hit, miss, needles } of attacks) {
    const found = await running.ask(person, hit);
    const missed = await running.ask(person, miss);
    const hits = needles.map(([needle]) => needle);
    const misses = needles.map(([, needle]) => needle);
    assert.equal(blotted(found, hits), blotted(missed, misses), told(hit));
    formsFound(watch, hit, found, JSON.stringify(hits));
  }
}

/** The same of records that they were shown before, so that each is looked up as if it were theirs still. */
export async function answersAlikeOnceShown(running: Running, person: string, extent: Extent): Promise<void> {
  const { runtime, made } = running;
  const version = runtime.current();
  const who = await loadPrincipal(runtime, version, running.person(person).id);
  const { hidden } = watchFor(running, person);
  const taken = made.rows.filter(({ id }) => hidden.has(id));
  assert.ok(taken.length > 0);
  for (const { entity, id } of taken) noteShown({ version, principal: who }, { entity, id });
  await answersAlike(running, person, extent);
}

/** Every list holds the records that they may read and no others, counts these, and orders them by what they may read. */
export async function countsWhatIsRead(running: Running, person: string): Promise<void> {
  for (const base of listBases(running).filter(({ path }) => path.startsWith('/api/'))) {
    const rows: readonly Row[] = running.made.rows.filter(
      (row) => row.entity === base.entity && mayRead(running, person, row, 'id'),
    );
    const answer = await running.ask(person, withQuery(base, { total: 'exact' }));
    if (answer.status === 403) {
      assert.deepEqual(rows, [], `${person} reads ${base.entity} and may not list it`);
      continue;
    }
    assert.deepEqual(pageOf(answer).ids.toSorted(), rows.map(({ id }) => id).toSorted(), base.path);
    assert.deepEqual(pageOf(answer).total, { count: rows.length, atLeast: false });
    await countsFollow(running, person, base, rows);
  }
}

/** Every number and every chart by choices or references adds up what they may read, and nothing else. */
export async function addsUpWhatIsRead(running: Running, person: string): Promise<number> {
  let compared = 0;
  for (const screen of running.runtime.current().model.screens.filter(({ numbers }) => numbers.length > 0)) {
    const answer = await running.ask(person, {
      method: 'GET',
      path: `/_/tiles?screen=${encodeURIComponent(screen.id)}`,
    });
    if (answer.status !== 200) continue;
    const { tiles } = JSON.parse(answer.text) as { tiles: Tile[] };
    const listed = running.made.rows.filter(
      (row) => row.entity === screen.entity && running.world.shows(screen.route, row),
    );
    const rows = listed.filter((row) => mayRead(running, person, row, 'id'));
    const readValue = (row: Row, field: string | null) =>
      field !== null && mayRead(running, person, row, field) ? (row.values[field] ?? null) : null;
    const numbers = screen.numbers.map((tile) => ({ ...tile, by: null, interval: null }));
    for (const tile of [...numbers, ...screen.charts]) {
      if (tile.interval !== null || tile.filter !== null) continue;
      const { by } = tile;
      const points = tiles.find(({ id }) => id === tile.id)?.points ?? [];
      const keys = by === null ? [null] : [...new Set(rows.map((row) => readValue(row, by)))];
      for (const key of keys) {
        const group = by === null ? rows : rows.filter((row) => readValue(row, by) === key);
        const values = group.map((row) => Number(readValue(row, tile.field))).filter((value) => value !== 0);
        const sum = tile.aggregate === 'max' ? Math.max(0, ...values) : values.reduce((one, other) => one + other, 0);
        const expected = tile.aggregate === 'count' ? group.length : sum;
        const point = points.find((each) => each.key === key);
        const message = `${tile.id} of ${String(key)} for ${person}: ${answer.text}`;
        assert.equal(Number(point?.value.replace('.', '')), expected, message);
        compared += 1;
      }
      assert.ok(
        points.every((point) => keys.includes(point.key) || point.rows === 0),
        `${tile.id} for ${person}: ${answer.text}`,
      );
    }
  }
  return compared;
}

interface Tile {
  readonly id: string;
  readonly points: readonly { readonly key: string | null; readonly value: string; readonly rows: number }[];
}

/** For each field: how many are empty to them, how many have each choice, and where the empty ones stand in order. */
async function countsFollow(running: Running, person: string, base: ListBase, rows: readonly Row[]): Promise<void> {
  const screens = running.runtime
    .current()
    .model.screens.filter(({ entity, filter }) => entity === base.entity && filter === null);
  const screen = screens.find(
    ({ kind, roles }) => kind === 'table' && (roles ?? []).some(({ name }) => name === 'Staff'),
  );
  const listed = screen === undefined ? base : { ...base, path: `/_/list?screen=${encodeURIComponent(screen.id)}` };
  for (const { name, type } of attributesOf(running, base.entity)) {
    const readValue = (row: Row) => (mayRead(running, person, row, name) ? (row.values[name] ?? null) : null);
    const empty = await running.ask(person, withQuery(listed, { [`${name}.empty`]: 'true' }));
    if (empty.status !== 200) {
      assert.ok(
        type.kind === 'list' ||
          type.kind === 'file' ||
          type.kind === 'role' ||
          screen === undefined ||
          rows.every((row) => readValue(row) === null),
        name,
      );
      continue;
    }
    const hidden = rows.filter((row) => readValue(row) === null).map(({ id }) => id);
    assert.deepEqual(pageOf(empty).ids.toSorted(), hidden.toSorted(), `${name} is empty to ${person} on these`);
    assert.equal(pageOf(empty).total?.count, hidden.length);
    const options =
      type.kind === 'choice'
        ? type.options.map((option) => option.name)
        : type.kind === 'boolean'
          ? ['true', 'false']
          : [];
    for (const option of options) {
      const answer = await running.ask(person, withQuery(listed, { [name]: option, total: 'exact' }));
      const having = rows.filter((row) => String(readValue(row)) === option).map(({ id }) => id);
      assert.deepEqual(pageOf(answer).ids.toSorted(), having.toSorted(), `${name} is ${option} to ${person} on these`);
    }
    for (const sort of [name, `-${name}`]) {
      const ids = await allPages(running, person, listed, { sort, limit: '3' });
      assert.deepEqual(
        ids.slice(rows.length - hidden.length),
        hidden.toSorted(),
        `sorted by ${sort} what ${person} may not read stands last, by id`,
      );
      assert.deepEqual(ids.toSorted(), rows.map(({ id }) => id).toSorted());
    }
  }
}

async function allPages(
  running: Running,
  person: string,
  base: ListBase,
  query: Readonly<Record<string, string>>,
): Promise<string[]> {
  const ids: string[] = [];
  let page: string | null = null;
  do {
    const answer: Answer = await running.ask(person, withQuery(base, page === null ? query : { ...query, page }));
    assert.equal(answer.status, 200, answer.text);
    const { ids: found, next } = pageOf(answer);
    ids.push(...found);
    page = next;
  } while (page !== null);
  return ids;
}

interface Page {
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly total: { readonly count: number; readonly atLeast: boolean } | null;
}

function pageOf({ status, text }: Answer): Page {
  assert.equal(status, 200, text);
  const { items, next, total } = JSON.parse(text) as { items: { id: string }[] } & Omit<Page, 'ids'>;
  return { ids: items.map(({ id }) => id), next, total };
}

/** Fails where an answer holds what it may not; else the recognised values in it. */
function formsFound({ hidden }: Watch, question: Question, answer: Answer, asked = ''): Set<string> {
  assert.notEqual(answer.status, 500, `${told(question)} was answered ${answer.text}`);
  const found = formsIn(`${answer.headers}\n${answer.text}`, spokenOf(hidden.keys()));
  for (const form of found) {
    const mark = hidden.get(form);
    if (mark === undefined || asked.includes(form) || asked.replace(/[.,]/g, '').includes(form)) continue;
    assert.fail(
      `${told(question)} holds ${mark.at} (${form}) of ${mark.row.entity} ${mark.row.id}:\n${answer.text.slice(0, 2000)}`,
    );
  }
  return found;
}

const told = ({ method, path, body }: Question) =>
  `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`;
