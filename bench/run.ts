// Prints figures, each against something of the same run: `npm run bench`, or `npm run bench -- NAME … [--quick] [--big]`.
import { mkdirSync } from 'node:fs';
import type { Bench, Options } from './bench.ts';
import { client } from './client.ts';
import { durable } from './durable.ts';
import { grid } from './grid.ts';
import { http } from './http.ts';
import { importing } from './import.ts';
import { gates, paging } from './paging.ts';
import { planted } from './planted.ts';
import { processes } from './processes.ts';
import { reading } from './reading.ts';
import { robust } from './robust.ts';
import { search } from './search.ts';
import { shapes } from './shapes.ts';
import { sizePostgres, sizeSqlite } from './size/size.ts';
import { sizes } from './sizes.ts';
import { startUp } from './start-up.ts';
import { tableOf } from './table.ts';

const benches: readonly Bench[] = [
  startUp,
  reading,
  http,
  sizeSqlite,
  sizePostgres,
  processes,
  gates,
  paging,
  shapes,
  search,
  importing,
  durable,
  client,
  grid,
  sizes,
  planted,
  robust,
];

const given = process.argv.slice(2).filter((each) => each !== '--');
const names = given.filter((each, index) => !each.startsWith('--') && given[index - 1] !== '--heldout');
const profile = given.find((each) => each.startsWith('--profile='))?.slice('--profile='.length) ?? null;
if (profile !== null) mkdirSync(profile, { recursive: true });
const options: Options = { quick: given.includes('--quick'), big: given.includes('--big'), profile };
const FLAGS = /^--(?:quick|big|verbose|heldout(?:=.+)?|profile=.+)$/;
const unknown = [
  ...names.filter((name) => !benches.some((bench) => bench.name === name)),
  ...given.filter((each) => each.startsWith('--') && !FLAGS.test(each)),
];

if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}, --quick, --big, --verbose, --heldout FOLDER and --profile=FOLDER.`,
  );
  process.exitCode = 2;
} else {
  for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`\n${bench.name}: ${bench.about}`);
    try {
      console.log(tableOf(await bench.run(options)));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
