import { openSqlite } from '../../src/store/sqlite.ts';
import { entityOf, integer, modelOf } from './models.ts';
import { insert, rowOf } from './stores.ts';

/**
 * A process of its own that writes until it is killed. It prints the id of each record once the store has
 * acknowledged it; or, where it can't open the folder, what the trouble is.
 */
const [folder = '', round = ''] = process.argv.slice(2);
const model = modelOf({ entities: [entityOf('Note', [['number', integer]])] });

async function writeFor(store: Awaited<ReturnType<typeof openSqlite>>, lane: number): Promise<void> {
  for (let number = 0; ; number++) {
    const id = `${round}-${lane}-${number}`;
    await insert(store, rowOf('Note', id, { number }));
    process.stdout.write(`${id}\n`);
  }
}

try {
  const store = await openSqlite({ folder });
  await store.apply(model, 'v1', 'the document');
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((lane) => writeFor(store, lane)));
} catch (cause) {
  process.stdout.write(
    `${cause instanceof Error && 'trouble' in cause ? String(cause.trouble) : String(cause)}: ${String(cause)}\n`,
  );
}
