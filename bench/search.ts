import { openPostgres } from '../src/store/postgres/postgres-store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { type Bench, inFolder } from './bench.ts';
import { gatedText } from './documents.ts';
import { type Ledger, ledgerOver, SCREEN } from './paging.ts';
import { type Figure, figure, interleaved, median, ms, times } from './table.ts';

const SIZE = 100_000;

/** Each with what it is about; entries hold `Reason 0` to `Reason 899`, two of three of them any. */
const SEARCHES = [
  ['a word of one record', 'q=00012345'],
  ['the beginning of a word of few', 'q=remark+1234'],
  ['a word of very many', 'q=reason'],
  ['two words of many', 'q=remark+reason'],
  ['a word of none', 'q=nowhere'],
  ['a part of a text, as a condition', `filter=${encodeURIComponent('contains(number, "012345")')}`],
] as const;

/** Over SQLite; over PostgreSQL where `DATABASE_URL` names one, in a schema of its own that stays there. */
export const search: Bench = {
  name: 'search',
  about: `a search through four fields of ${SIZE.toLocaleString('en')} rows, with its total, beside the plain list`,
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const text = gatedText(false)
        .replace('| no | |\n| due', '| no | searchable |\n| due')
        .replace('| remark | text(..200) | no | |', '| remark | text(..200) | no | searchable |');
      const url = process.env['DATABASE_URL'] ?? '';
      const store =
        url === ''
          ? await openSqlite({ folder })
          : await openPostgres({
              url: `${url}${url.includes('?') ? '&' : '?'}schema=bench_${Date.now().toString(36)}`,
            });
      const ledger = await ledgerOver(store, text, quick ? SIZE / 10 : SIZE);
      try {
        return await compare(ledger, quick);
      } finally {
        await ledger.close();
      }
    }),
};

async function compare(ledger: Ledger, quick: boolean): Promise<Figure[]> {
  const plain = () => ledger.ask(SCREEN).then(({ took }) => took);
  const figures: Figure[] = [];
  for (const [what, query] of SEARCHES) {
    const searched = () => ledger.ask(`${SCREEN}&${query}`).then(({ took }) => took);
    for (let turn = 0; turn < 3; turn++) await searched();
    const [one = [], other = []] = await interleaved(quick ? 5 : 25, [searched, plain]);
    figures.push(
      figure(what, ms(median(one)), {
        against: `${ms(median(other))} plain`,
        ratio: times(median(one) / median(other)),
      }),
    );
  }
  return figures;
}
