// Runs every test: `npm test`, or `npm test -- part-of-a-file-name …`, where the machine has several cores in several
// processes.
import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import fc from 'fast-check';
import { findBrowser } from '../scripts/browser.ts';
import { buildClient } from '../scripts/client.ts';
import { closeBrowser } from './support/browser.ts';
import { failureText, type TestEvent } from './support/report.ts';

const here = import.meta.dirname;
const filters = process.argv.slice(2).filter((each) => each !== '--');
const totals = { passed: 0, failed: 0, skipped: 0 };
const notes: string[] = [];

// The same run twice is the same run: NINEFOLD_SEED=n tries other values.
const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
process.env['NINEFOLD_SEED'] = String(seed);
fc.configureGlobal({ seed });
notes.push(`Random values came from NINEFOLD_SEED=${seed}.`);

const isBeside = process.send !== undefined;
const isWanted = (path: string) =>
  isBeside ? filters.includes(path) : filters.length === 0 || filters.some((filter) => path.includes(filter));
const wanted = testFiles().filter(isWanted);
const ordinary = wanted.filter((path) => !isBrowserTest(path));
const browser = wanted.filter(isBrowserTest);

/** Seconds that the longest files take, about: the others take one or two. */
const LONG: ReadonlyMap<string, number> = new Map([
  ['proofs.test.ts', 170],
  ['browser/examples.test.ts', 150],
  ['browser/offline.test.ts', 100],
  ['package.test.ts', 70],
  ['permissions-markers.test.ts', 45],
  ['browser/life.test.ts', 35],
  ['checks-session.test.ts', 30],
  ['browser/languages.test.ts', 25],
  ['browser/lists.test.ts', 25],
  ['browser/keyboard.test.ts', 25],
  ['mutation-permissions.test.ts', 20],
  ['browser/groups.test.ts', 20],
  ['browser/kinds.test.ts', 20],
]);

const [own = [], ...others] = shares([...ordinary, ...(canRunBrowserTests() ? browser : [])]);
const besides = others.map(runBeside);
if (own.length > 0) await runAll(own);
await Promise.all(besides);
noteWhatIsStillOpen();
if (process.send !== undefined) {
  process.send({ totals, notes } satisfies Outcome, () => process.exit(0));
  await new Promise(() => {});
}
if (wanted.length === 0) notes.push(`Nothing ran: no test file's name contains ${filters.join(' or ')}.`);

for (const note of notes) console.log(note);
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

/** The files of each process: one more than there are cores, since tests wait; one alone for what takes no minute. */
function shares(paths: readonly string[]): readonly (readonly string[])[] {
  const weight = (path: string) => LONG.get(path) ?? (isBrowserTest(path) ? 8 : 1.5);
  const isShort = paths.reduce((sum, path) => sum + weight(path), 0) < 60;
  const cores = availableParallelism();
  const count = isBeside || isShort || cores < 2 ? 1 : Math.min(cores + 1, 4);
  const all = Array.from({ length: count }, () => ({ paths: [] as string[], seconds: 0 }));
  for (const path of paths.toSorted((one, other) => weight(other) - weight(one))) {
    const least = all.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.paths.push(path);
    least.seconds += weight(path);
  }
  return all.map((each) => each.paths.sort());
}

/** What a process tells at its end. */
interface Outcome {
  readonly totals: typeof totals;
  readonly notes: readonly string[];
}

/** Runs files in a process of their own, and counts what it tells. Without a word from it, all have failed. */
async function runBeside(paths: readonly string[]): Promise<void> {
  const child = fork(import.meta.filename, ['--', ...paths]);
  const ended = Promise.withResolvers<void>();
  const told: Outcome[] = [];
  child.on('message', (outcome) => told.push(outcome as Outcome));
  child.on('close', () => ended.resolve());
  await ended.promise;
  const [outcome] = told;
  if (outcome === undefined) totals.failed += paths.length;
  for (const kind of ['passed', 'failed', 'skipped'] as const) totals[kind] += outcome?.totals[kind] ?? 0;
  const said = outcome?.notes ?? [
    `A process ended early; its ${paths.length} files count as failed: ${paths.join(', ')}.`,
  ];
  notes.push(...said.filter((note) => !notes.includes(note)));
}

/** Every test file below this folder, by its path in it. The proofs run by themselves: they take long. */
function testFiles(): string[] {
  return readdirSync(here, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('proof/'))
    .sort();
}

function isBrowserTest(path: string): boolean {
  return path.startsWith('browser/');
}

/** Builds the client and finds a browser; where one of them cannot be had, the browser tests are counted as not run. */
function canRunBrowserTests(): boolean {
  if (filters.length > 0 && browser.length === 0) return false;
  // Whoever started this one has built the client and found the browser.
  if (isBeside) return true;
  if (buildClient() === 'failed') {
    totals.failed += 1;
    notRun('the client could not be built; Vite says why above');
    return false;
  }
  if (browser.length === 0) return false;
  const found = findBrowser();
  if ('missing' in found) {
    notRun(found.missing);
    return false;
  }
  process.env['CHROMIUM_PATH'] = found.path;
  return true;
}

function notRun(why: string): void {
  if (browser.length === 0) return void notes.push(`Failed: ${why}.`);
  const counted = process.env['CI'] === 'true' ? 'failed' : 'skipped';
  totals[counted] += browser.length;
  notes.push(`The browser tests did not run: ${why}`, `Their ${browser.length} files are counted as ${counted}.`);
}

/** All files are loaded before the first test begins, so the tests of the outermost level are known by then. */
async function runAll(paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => join(here, path));
  const names: string[] = [];
  let waiting = 0;
  for await (const { type, data } of run({ files, isolation: 'none', concurrency: false, timeout: 180_000 })) {
    const event = data as TestEvent;
    if (type === 'test:start') names.splice(event.nesting, names.length, event.name);
    if (type === 'test:pass') countPass(event);
    if (type === 'test:fail') countFailure(event, names);
    if (event.nesting !== 0) continue;
    if (type === 'test:enqueue') waiting += 1;
    if ((type === 'test:pass' || type === 'test:fail') && --waiting === 0) break;
  }
  await closeBrowser();
}

/** Without this the run would wait for ever for what a test forgot to close. */
function noteWhatIsStillOpen(): void {
  const open = process.getActiveResourcesInfo().filter((each) => /Server|Timeout|Process|Watcher|FSEvent/.test(each));
  if (open.length > 0)
    notes.push(`Left open by a test, which should close it in "after": ${[...new Set(open)].join(', ')}.`);
}

function countPass(event: TestEvent): void {
  if (event.details?.type === 'suite') return;
  if (event.skip !== undefined || event.todo !== undefined) totals.skipped += 1;
  else totals.passed += 1;
}

/** A suite is no failure of its own where a test inside it failed; what never began, since its suite failed, needs no words. */
function countFailure(event: TestEvent, names: readonly string[]): void {
  const kind = event.details?.error?.failureType;
  if (kind === 'subtestsFailed') return;
  totals.failed += 1;
  if (kind === 'cancelledByParent') return;
  console.log(failureText(event, names.slice(0, event.nesting), relative(join(here, '..'), event.file ?? '')));
}
