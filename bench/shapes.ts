import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { type Bench, inFolder } from './bench.ts';
import { gatedText } from './documents.ts';
import { ledgerOver } from './paging.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

export const shapes: Bench = {
  name: 'shapes',
  about: 'calls that answer in a stated shape, beside the same calls that answer with whole records',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const own = join(folder, 'shapes');
      mkdirSync(own);
      const size = quick ? 2_000 : 20_000;
      const ledger = await ledgerOver(await openSqlite({ folder: own }), shapedText, size);
      try {
        return await compare(ledger, quick);
      } finally {
        await ledger.close();
      }
    }),
};

const CALL = '| entries | GET /api/entries | list Entry | filter, sort, page | page of Entry |';

/** The ledger with the same calls in shapes: fields, renamed fields, and with a nested record and a condition. */
const shapedText = gatedText(false)
  .replace(
    CALL,
    `${CALL}
| entry | GET /api/entries/:id | read Entry | | Entry |
| fields | GET /api/fields | list Entry | filter, sort, page | \`{ "items": [Fields], "next": next }\` |
| one | GET /api/fields/:id | read Entry | | Fields |
| nested | GET /api/nested | list Entry | filter, sort, page | \`{ "items": [Nested], "next": next }\` |`,
  )
  .replace(
    '## 8. ',
    `### Shape: Fields

- Of: Entry

| Member | Value |
| --- | --- |
| id | |
| entry_number | number |
| keeper_id | keeper |
| account | |
| amount | |
| reason | |
| due_on | due |
| remark | |
| created_at | createdAt |

### Shape: Nested

- Of: Entry
- Includes: Fields

| Member | Value |
| --- | --- |
| object | "entry" |
| keeper | keeper as Clerk |
| mine | \`keeper == me\` |

### Shape: Clerk

- Of: Person

| Member | Value |
| --- | --- |
| id | |
| name | |

## 8. `,
  );

type Ledger = Awaited<ReturnType<typeof ledgerOver>>;

/** Requests in one measurement. */
const REQUESTS = 40;

async function compare(ledger: Ledger, quick: boolean): Promise<readonly Figure[]> {
  const cookie = `ninefold-80=${await ledger.signIn()}`;
  const send = async (path: string): Promise<string> => {
    const request = new Request(`http://localhost${path}`, { headers: { cookie } });
    const answer = await ledger.fetch(request, { address: '127.0.0.1' });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return text;
  };
  const ids: string[] = [];
  for (let next: string | null = null; ids.length < 500; ) {
    const page = next === null ? '' : `?page=${encodeURIComponent(next)}`;
    const body = JSON.parse(await send(`/api/entries${page}`)) as { items: { id: string }[]; next: string };
    ids.push(...body.items.map(({ id }) => id));
    next = body.next;
  }
  let turn = 0;
  const timed = (pathOf: (turn: number) => string) => async (): Promise<number> => {
    const begun = performance.now();
    for (let request = 0; request < REQUESTS; request++) await send(pathOf(turn++));
    return (performance.now() - begun) / REQUESTS;
  };
  /** Nearly all entries, with another condition each time, so that no response comes from the cache. */
  const filter = (at: number) =>
    `?filter=${encodeURIComponent(`amount >= ${(1 + (at % 2_000) / 100).toFixed(2)} EUR`)}&sort=number&total=none`;
  const oneOf = (at: number) => ids[at % ids.length] ?? '';
  const pairs = [
    ['list of 50, fields', (at: number) => `/api/fields${filter(at)}`, (at: number) => `/api/entries${filter(at)}`],
    ['list of 50, nested', (at: number) => `/api/nested${filter(at)}`, (at: number) => `/api/entries${filter(at)}`],
    ['read one', (at: number) => `/api/fields/${oneOf(at)}`, (at: number) => `/api/entries/${oneOf(at)}`],
  ] as const;
  const figures: Figure[] = [];
  for (const [what, shaped, whole] of pairs) {
    await interleaved(3, [timed(shaped), timed(whole)]);
    const results = await interleaved(quick ? 5 : 21, [timed(shaped), timed(whole)]);
    const [ours, against] = results.map((values) => median(values));
    if (ours === undefined || against === undefined) continue;
    figures.push(figure(what, ms(ours), { against: ms(against), ratio: times(ours / against), budget: '≤ 1.15 ×' }));
  }
  return figures;
}
