import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { diagnose } from '../src/cli/analysis/diagnose.ts';
import type { Row } from '../src/fields/text/value.ts';
import { idOf } from '../src/model/types/element.ts';
import { createHttpApplication, type Fetch } from '../src/server/application/http-application.ts';
import { createRuntime, type RuntimeOptions } from '../src/server/runtime/runtime.ts';
import type { Store } from '../src/store/core/store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { type Bench, inFolder } from './bench.ts';
import { gatedText } from './documents.ts';
import { insertAll, rowOf } from './seed.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

export const paging: Bench = {
  name: 'paging',
  about:
    'pages of 50 in a stated sort, by the server without a socket, as the rows become more (to 1,000,000 with --big)',
  run: ({ quick, big }) =>
    inFolder(async (folder) => {
      const sizes = [10_000, 100_000, ...(big ? [1_000_000] : [])].map((size) => (quick ? size / 10 : size));
      const ledgers: Ledger[] = [];
      try {
        for (const size of sizes) ledgers.push(await openLedger(folder, gatedText(false), size));
        return await compareSizes(ledgers, sizes, quick);
      } finally {
        for (const ledger of ledgers) await ledger.close();
      }
    }),
};

export const gates: Bench = {
  name: 'gates',
  about: 'a list of 50 of 100,000 rows with five fields that a role reads on some rows only, beside the same without',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const size = quick ? 10_000 : 100_000;
      const plain = await openLedger(folder, gatedText(false), size);
      const gated = await openLedger(folder, gatedText(true), size);
      try {
        return await compareGates(gated, plain, quick);
      } finally {
        await plain.close();
        await gated.close();
      }
    }),
};

export interface Ledger {
  readonly fetch: Fetch;
  /** The token of a clerk’s session. */
  readonly signIn: () => Promise<string>;
  /** Milliseconds that the answer takes, and the cursor of the next page. */
  readonly ask: (query: string) => Promise<{ readonly took: number; readonly next: string | null }>;
  readonly close: () => Promise<void>;
}

const PEOPLE = 100;

async function openLedger(folder: string, text: string, size: number): Promise<Ledger> {
  const own = join(folder, v7());
  mkdirSync(own);
  return ledgerOver(await openSqlite({ folder: own }), text, size);
}

/** A store filled with so many entries, behind the server without a socket. */
export async function ledgerOver(
  store: Store,
  text: string,
  size: number,
  options: Pick<RuntimeOptions, 'assets'> = {},
): Promise<Ledger> {
  const clock = () => Date.now();
  const runtime = await createRuntime({ text, store, dev: false, clock, read: diagnose, ...options });
  const now = Date.now();
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    rowOf('Person', v7(), { name: `Clerk ${index}`, email: `clerk${index}@example.com`, role: 'Clerk' }),
  );
  await insertAll(store, people, now);
  await insertAll(store, entries(people, size), now);
  const fetch: Fetch = createHttpApplication(runtime);
  const signIn = () => runtime.sessions.open(people[0]?.id ?? '', now);
  const cookie = `ninefold-80=${await signIn()}`;
  return {
    fetch,
    signIn,
    ask: async (query) => {
      const begun = performance.now();
      const request = new Request(`http://localhost${query}`, { headers: { cookie } });
      const answer = await fetch(request, { address: '127.0.0.1' });
      const body = await answer.text();
      const took = performance.now() - begun;
      if (answer.status !== 200) throw new Error(`${query} was answered ${answer.status}: ${body}`);
      return { took, next: (JSON.parse(body) as { next: string | null }).next };
    },
    close: async () => {
      await runtime.close();
      await store.close();
    },
  };
}

function* entries(people: readonly Row[], size: number): Generator<Row> {
  for (let index = 0; index < size; index++) {
    const number = `E-${String((index * 7919) % size).padStart(8, '0')}`;
    yield rowOf('Entry', v7(), {
      number,
      keeper: people[index % people.length]?.id ?? null,
      account: `Account ${index % 400}`,
      amount: 100 + ((index * 31) % 90_000),
      reason: index % 3 === 0 ? null : `Reason ${index % 900}`,
      due: `2026-${String(1 + (index % 12)).padStart(2, '0')}-14`,
      remark: index % 5 === 0 ? `Remark ${index}` : null,
    });
  }
}

export const SCREEN = `/_/list?screen=${encodeURIComponent(idOf('screen', '/'))}`;

async function compareSizes(ledgers: readonly Ledger[], sizes: readonly number[], quick: boolean): Promise<Figure[]> {
  const questions = [
    ['first page', async (ledger: Ledger) => (await ledger.ask(SCREEN)).took],
    ['first page without its total', async (ledger: Ledger) => (await ledger.ask(`${SCREEN}&total=none`)).took],
    ['pages 2 to 21, each', (ledger: Ledger) => walk(ledger, 20)],
  ] as const;
  const figures: Figure[] = [];
  for (const [what, ask] of questions) {
    for (const ledger of ledgers) for (let turn = 0; turn < 5; turn++) await ask(ledger);
    const found = await interleaved(
      quick ? 5 : 25,
      ledgers.map((ledger) => () => ask(ledger)),
    );
    const [least = Number.NaN, ...rest] = found.map(median);
    for (const [index, took] of rest.entries()) {
      figures.push(
        figure(`${what}: ${(sizes[index + 1] ?? 0).toLocaleString('en')} rows`, ms(took), {
          against: `${ms(least)} with ${(sizes[0] ?? 0).toLocaleString('en')}`,
          ratio: times(took / least),
          budget: '≤ 1.30 ×',
        }),
      );
    }
  }
  return figures;
}

/** The mean of the pages after the first. */
async function walk(ledger: Ledger, pages: number): Promise<number> {
  let { next } = await ledger.ask(`${SCREEN}&total=none`);
  let all = 0;
  for (let page = 0; page < pages && next !== null; page++) {
    const answer: Awaited<ReturnType<Ledger['ask']>> = await ledger.ask(
      `${SCREEN}&total=none&page=${encodeURIComponent(next)}`,
    );
    all += answer.took;
    next = answer.next;
  }
  return all / pages;
}

async function compareGates(gated: Ledger, plain: Ledger, quick: boolean): Promise<Figure[]> {
  const filter = (text: string) => `${SCREEN}&filter=${encodeURIComponent(text)}`;
  const questions = [
    ['in the stated sort', SCREEN],
    ['sorted by such a field', `${SCREEN}&sort=-amount`],
    ['filtered by two such fields', `${SCREEN}&amount.min=500&due.max=2026-06-01`],
    ['filtered and sorted by such fields', `${filter('reason != null')}&sort=due,amount`],
  ] as const;
  const figures: Figure[] = [];
  for (const [what, query] of questions) {
    for (const ledger of [gated, plain]) for (let turn = 0; turn < 3; turn++) await ledger.ask(query);
    const took = [gated, plain].map((ledger) => async () => (await ledger.ask(query)).took);
    const [with_ = [], without = []] = await interleaved(quick ? 3 : 15, took);
    figures.push(
      figure(what, ms(median(with_)), {
        against: `${ms(median(without))} without`,
        ratio: times(median(with_) / median(without)),
      }),
    );
  }
  return figures;
}
