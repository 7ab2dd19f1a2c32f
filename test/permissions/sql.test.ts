import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { listBases, withQuery } from '../support/permissions/questions.ts';
import { workshop } from '../support/permissions/workshop.ts';
import { type Question, type Running, startWorld } from '../support/permissions/world.ts';

const KEEPER =
  'r.client IS NOT NULL AND r.client IN SELECT a.id FROM Client AS a WHERE a.keeper = ? AND a.deleted_at IS NULL';

/** Which rows each person finds, as SQL without its brackets, typed by hand. Null: all of them. Absent: none, and nothing is asked. */
const CONDITIONS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  Wanda: { Job: 'r.worker IS ?', Person: 'r.team IS ?' },
  Gil: { Job: KEEPER, Client: 'r.keeper IS ?', Person: 'r.team IS ?' },
  Hana: { Job: `r.worker IS ? OR ${KEEPER}`, Client: 'r.keeper IS ?', Person: 'r.team IS ?' },
  Uli: { Job: 'r.status IS ?', Client: null, Person: 'r.team IS ?' },
  Bea: { Job: null, Client: null, Person: null },
  Vic: { Job: null, Client: null, Person: null },
  Nils: { Person: 'r.team IS ?' },
};

describe('what the store is asked', () => {
  for (const [person, conditions] of Object.entries(CONDITIONS)) {
    it(`every list, count, search, page and sum of ${person} carries the condition of their rows`, async (t) => {
      // Sums of others who read the same rows would be answered without asking the store again.
      const running = await startWorld(workshop, 1);
      t.after(() => running.stop());
      const readable = namesFor(running);
      const shapes = new Set<string>();
      for (const { entity, question } of await questions(running, person)) {
        running.statements.length = 0;
        const answer = await running.ask(person, question);
        // Who asks is looked up by the hash of a token, in tables of its own.
        const statements = running.statements.filter((sql) => !/\bkeyring\b/.test(sql)).map(readable);
        const rows = statements.filter((sql) => /\bFROM \w+ AS r\b/.test(sql));
        if (!(entity in conditions)) assert.deepEqual([rows, answer.status === 200], [[], false], question.path);
        if (answer.status === 200 && !question.path.includes('tiles')) assert.ok(rows.length > 0, question.path);
        for (const sql of rows) {
          shapes.add(shapeOf(sql));
          assertCarries(sql, entity, conditions[entity] ?? null, `${person}: ${question.path}`);
        }
        const others = statements.filter(
          (each) => !rows.includes(each) && !(/[?&]q=/.test(question.path) && COUNTED.test(each)),
        );
        for (const sql of others) assert.match(sql, BY_ID, question.path);
      }
      const few = person === 'Nils';
      const expected = few ? ['count', 'page'] : ['count', 'groups', 'page', 'page after', 'sum'];
      assert.deepEqual([...shapes].sort(), expected);
    });
  }
});

/** How many records have a word: it says where a search is to look, and nothing to anybody. */
const COUNTED = /^SELECT count\(\*\) FROM \(SELECT doc FROM v_\w+ WHERE .* LIMIT \d+\)$/;

/** Whole records are read only by the ids that a list found or that somebody named, and then judged one by one. */
const BY_ID =
  /^(SELECT .* WHERE (id = \?|id IN \(SELECT value FROM json_each\(\?\)\)|parent (= \?|IN \(SELECT value FROM json_each\(\?\)\)) AND list = \?) )/;

async function questions(running: Running, person: string): Promise<{ entity: string; question: Question }[]> {
  const { screens } = running.runtime.current().model;
  const all = [];
  for (const base of listBases(running)) {
    const title = base.entity === 'Job' ? 'title' : 'name';
    const queries = [
      {},
      { total: 'exact' },
      { q: 'zq' },
      { sort: title },
      { sort: `-${title},-createdAt` },
      { [title]: 'x' },
      { filter: `${title} == "x"` },
      { 'price.min': '1', sort: 'price' },
    ];
    const pages = await secondPages(running, person, base);
    all.push(...[...queries, ...pages].map((query) => ({ entity: base.entity, question: withQuery(base, query) })));
  }
  for (const { id, entity, numbers } of screens) {
    if (entity !== null && numbers.length > 0)
      all.push({ entity, question: { method: 'GET', path: `/_/tiles?screen=${encodeURIComponent(id)}` } });
  }
  return all;
}

async function secondPages(running: Running, person: string, base: ReturnType<typeof listBases>[number]) {
  const asked = [{ limit: '1' }, { limit: '1', sort: 'due' }, { limit: '1', sort: '-name' }];
  const pages: Readonly<Record<string, string>>[] = [];
  for (const query of asked) {
    const answer = await running.ask(person, withQuery(base, query));
    const next = answer.status === 200 ? (JSON.parse(answer.text) as { next: string | null }).next : null;
    if (next !== null) pages.push({ ...query, page: next });
  }
  return pages;
}

function shapeOf(sql: string): string {
  if (sql.startsWith('SELECT count(*) FROM (SELECT 1')) return 'count';
  if (/GROUP BY/.test(sql)) return 'groups';
  if (!/ORDER BY/.test(sql)) return 'sum';
  return / AND \S+ [<>] \?| r\.id > \?/.test(sql) ? 'page after' : 'page';
}

/** The condition stands among the parts that must all hold, in each branch, and nowhere else. */
function assertCarries(sql: string, entity: string, condition: string | null, where: string): void {
  const [, ...clauses] = sql.split(`FROM ${entity} AS r WHERE `);
  assert.ok(clauses.length > 0, sql);
  for (const clause of clauses) {
    const [stated = ''] = clause.split(/ (?:GROUP BY|ORDER BY|LIMIT|UNION ALL SELECT r\.id,) /);
    const parts = topLevel(stated).map(bare);
    assert.equal(parts[0], 'r.deleted_at IS NULL', `${where}\n${sql}`);
    if (condition !== null) assert.ok(parts.includes(condition), `${where} does not carry “${condition}”:\n${sql}`);
  }
}

/** The parts of a condition that `AND` joins outside of all brackets. */
function topLevel(condition: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const word of condition.split(/(?<=[()])|(?=[()])|(?<= AND )|(?= AND )/)) {
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (depth === 0 && word === ' AND ') parts.push('');
    else parts[parts.length - 1] += word;
  }
  return parts;
}

const bare = (sql: string) =>
  sql
    .replace(/[()]/g, '')
    .replace(/\ba\d+\b/g, 'a')
    .replace(/\s+/g, ' ')
    .trim();

/** Statements with the names of the document in place of the columns and tables of the store. */
function namesFor({ folder }: Running): (sql: string) => string {
  const database = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
  const names = new Map<string, string>();
  for (const table of ['catalog_tables', 'catalog_columns']) {
    for (const { record } of database.prepare(`SELECT record FROM ${table}`).all()) {
      const { physical, name } = JSON.parse(String(record)) as { physical: string; name: string };
      names.set(physical, name);
    }
  }
  database.close();
  return (sql) =>
    sql.replace(
      /\b([tc]_[a-z2-7]+?)(_[owf])?\b/g,
      (_, physical: string, shadow = '') => `${names.get(physical) ?? physical}${shadow}`,
    );
}
