import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type MutantTree, mutantTree } from '../support/mutant-tree.ts';
import { allMutants, type Mutant } from '../support/mutants.ts';
import { isAlike } from '../support/mutants-alike.ts';
import { testPostgres } from '../support/postgres.ts';
import { defineProof, type Figures, type Stretch } from './proof.ts';

const root = join(import.meta.dirname, '..', '..');
/** Of a hundred faults so many are noticed at least; of fewer than this many nothing is said yet. */
const SHARE = 90;
const ENOUGH = 50;

/** The quick tests, those first that notice most. */
const QUICK = [
  'engine.test.ts',
  'engine-view.test.ts',
  'server.test.ts',
  'engine-rooms.test.ts',
  'effects-examples.test.ts',
  'server-screens.test.ts',
  'server-parts.test.ts',
  'why-expenses.test.ts',
  'guests.test.ts',
  'engine-lists.test.ts',
  'server-leaks.test.ts',
  'verify-oracle.test.ts',
  'store-conditions.test.ts',
  'permissions-channels.test.ts',
  'server-http.test.ts',
  'store-relations.test.ts',
  'store-list.test.ts',
  'sign-in.test.ts',
];
/** Only for what those let pass. */
const THOROUGH = ['permissions-sql.test.ts', 'effects.test.ts', 'server-questions.test.ts', 'timers.test.ts'];

/** All of them, made when they are first asked for. */
const mutants = once(() => allMutants(root));

export const proof = defineProof({
  id: 'P16',
  promise:
    'The tests have teeth: of small faults in the decisions, in the SQL of questions and in the gate of the server nine of ten make a test fail.',
  unit: 'faults, one at a time',
  counts: {
    short: 120,
    get full() {
      return mutants().length;
    },
  },
  stretch: 20,
  suite: 'never',
  async run(seed, count, before = {}) {
    const all = mutants();
    const asked = Array.from({ length: count }, (_, at) => all[(seed + at) % all.length]).filter(
      (each) => each !== undefined,
    );
    const survivors: Mutant[] = [];
    const tried = asked.filter((each) => !isAlike(each));
    const rest = [...tried];
    const work = async ({ tree, longest }: Workplace) => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        const killer = (await tree.killerOf(next, QUICK, longest)) ?? (await tree.killerOf(next, THOROUGH, 600_000));
        if (killer === null) survivors.push(next);
      }
    };
    await Promise.all((await workplaces()).map(work));
    return { ...outcome(tried.length, survivors, before), done: asked.length };
  },
});

interface Workplace {
  readonly tree: MutantTree;
  /** Whatever takes longer than this hangs. */
  readonly longest: number;
}

/** For as long as this process runs. Without a fault all tests pass there. */
const workplaces = once(async (): Promise<readonly Workplace[]> => {
  const { url } = await testPostgres();
  const environment = { NINEFOLD_TEST_DATABASE_URL: url ?? 'pglite' };
  const trees = Array.from({ length: Math.min(2, availableParallelism()) }, () => mutantTree(root, environment));
  process.once('exit', () => {
    for (const tree of trees) tree.remove();
  });
  return Promise.all(
    trees.map(async (tree) => {
      const begun = performance.now();
      const failed = await tree.killerOf(null, QUICK, 600_000);
      if (failed !== null) throw new Error(`Without any fault a test fails: ${failed}`);
      return { tree, longest: 10_000 + 4 * (performance.now() - begun) };
    }),
  );
});

function outcome(tried: number, survivors: readonly Mutant[], before: Figures): Omit<Stretch, 'done'> {
  const killed = Number(before['noticed'] ?? 0) + tried - survivors.length;
  const survived = Number(before['not noticed'] ?? 0) + survivors.length;
  const share = (100 * killed) / (killed + survived);
  const isBad = killed + survived >= ENOUGH && share < SHARE;
  return {
    failures: isBad ? [`${survived} of ${killed + survived} faults were not noticed`] : [],
    figures: { noticed: killed, 'not noticed': survived, 'per cent noticed': share.toFixed(1) },
    notes: survivors.map(({ file, line, was, is }) => `${file}:${line}: ${short(was)} → ${short(is)}`),
  };
}

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

function once<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => (made[0] ??= make());
}
