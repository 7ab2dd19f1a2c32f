import type { Store } from '../../../src/store/core/store.ts';
import { openPostgres } from '../../../src/store/postgres/postgres-store.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { entityOf, integer, modelOf } from './models.ts';
import { insert, rowOf } from './stores.ts';

/**
 * A process of its own that writes until it is killed. It prints the id of each record once the store has
 * acknowledged it; or, where it can't open the data, what the trouble is. Given `to the end` it goes on where it is refused,
 * ends by itself after some refusals, and prints for each `refused: ` and why, and at last `read: ` and how many it reads.
 */
const [place = '', round = '', until = ''] = process.argv.slice(2);
const model = modelOf({ entities: [entityOf('Note', [['number', integer]])] });
const LANES = [0, 1, 2, 3, 4, 5, 6, 7];
const REFUSALS = 3;

/** A folder, or a schema of PostgreSQL behind its address. */
function open(): Promise<Store> {
  const [url = '', schema] = place.split('#');
  return schema === undefined ? openSqlite({ folder: place }) : openPostgres({ url, schema });
}

const said = (cause: unknown): string =>
  cause instanceof Error && 'trouble' in cause ? `${String(cause.trouble)}: ${String(cause)}` : String(cause);

async function writeFor(store: Store, lane: number): Promise<void> {
  for (let number = 0, refusals = 0; refusals < REFUSALS; number++) {
    const id = `${round}-${lane}-${number}`;
    try {
      await insert(store, rowOf('Note', id, { number }));
      process.stdout.write(`${id}\n`);
    } catch (cause) {
      if (until !== 'to the end') throw cause;
      process.stdout.write(`refused: ${said(cause)}\n`);
      refusals += 1;
    }
  }
}

try {
  const store = await open();
  await store.apply(model, 'v1', 'the document');
  await Promise.all(LANES.map((lane) => writeFor(store, lane)));
  process.stdout.write(`read: ${(await store.people('Note', 10_000_000)).length}\n`);
  process.exit(0);
} catch (cause) {
  process.stdout.write(`${said(cause)}\n`);
}
