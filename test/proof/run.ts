// Runs the proofs and writes PROOF.md: `npm run proof -- [short|full] [P1 P4 …] [--anew]`. What was done is kept in
// .cache/proof, so that a run that was stopped is taken up where it was.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Done, pageOf } from './page.ts';
import type { Extent, Proof } from './proof.ts';

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
const proofs = (await loaded()).filter(({ id }) => asked.length === 0 || asked.includes(id));
if (words.includes('--anew')) for (const { id } of proofs) rmSync(fileOf(id), { force: true });

for (const proof of proofs) await prove(proof);
const page = join(root, 'PROOF.md');
const known = (await loaded()).map((proof) => ({ proof, done: doneOf(proof.id), ranNow: moved.has(proof.id) }));
writeFileSync(page, pageOf(known, existsSync(page) ? readFileSync(page, 'utf8') : ''));
const failed = proofs.filter(({ id }) => (doneOf(id)?.failures.length ?? 0) > 0);
console.log(failed.length === 0 ? 'Every promise held.' : `Broken: ${failed.map(({ id }) => id).join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

/** Proofs take hours: whoever asked for something else is told before any begins. */
function refuseUnknown(): void {
  const there = readdirSync(here).flatMap((name) => /^p\d+/.exec(name)?.[0].toUpperCase() ?? []);
  const unknown = words.filter((each) => !['short', 'full', '--anew', ...there].includes(each));
  if (unknown.length === 0) return;
  console.error(`There is no ${unknown.join(', ')}; there are short, full, ${there.join(', ')} and --anew.`);
  process.exit(2);
}

async function loaded(): Promise<Proof[]> {
  const files = readdirSync(here).filter((name) => /^p\d+.*\.ts$/.test(name));
  const all = await Promise.all(files.map((name) => import(join(here, name)) as Promise<{ proof: Proof }>));
  return all.map(({ proof }) => proof).sort((one, other) => numberOf(one.id) - numberOf(other.id));
}

/** Goes on from what was done, until the count is reached or a promise is broken. */
async function prove(proof: Proof): Promise<void> {
  const wanted = proof.counts[extent];
  let state = startOf(proof);
  while (state.done < wanted && state.failures.length === 0) {
    const begun = performance.now();
    const stretch = await proof.run(seed + state.done, Math.min(proof.stretch, wanted - state.done), {
      figures: state.figures,
      notes: state.notes ?? [],
    });
    moved.add(proof.id);
    state = {
      ...state,
      done: state.done + stretch.done,
      seconds: state.seconds + (performance.now() - begun) / 1_000,
      failures: stretch.failures.slice(0, 20),
      figures: { ...state.figures, ...stretch.figures },
      notes: stretch.notes ?? state.notes ?? [],
      on: new Date().toISOString().slice(0, 10),
    };
    writeFileSync(fileOf(proof.id), JSON.stringify(state, null, 2));
    console.log(`${proof.id} ${state.done} of ${wanted} ${proof.unit}, ${state.failures.length} failures`);
    for (const each of [...state.failures, ...(stretch.notes ?? [])]) console.log(`  ${each}`);
  }
}

/** What broke, was begun from another seed, or was run for other words is begun anew. */
function startOf({ id, promise }: Proof): Done {
  const before = doneOf(id);
  const isOfThis = before !== null && before.seed === seed && (before.promise ?? promise) === promise;
  if (isOfThis && before.failures.length === 0) return { ...before, promise, extent };
  return { id, promise, extent, seed, done: 0, seconds: 0, failures: [], figures: {}, on: '' };
}

function fileOf(id: string): string {
  return join(kept, `${id}.json`);
}

function doneOf(id: string): Done | null {
  return existsSync(fileOf(id)) ? (JSON.parse(readFileSync(fileOf(id), 'utf8')) as Done) : null;
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
