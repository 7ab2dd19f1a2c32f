// Runs the proofs and writes PROOF.md: `npm run proof -- [short|full] [P1 P4 …] [--anew]`. What was done is kept in
// .cache/proof, so that a run that was stopped is taken up where it was.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Extent, Figures, Proof } from './proof.ts';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const kept = join(root, '.cache', 'proof');

interface Done {
  readonly id: string;
  readonly extent: Extent;
  readonly seed: number;
  readonly done: number;
  readonly seconds: number;
  readonly failures: readonly string[];
  readonly figures: Figures;
  readonly notes?: readonly string[];
  readonly on: string;
}

const words = process.argv.slice(2).filter((each) => each !== '--');
const extent: Extent = words.includes('full') ? 'full' : 'short';
const asked = words.filter((each) => /^P\d+$/.test(each));
const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
mkdirSync(kept, { recursive: true });
const proofs = (await loaded()).filter(({ id }) => asked.length === 0 || asked.includes(id));
if (words.includes('--anew')) for (const { id } of proofs) rmSync(fileOf(id), { force: true });

for (const proof of proofs) await prove(proof);
writeFileSync(join(root, 'PROOF.md'), page(await loaded()));
const failed = proofs.filter(({ id }) => (doneOf(id)?.failures.length ?? 0) > 0);
console.log(failed.length === 0 ? 'Every promise held.' : `Broken: ${failed.map(({ id }) => id).join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

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

function startOf({ id }: Proof): Done {
  const before = doneOf(id);
  if (before !== null && before.seed === seed && before.failures.length === 0) return { ...before, extent };
  return { id, extent, seed, done: 0, seconds: 0, failures: [], figures: {}, on: '' };
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

function page(all: readonly Proof[]): string {
  const rows = all.map((proof) => {
    const done = doneOf(proof.id);
    if (done === null) return `| ${proof.id} | ${proof.promise} | not run | | | |`;
    const share = done.done >= proof.counts.full ? 'full' : done.done >= proof.counts.short ? 'short' : 'in part';
    const figures = Object.entries(done.figures).map(([name, value]) => `${name} ${value}`);
    // Before all of the short count is tried nothing found broken is no finding.
    const isOpen = share === 'in part' && done.failures.length === 0;
    const result = [isOpen ? 'not finished' : `${done.failures.length} broken`, ...figures].join('; ');
    const count = `${done.done.toLocaleString('en-GB')} ${proof.unit}`;
    return `| ${proof.id} | ${proof.promise} | ${count} (${share}) | ${result} | ${Math.round(done.seconds)} s | ${done.seed}, ${done.on} |`;
  });
  return `# What was proven

Written by \`npm run proof\`, never by hand. Each row: what is promised, how much of it was tried, what came of it, how long it
took, and the seed and day. \`npm run proof -- full P1\` goes on with one; \`--anew\` begins again.

| | Promise | Tried | Result | Time | Seed, day |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
