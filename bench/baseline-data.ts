import type { DatabaseSync } from 'node:sqlite';
import { type StoredClaim, type StoredLine, statementsOf } from './baseline-store.ts';

type Soon<T> = T | Promise<T>;

/** One page of a list: whose it is, and behind which row it begins. */
export interface Asked {
  readonly me: string;
  readonly isManager: boolean;
  readonly isFinance: boolean;
  readonly status: string;
  readonly at: number;
  readonly id: string;
  readonly limit: number;
}

export interface StoredPerson {
  readonly id: string;
  readonly role: string;
}

type Cell = string | number | null;

/** What the server written by hand asks of its database, whichever it is. */
export interface Tables {
  readonly person: (id: string) => Soon<StoredPerson | undefined>;
  readonly claim: (id: string) => Soon<StoredClaim | undefined>;
  readonly lines: (claim: string) => Soon<readonly StoredLine[]>;
  readonly linesOfAll: (claims: readonly string[]) => Soon<readonly StoredLine[]>;
  readonly list: (asked: Asked) => Soon<readonly StoredClaim[]>;
  /** At most 1,001. */
  readonly count: (asked: Asked) => Soon<number>;
  readonly insertClaim: (cells: readonly Cell[]) => Soon<unknown>;
  readonly insertLine: (cells: readonly Cell[]) => Soon<unknown>;
  readonly updateClaim: (cells: readonly Cell[]) => Soon<unknown>;
  readonly updateState: (cells: readonly Cell[]) => Soon<unknown>;
  readonly insertHistory: (cells: readonly Cell[]) => Soon<unknown>;
  readonly insertInbox: (cells: readonly Cell[]) => Soon<unknown>;
}

export interface Data extends Tables {
  /** Works in a transaction, which is taken back where the work says so or fails. */
  readonly transaction: <T>(
    work: (tables: Tables) => Promise<{ readonly keep: boolean; readonly result: T }>,
  ) => Promise<T>;
}

/** Over one file: it has one connection, so that transactions wait for one another. */
export function dataIn(database: DatabaseSync): Data {
  const statements = statementsOf(database);
  const named = ({ isManager, isFinance, me, status }: Asked) => ({
    me,
    status,
    isManager: Number(isManager),
    isFinance: Number(isFinance),
    draft: 'Draft',
  });
  const tables: Tables = {
    person: (id) => statements.person.get(id) as StoredPerson | undefined,
    claim: (id) => statements.claim.get(id) as unknown as StoredClaim | undefined,
    lines: (claim) => statements.lines.all(claim) as unknown as StoredLine[],
    linesOfAll: (claims) => statements.linesOfAll.all(JSON.stringify(claims)) as unknown as StoredLine[],
    list: (asked) =>
      statements.list.all({
        ...named(asked),
        at: asked.at,
        id: asked.id,
        limit: asked.limit,
      }) as unknown as StoredClaim[],
    count: (asked) => Number(statements.count.get(named(asked))?.['count']),
    insertClaim: (cells) => statements.insertClaim.run(...cells),
    insertLine: (cells) => statements.insertLine.run(...cells),
    updateClaim: (cells) => statements.updateClaim.run(...cells),
    updateState: (cells) => statements.updateState.run(...cells),
    insertHistory: (cells) => statements.insertHistory.run(...cells),
    insertInbox: (cells) => statements.insertInbox.run(...cells),
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...tables,
    transaction: (work) => {
      const mine = last.then(async () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const { keep, result } = await work(tables);
          database.exec(keep ? 'COMMIT' : 'ROLLBACK');
          return result;
        } catch (error) {
          database.exec('ROLLBACK');
          throw error;
        }
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
