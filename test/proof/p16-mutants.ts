import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Cover } from '../support/mutant-cover.ts';
import { killersIn } from '../support/mutant-killers.ts';
import { type MutantTree, mutantTree } from '../support/mutant-tree.ts';
import { allMutants, type Mutant } from '../support/mutants.ts';
import { isAlike } from '../support/mutants-alike.ts';
import { testPostgres } from '../support/postgres.ts';
import { defineProof, type Figures, type Stretch } from './proof.ts';

const root = join(import.meta.dirname, '..', '..');
/** Of a hundred faults so many are noticed at least; of fewer than this many nothing is said yet. */
const SHARE = 90;
const SEED = 20_260;
const ENOUGH = 100;

/** So many test files run in one process. */
const TOGETHER = 4;
/** Who works for so many seconds comes to no end. */
const ENDLESS = 100;

/** The tests without a browser, quick ones first, and of these those that notice most. */
const TESTS = [
  'engine-decisions.test.ts',
  'engine-columns.test.ts',
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
  'permissions-sql.test.ts',
  'admission.test.ts',
  'call-record.test.ts',
  'observe.test.ts',
  'outbox.test.ts',
  'several.test.ts',
  'several-effects.test.ts',
  'search.test.ts',
  'server-live.test.ts',
  'server-live-others.test.ts',
  'server-document.test.ts',
  'server-files.test.ts',
  'server-csv.test.ts',
  'server-along.test.ts',
  'session.test.ts',
  'sign-in-attacks.test.ts',
  'store-several.test.ts',
  'store-names.test.ts',
  'store-written.test.ts',
  'why-elements.test.ts',
  'why-garden.test.ts',
  'effects.test.ts',
  'server-computed.test.ts',
  'server-questions.test.ts',
  'timers.test.ts',
  'engine-deleted.test.ts',
  'server-deleted.test.ts',
  'server-lines.test.ts',
  'server-secret.test.ts',
  'server-kept.test.ts',
  'server-shapes.test.ts',
  'server-addresses.test.ts',
  'sign-in-passkeys.test.ts',
  'sign-in-provider.test.ts',
  'store-deleted.test.ts',
  'store-logs.test.ts',
  'saved-views.test.ts',
  'matching.test.ts',
  'ledger-unknown.test.ts',
  'ledger-states.test.ts',
  'ledger-roles.test.ts',
  'ledger-calls.test.ts',
  'ledger-screens.test.ts',
  'ledger-entities.test.ts',
  'expect.test.ts',
];

const killers = killersIn(join(root, '.cache', 'proof', 'P16-killers.json'), TESTS);

/** All of them, made when they are first asked for. */
const mutants = once(() => allMutants(root));

export const proof = defineProof({
  id: 'P16',
  promise:
    'The tests have teeth: of small faults in the decisions, in the SQL of questions and in the gate of the server nine of ten make a test fail.',
  unit: 'faults, one at a time',
  counts: {
    short: 160,
    get full() {
      return mutants().length;
    },
  },
  stretch: 10,
  suite: 'never',
  async run(seed, count, before = { figures: {}, notes: [] }) {
    const all = mutants();
    // From the usual seed on it begins with one of each file.
    const first = (((seed - SEED) % all.length) + all.length) % all.length;
    const asked = Array.from({ length: count }, (_, at) => all[(first + at) % all.length]).filter(
      (each) => each !== undefined,
    );
    const { trees, coverOf, survivedHere } = await workplace();
    // What no test noticed is tried again where the proof goes on: there may be one by now, or its code may be gone.
    const again = before.notes.flatMap((note) => (survivedHere.has(note) ? [] : (faultOf(note, all) ?? [])));
    const standing = before.notes.filter((note) => survivedHere.has(note));
    const tried = [...again, ...asked].filter((each) => !isAlike(each));
    const rest = [...tried];
    const survivors: string[] = [];
    const misfits: Mutant[] = [];
    const work = async (tree: MutantTree) => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        const killer = await killerOf(next, tree, coverOf);
        if (killer !== null) killers.note(next, killer);
        else if (await tree.fitsTypes(next)) survivors.push(noteOf(next));
        else misfits.push(next);
      }
    };
    await Promise.all(trees.map(work));
    for (const note of survivors) survivedHere.add(note);
    const noticed = tried.length - misfits.length - survivors.length;
    return { ...outcome(before.figures, noticed, [...standing, ...survivors], misfits.length), done: asked.length };
  },
});

