import { readDocument } from '../../src/notation/document/read-document.ts';
import { onStore, openEmpty } from '../support/database/each-store.ts';
import { testPostgres } from '../support/database/postgres.ts';
import { startServer } from '../support/http/server.ts';
import { BATCH, batches } from '../support/proofs/hostile-batches.ts';
import { documentNamed, type Naming } from '../support/proofs/hostile-document.ts';
import { worksAsNamed } from '../support/proofs/hostile-run.ts';
import { defineProof } from './proof.ts';

const all = batches();

export const proof = defineProof({
  id: 'P8',
  promise:
    'Names are data: every word that SQL, JavaScript or HTML reserves, and names that broke other programs, work as entity, field, state, event, role, choice, screen, call, rule, constant and error, half of them on SQLite and half on PostgreSQL.',
  unit: 'names in every position',
  counts: { short: all.length * BATCH, full: 2 * all.length * BATCH },
  stretch: 6 * BATCH,
  async run(seed, count) {
    const failures: string[] = [];
    const before = Object.getOwnPropertyNames(Object.prototype).sort().join();
    const documents = Math.ceil(count / BATCH);
    const first = Math.floor(seed / BATCH);
    for (let at = first; at < first + documents; at++) {
      const naming = all[at % all.length];
      // The second time round each is on the other database.
      const kind = (at + Math.floor(at / all.length)) % 2 === 0 ? 'SQLite' : 'PostgreSQL';
      if (naming === undefined) continue;
      failures.push(...(await onStore(kind, () => mishandled(naming))).map((each) => `${kind}: ${each}`));
    }
    if (Object.getOwnPropertyNames(Object.prototype).sort().join() !== before)
      failures.push('Every object has something new.');
    return { done: documents * BATCH, failures, figures: { PostgreSQL: (await testPostgres()).what } };
  },
});

/** What does not work, one sentence for each name. */
async function mishandled(naming: Naming): Promise<readonly string[]> {
  const text = documentNamed(naming);
  const { diagnostics } = readDocument(text);
  const wrong = diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const opened = await openEmpty();
  try {
    const server = await startServer(text, { store: opened.store });
    try {
      const broken: string[] = wrong.map(
        ({ at, message }) => `line ${at.line}: ${message} (${text.split('\n')[at.line - 1]})`,
      );
      for (const [index, name] of naming.names.entries()) {
        const problem = await worksAsNamed(server, naming, index).then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        if (problem !== null) broken.push(`${JSON.stringify(name)}: ${problem.slice(0, 400)}`);
      }
      const logged = server.logged.filter(({ level }) => level === 'error');
      return [...broken, ...logged.map(({ message, error }) => `${message} ${String(error)}`)];
    } finally {
      await server.stop();
    }
  } finally {
    await opened.done();
  }
}
