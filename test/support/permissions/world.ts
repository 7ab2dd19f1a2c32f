import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Write } from '../../../src/engine/context/verdict.ts';
import { type FileValue, noValues, type Row as StoredRow, type Value } from '../../../src/fields/text/value.ts';
import { readDocument } from '../../../src/notation/document/read-document.ts';
import { createHttpApplication, type Fetch } from '../../../src/server/application/http-application.ts';
import { createRuntime, type Runtime } from '../../../src/server/runtime/runtime.ts';
import type { Store } from '../../../src/store/core/store.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { quickFolder } from '../database/quick-folder.ts';

/** A document, records full of values that occur nowhere else, and who reads which of them, typed by hand. */
export interface World {
  readonly name: string;
  readonly text: string;
  /** The entity of the people. */
  readonly person: string;
  /** Keys of the people, in an order. */
  readonly people: readonly string[];
  /** Somebody who reads every field of every record, or null. */
  readonly seesAll: string | null;
  /** Who has a screen of numbers. */
  readonly dashboards: readonly string[];
  /** What the screen of this route admits, whoever looks. */
  readonly shows: (route: string, row: Row) => boolean;
  readonly made: (make: Maker) => Row[];
  /** Whether this person reads this field of this row; `id` stands for the row itself. */
  readonly reads: (me: Row, row: Row, field: string, made: Made) => boolean;
}

export interface Row extends StoredRow {
  /** What a test calls it; empty where it needs no name. */
  readonly key: string;
}

/** All records of a world. */
export interface Made {
  readonly rows: readonly Row[];
  readonly find: (id: string) => Row | undefined;
}

/** Makes values that can be recognised wherever they turn up. */
export interface Maker {
  readonly next: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly id: () => string;
  readonly text: () => string;
  readonly email: () => string;
  readonly money: () => number;
  readonly integer: () => number;
  readonly date: () => string;
  readonly instant: () => number;
  readonly file: () => FileValue;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const DAY = 86_400_000;

/** The same seed makes the same values, none of them twice. */
export function maker(seed: number): Maker {
  let state = (seed + 1) >>> 0;
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
  const given = new Set<string | number>();
  const once = <T extends string | number>(make: () => T): T => {
    for (;;) {
      const value = make();
      if (given.has(value)) continue;
      given.add(value);
      return value;
    }
  };
  const word = () => once(() => `zq${Array.from({ length: 14 }, () => LETTERS[next(LETTERS.length)]).join('')}`);
  const number = () => once(() => 100_000_001 + next(800_000_000));
  return {
    next,
    pick: (items) => {
      const item = items[next(items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    id: word,
    text: word,
    email: () => `${word()}@example.com`,
    money: number,
    integer: number,
    date: () => once(() => new Date(-2_000_000_000_000 + next(23_000) * DAY).toISOString().slice(0, 10)),
    instant: () => once(() => 100_000_000_000 + next(800_000_000) * 1000 + next(1000)),
    file: () => ({ file: word(), name: `${word()}.pdf`, size: 24, mediaType: 'application/pdf' }),
  };
}

/** A row as the product would write it. */
export function rowOf(entity: string, id: string, values: { readonly [name: string]: Value }, key = ''): Row {
  return { entity, id, version: 1, values: Object.assign(noValues(), values), key };
}

/** A document that runs outside development, over the records of its world. */
export interface Running {
  readonly world: World;
  readonly seed: number;
  readonly make: Maker;
  readonly made: Made;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly fetch: Fetch;
  /** Texts of all statements since it was emptied last. */
  readonly statements: string[];
  readonly folder: string;
  readonly person: (key: string) => Row;
  /** Asks as this person; null asks as a guest. */
  readonly ask: (key: string | null, question: Question) => Promise<Answer>;
  /** Writes as the product does: no permission, no rule. */
  readonly write: (writes: readonly Write[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** All headers, sorted, one a line. */
  readonly headers: string;
  readonly text: string;
}

const origin = 'http://localhost:4000';
const noon = Date.UTC(2026, 7, 14, 10);

export async function startWorld(world: World, seed: number): Promise<Running> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-'));
  const statements: string[] = [];
  const store = await openSqlite({ folder, trace: (sql) => void statements.push(sql) });
  const clock = () => noon;
  const runtime = await createRuntime({ text: world.text, store, dev: false, clock, read: readDocument });
  const fetch = createHttpApplication(runtime);
  const make = maker(seed);
  const rows = world.made(make);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const running: Running = {
    world,
    seed,
    make,
    made: { rows, find: (id) => byId.get(id) },
    runtime,
    store,
    fetch,
    statements,
    folder,
    person: (key) => {
      const found = rows.find((row) => row.entity === world.person && row.key === key);
      if (found === undefined) throw new Error(`There is nobody called ${key}.`);
      return found;
    },
    ask: asker(runtime, fetch, (key) => running.person(key).id),
    write: (writes) => writeAll(running, writes),
    stop: async () => {
      await runtime.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await plant(running);
  return running;
}

/** The rows, their files, and for each a history in which every text was another one before. */
async function plant(running: Running): Promise<void> {
  const { made, store, write } = running;
  const attached: Write[] = [];
  for (const { entity, id, values } of made.rows) {
    for (const [field, value] of Object.entries(values)) {
      if (!isFile(value)) continue;
      const bytes = new TextEncoder().encode(`%PDF-1.4\n${value.file}`.padEnd(24).slice(0, 25));
      await store.addUpload({ value, uploader: null, bytes }, noon);
      attached.push({ kind: 'attach', token: value.file, entity, id, field });
    }
  }
  const inserts = made.rows.map((row): Write => ({ kind: 'insert', row }));
  const histories = made.rows.map(({ entity, id, values }): Write => {
    const changes = Object.entries(values).flatMap(([field, to]) =>
      Array.isArray(to) && typeof to[0] !== 'string' ? [] : [{ field, from: null, to }],
    );
    return { kind: 'history', entry: { entity, id, event: 'create', changes, notes: [] } };
  });
  await write([...inserts, ...attached, ...histories]);
}

async function writeAll({ store, runtime }: Running, writes: readonly Write[]): Promise<void> {
  const outcome = await store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({ allowed: true, writes, row: null }),
    actor: { kind: 'product' },
    now: noon,
    documentHash: runtime.current().hash,
    idempotency: null,
  });
  if (outcome.outcome !== 'decided') throw new Error('The records were not written.');
}

function asker(runtime: Runtime, fetch: Fetch, idOf: (key: string) => string): Running['ask'] {
  const tokens = new Map<string, string>();
  return async (key, { method, path, body, headers = {} }) => {
    const sent = new Headers(headers);
    if (key !== null) {
      const token = tokens.get(key) ?? (await runtime.sessions.open(idOf(key), noon));
      tokens.set(key, token);
      sent.set('cookie', `ninefold-4000=${token}`);
    }
    const init: RequestInit = { method, headers: sent };
    if (body !== undefined) {
      if (!sent.has('content-type')) sent.set('content-type', 'application/json');
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
    }
    const answer = await fetch(new Request(`${origin}${path}`, init), { address: '127.0.0.1' });
    const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
    return { status: answer.status, headers: lines.sort().join('\n'), text: await answer.text() };
  };
}

/** Whether a value is a file. */
export function isFile(value: Value): value is FileValue {
  return value !== null && typeof value === 'object' && 'mediaType' in value;
}

/** Whether a value is a list of lines. */
export function isLines(value: Value): value is readonly StoredRow[] {
  return Array.isArray(value) && value.every((item) => item !== null && typeof item === 'object' && 'values' in item);
}