type CoverOf = (test: string, tree: MutantTree) => Promise<Cover>;

/** A few at a time of the tests that come to the place, those first that noticed it before, or notice most. */
async function killerOf(mutant: Mutant, tree: MutantTree, coverOf: CoverOf): Promise<string | null> {
  const first = killers.before(mutant);
  const known = first.length > 0 ? await tree.killerOf(mutant, first, ENDLESS) : null;
  if (known !== null) return known;
  const waiting: string[] = [];
  const killer = () => tree.killerOf(mutant, waiting.splice(0), ENDLESS);
  for (const test of TESTS.filter((each) => !first.includes(each))) {
    if ((await coverOf(test, tree)).reaches(mutant.file, mutant.from)) waiting.push(test);
    const found = waiting.length < TOGETHER ? null : await killer();
    if (found !== null) return found;
  }
  return waiting.length === 0 ? null : killer();
}

/** For as long as this process runs. What a test comes to is found out once. */
interface Workplace {
  readonly trees: readonly MutantTree[];
  readonly coverOf: CoverOf;
  readonly survivedHere: Set<string>;
}

const workplace = once(async (): Promise<Workplace> => {
  const { url } = await testPostgres();
  const environment = { NINEFOLD_TEST_DATABASE_URL: url ?? 'pglite' };
  const trees = Array.from({ length: Math.min(2, availableParallelism()) }, () => mutantTree(root, environment));
  process.once('exit', () => {
    for (const tree of trees) tree.remove();
  });
  const [tree] = trees;
  if (tree !== undefined && !(await tree.fitsTypes(null))) throw new Error('Without any fault types do not fit.');
  const covers = new Map<string, Promise<Cover>>();
  const coverOf: CoverOf = (test, place) => {
    const cover = covers.get(test) ?? place.coverOf(test);
    covers.set(test, cover);
    return cover;
  };
  return { trees, coverOf, survivedHere: new Set() };
});

function outcome(
  before: Figures,
  noticed: number,
  survivors: readonly string[],
  misfits: number,
): Omit<Stretch, 'done'> {
  const killed = Number(before['noticed'] ?? 0) + noticed;
  const survived = survivors.length;
  const share = (100 * killed) / (killed + survived);
  const isBad = killed + survived >= ENOUGH && share < SHARE;
  return {
    failures: isBad ? [`${survived} of ${killed + survived} faults were not noticed`] : [],
    figures: {
      noticed: killed,
      'not noticed': survived,
      'per cent noticed': share.toFixed(1),
      [MISFITS]: Number(before[MISFITS] ?? 0) + misfits,
    },
    notes: survivors,
  };
}

const MISFITS = 'not counted, since types refuse them';

const noteOf = ({ file, line, was, is }: Mutant): string => `${file}:${line}: ${short(was)} → ${short(is)}`;

/** The fault that a note tells of, where its line is by now; null where there is none. */
function faultOf(note: string, all: readonly Mutant[]): Mutant | null {
  const [, line = '0'] = LINE.exec(note) ?? [];
  const withoutLine = (text: string) => text.replace(LINE, ': ');
  const away = (each: Mutant) => Math.abs(each.line - Number(line));
  const same = all.filter((each) => withoutLine(noteOf(each)) === withoutLine(note));
  return same.reduce<Mutant | null>((best, each) => (best === null || away(each) < away(best) ? each : best), null);
}

const LINE = /:(\d+): /;

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

function once<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => (made[0] ??= make());
}
