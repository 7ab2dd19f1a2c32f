import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/store/core/store.ts';
import type { Connection, Connections } from '../../../src/store/postgres/postgres-connections.ts';
import { openPostgresOver } from '../../../src/store/postgres/postgres-store.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { freshSchema, testPostgres } from './postgres.ts';
import { quickFolder } from './quick-folder.ts';

/** What was asked of a database while something was done. */
export interface Asked {
  /** Without what begins and ends a transaction. */
  readonly statements: number;
  /** How often an answer had to be waited for before the next thing could be asked; 0 where nothing is far away. */
  readonly trips: number;
}

/** The same with what was asked. */
export interface AskedWhole extends Asked {
  /** The statements themselves. */
  readonly texts: readonly string[];
  /** How many rows came back; null where nobody counts them. */
  readonly rows: number | null;
}

export interface CountedStore {
  readonly store: Store;
  readonly during: (work: () => Promise<unknown>) => Promise<Asked>;
  readonly whole: (work: () => Promise<unknown>) => Promise<AskedWhole>;
  readonly done: () => Promise<void>;
}

export async function countedSqlite(): Promise<CountedStore> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-counted-'));
  const all: string[] = [];
  const trace = (sql: string) => void all.push(sql);
  const store = await openSqlite({ folder, trace });
  const whole: CountedStore['whole'] = async (work) => {
    const before = all.length;
    await work();
    const texts = all.slice(before);
    return { statements: texts.length, texts, rows: null, trips: 0 };
  };
  return {
    store,
    during: counting(whole),
    whole,
    done: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const counting =
  (whole: CountedStore['whole']): CountedStore['during'] =>
  async (work) => {
    const { statements, trips } = await whole(work);
    return { statements, trips };
  };

/** What somebody did with a connection from taking it to giving it back. */
interface Taken {
  readonly texts: string[];
  rows: number;
  trips: number;
}

export async function countedPostgres(): Promise<CountedStore> {
  const database = await testPostgres();
  const schema = freshSchema();
  const all: Taken[] = [];
  const connections = database.connections(schema);
  const counted: Connections = {
    ...connections,
    acquire: async (sending) => {
      const taken: Taken = { texts: [], rows: 0, trips: 0 };
      all.push(taken);
      const { connection, release } = await connections.acquire(sending);
      return { connection: countedOn(connection, taken), release };
    },
  };
  const store = await openPostgresOver(counted, schema);
  const whole: CountedStore['whole'] = async (work) => {
    const before = all.length;
    await work();
    const found = all.slice(before).filter((taken) => !isTelling(taken));
    const texts = found.flatMap((taken) => taken.texts).filter((text) => !isLeft(text));
    return {
      statements: texts.length,
      texts,
      rows: found.reduce((sum, { rows }) => sum + rows, 0),
      trips: found.reduce((sum, { trips }) => sum + trips, 0),
    };
  };
  return {
    store,
    during: counting(whole),
    whole,
    done: async () => {
      await store.close();
      await database.drop(schema);
    },
  };
}

/** What is sent while nothing is on its way begins a trip. */
function countedOn({ ask, script }: Connection, taken: Taken): Connection {
  let onTheWay = 0;
  const trip = async <T>(answer: Promise<T>): Promise<T> => {
    if (onTheWay === 0) taken.trips += 1;
    onTheWay += 1;
    try {
      return await answer;
    } finally {
      onTheWay -= 1;
    }
  };
  return {
    ask: async (step) => {
      // Requests share a check of what other processes committed, and it depends on the time how many need another.
      if (isCheck(step.sql)) return ask(step);
      taken.texts.push(step.sql);
      const answered = await trip(ask(step));
      taken.rows += answered.rows.length;
      return answered;
    },
    script: (statements) => trip(script(statements)),
  };
}

export const isCheck = (sql: string): boolean => sql.includes('FROM commits_since(');

/** What is left for other programs, of which there is one alone elsewhere. */
const isLeft = (text: string): boolean => text.startsWith('INSERT INTO changes');

/** After a write other programs are told, and look; nobody waits for that. */
const isTelling = ({ texts }: Taken): boolean => texts.some((text) => /pg_notify|pg_snapshot/.test(text));
