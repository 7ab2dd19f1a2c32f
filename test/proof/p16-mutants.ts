import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { testPostgres } from '../support/database/postgres.ts';
import { type Covered, coversOf } from '../support/mutants/kept.ts';
import { killersIn, type Timed } from '../support/mutants/killers.ts';
import { allMutants, type Mutant } from '../support/mutants/mutants.ts';
import { isAlike } from '../support/mutants/mutants-alike.ts';
import { type MutantTree, mutantTree } from '../support/mutants/tree.ts';
import { defineProof, type Figures, type Stretch } from './proof.ts';

const root = join(import.meta.dirname, '..', '..');
const kept = join(root, '.cache', 'proof');
/** Of a hundred faults so many are noticed at least; of fewer than this many nothing is said yet. */
const SHARE = 90;
const SEED = 20_260;
const ENOUGH = 100;

/** So many seconds of work at a time: whoever is likely to notice it first, and then more and more. */
const AT_A_TIME = [2, 8, 20];
/**
 * So many seconds of work are spent on a fault, and none on a test that takes longer than these by itself. What is noticed by
 * nobody until then counts as not noticed: the share that is told is the least that it can be.
 */
const ENOUGH_WORK = Number(process.env['NINEFOLD_MUTANT_SECONDS'] ?? 60);
const LONGEST = 30;
/** Who works for so many seconds more than this many times what they take without a fault comes to no end. */
const ENDLESS = { times: 5, more: 15, alone: 300 };

/** The folders of tests that come to the places in question, and start no programs or servers of their own. */
const ABOUT =
  /^(?:effects|engine|expressions|ledger|limits|permissions|server|server-data|server-live|sign-in|store|store-queries)\//;
const STARTS_PROGRAMS = /\/(?:crash|connection-timeouts|mutation-permissions|outgoing-requests|memory|node)\.test\.ts$/;

const TESTS = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.test.ts') && ABOUT.test(name) && !STARTS_PROGRAMS.test(name),
);

const textOfTests = new Map(TESTS.map((test) => [test, readFileSync(join(root, 'test', test), 'utf8')]));
const killers = killersIn(join(kept, 'P16-killers.json'), (test) => textOfTests.get(test) ?? '');

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
  alone: 'always',
  suite: 'never',
  async run(seed, count, before = { figures: {}, notes: [] }) {
    const all = mutants();
    // From the usual seed on it begins with one of each file.
    const first = (((seed - SEED) % all.length) + all.length) % all.length;
    const asked = Array.from({ length: count }, (_, at) => all[(first + at) % all.length]).filter(
      (each) => each !== undefined,
    );
    const { trees, covers, survivedHere } = await workplace();
    // What no test noticed is tried again where the proof goes on: there may be one by now, or its code may be gone.
    const again = before.notes.flatMap((note) => (survivedHere.has(note) ? [] : (faultOf(note, all) ?? [])));
    const standing = before.notes.filter((note) => survivedHere.has(note));
    const tried = [...again, ...asked].filter((each) => !isAlike(each));
    const rest = [...tried];
    const survivors: string[] = [];
    const misfits: Mutant[] = [];
    const work = async (tree: MutantTree) => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        const outcome = await outcomeOf(next, tree, covers);
        if (outcome === 'survived') survivors.push(noteOf(next));
        if (outcome === 'misfit') misfits.push(next);
      }
    };
    await Promise.all(trees.map(work));
    for (const note of survivors) survivedHere.add(note);
    const noticed = tried.length - misfits.length - survivors.length;
    return { ...outcome(before.figures, noticed, [...standing, ...survivors], misfits.length), done: asked.length };
  },
});

/** The types are looked at as soon as those who are most likely to notice it have not. */
async function outcomeOf(
  mutant: Mutant,
  tree: MutantTree,
  covers: readonly Covered[],
): Promise<'noticed' | 'survived' | 'misfit'> {
  const coming = covers.filter(({ cover, seconds }) => seconds <= LONGEST && cover.reaches(mutant.file, mutant.from));
  const rest = [...killers.sorted(mutant, coming)];
  let spent = 0;
  for (let turn = 0; rest.length > 0 && spent < ENOUGH_WORK; turn++) {
    const tests = take(rest, Math.min(AT_A_TIME[turn] ?? ENOUGH_WORK, ENOUGH_WORK - spent));
    const work = tests.reduce((sum, { seconds }) => sum + seconds, 0);
    spent += work;
    const killer = await tree.killerOf(
      mutant,
      tests.map(({ test }) => test),
      work * ENDLESS.times + ENDLESS.more,
    );
    if (killer !== null) {
      const test = /^test\/(\S+\.test\.ts):/.exec(killer)?.[1] ?? tests[0]?.test ?? '';
      // Whom nobody expected to notice it is asked twice: a busy machine is no fault that was noticed.
      const isSure = turn === 0 || killer === 'late' || (await tree.killerOf(mutant, [test], ENDLESS.alone)) !== null;
      if (!isSure) continue;
      killers.note(mutant, test);
      return 'noticed';
    }
    if (turn === 0 && !(await tree.fitsTypes(mutant))) return 'misfit';
  }
  return coming.length > 0 || (await tree.fitsTypes(mutant)) ? 'survived' : 'misfit';
}

/** The first of them, and as many more as fit into so many seconds. */
function take(rest: Timed[], most: number): readonly Timed[] {
  const taken: Timed[] = [];
  for (let seconds = 0; rest[0] !== undefined && (taken.length === 0 || seconds + rest[0].seconds <= most); ) {
    seconds += rest[0].seconds;
    taken.push(...rest.splice(0, 1));
  }
  return taken;
}

/** For as long as this process runs. What a test comes to is found out once. */
interface Workplace {
  readonly trees: readonly MutantTree[];
  readonly covers: readonly Covered[];
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
  const covers = await coversOf(TESTS, trees, join(kept, 'P16-covers'));
  return { trees, covers, survivedHere: new Set() };
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
