// Runs the proofs and writes PROOF.md: `npm run proof -- [short|full] [P1 P4 …] [--anew]`. What was done is kept in
// .cache/proof, so that a run that was stopped is taken up where it was.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inLanes, type Ran } from './lanes.ts';
import { type Done, pageOf } from './page.ts';
import type { Extent, Proof } from './proof.ts';

/** A proof, and the name of its file in this folder. */
type Filed = readonly [file: string, proof: Proof];

const here = import.meta.dirname;
const root = join(here, '..', '..');
const kept = join(root, '.cache', 'proof');

const words = process.argv.slice(2).filter((each) => each !== '--');
const extent: Extent = words.includes('full') ? 'full' : 'short';
const asked = words.filter((each) => /^P\d+$/.test(each));
refuseUnknown();
const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
/** What this run went on with. */
const moved = new Set<string>();
mkdirSync(kept, { recursive: true });
const all = await loaded();
const proofs = all.filter(([, { id }]) => asked.length === 0 || asked.includes(id));
if (words.includes('--anew')) for (const [, { id }] of proofs) rmSync(keptFileOf(id), { force: true });

const begun = performance.now();
await proveTogether(proofs.filter(([, { alone }]) => alone !== 'always'));
for (const [, proof] of proofs.filter(([, { alone }]) => alone === 'always')) await proveAlone(proof);
const page = join(root, 'PROOF.md');
const known = all.map(([, proof]) => ({ proof, done: doneOf(proof.id), ranNow: moved.has(proof.id) }));
writeFileSync(page, pageOf(known, existsSync(page) ? readFileSync(page, 'utf8') : ''));
const failed = proofs.map(([, { id }]) => id).filter((id) => (doneOf(id)?.failures.length ?? 0) > 0);
const took = `It took ${Math.ceil((performance.now() - begun) / 60_000)} minutes.`;
console.log(failed.length === 0 ? `Every promise held. ${took}` : `Broken: ${failed.join(', ')}. ${took}`);
process.exit(failed.length === 0 ? 0 : 1);

/** Proofs take hours: whoever asked for something else is told before any begins. */
function refuseUnknown(): void {
  const there = readdirSync(here).flatMap((name) => /^p\d+/.exec(name)?.[0].toUpperCase() ?? []);
  const unknown = words.filter((each) => !['short', 'full', '--anew', ...there].includes(each));
  if (unknown.length === 0) return;
  console.error(`There is no ${unknown.join(', ')}; there are short, full, ${there.join(', ')} and --anew.`);
  process.exit(2);
}

async function loaded(): Promise<readonly Filed[]> {
  const files = readdirSync(here).filter((name) => /^p\d+.*\.ts$/.test(name));
  const found = await Promise.all(
    files.map(async (file): Promise<Filed> => [file, ((await import(join(here, file))) as { proof: Proof }).proof]),
  );
  return found.sort(([, one], [, other]) => numberOf(one.id) - numberOf(other.id));
}

/** On each core a stretch at a time, of whichever proof is next. */
function proveTogether(some: readonly Filed[]): Promise<void> {
  const states = new Map(some.map(([, proof]) => [proof.id, startOf(proof)]));
  const tasks = some.flatMap(([file, proof]) =>
    stretchesOf(proof, states.get(proof.id)?.done ?? 0).map(([at, count]) => ({ file, proof, seed: seed + at, count })),
  );
  return inLanes(
    availableParallelism(),
    tasks,
    ({ proof }) => isToGoOn(proof, states.get(proof.id) ?? startOf(proof)),
    ({ proof }, ran) => states.set(proof.id, keep(proof, states.get(proof.id) ?? startOf(proof), ran)),
  );
}

/** Goes on from what was done, until the count is reached or a promise is broken. */
async function proveAlone(proof: Proof): Promise<void> {
  for (let state = startOf(proof); isToGoOn(proof, state); ) {
    const [[at, count] = [0, 0]] = stretchesOf(proof, state.done);
    const from = performance.now();
    const stretch = await proof.run(seed + at, count, { figures: state.figures, notes: state.notes ?? [] });
    state = keep(proof, state, { stretch, seconds: (performance.now() - from) / 1_000 });
  }
}

/** Where each that is left to do begins, and how much it is. */
function stretchesOf({ counts, stretch }: Proof, done: number): readonly (readonly [at: number, count: number])[] {
  const left = Math.max(0, counts[extent] - done);
  return Array.from({ length: Math.ceil(left / stretch) }, (_, index) => [
    done + index * stretch,
    Math.min(stretch, left - index * stretch),
  ]);
}

function isToGoOn({ counts }: Proof, { done, failures }: Done): boolean {
  return done < counts[extent] && failures.length === 0;
}

function keep(proof: Proof, state: Done, { stretch, seconds }: Ran): Done {
  moved.add(proof.id);
  const next: Done = {
    ...state,
    done: state.done + stretch.done,
    seconds: state.seconds + seconds,
    failures: [...state.failures, ...stretch.failures].slice(0, 20),
    figures: { ...state.figures, ...stretch.figures },
    notes: stretch.notes ?? state.notes ?? [],
    on: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(keptFileOf(proof.id), JSON.stringify(next, null, 2));
  console.log(`${proof.id} ${next.done} of ${proof.counts[extent]} ${proof.unit}, ${next.failures.length} failures`);
  for (const each of [...next.failures, ...(stretch.notes ?? [])]) console.log(`  ${each}`);
  return next;
}

/** What broke, was begun from another seed, or was run for other words is begun anew. */
function startOf({ id, promise }: Proof): Done {
  const before = doneOf(id);
  const isOfThis = before !== null && before.seed === seed && (before.promise ?? promise) === promise;
  if (isOfThis && before.failures.length === 0) return { ...before, promise, extent };
  return { id, promise, extent, seed, done: 0, seconds: 0, failures: [], figures: {}, on: '' };
}

function keptFileOf(id: string): string {
  return join(kept, `${id}.json`);
}

function doneOf(id: string): Done | null {
  return existsSync(keptFileOf(id)) ? (JSON.parse(readFileSync(keptFileOf(id), 'utf8')) as Done) : null;
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
