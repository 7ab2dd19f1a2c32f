// Runs every test: `npm test`. `npm test -- fast` runs those that need neither a browser nor a second process, and
// `npm test -- NAME …` the files with NAME in their path, else the tests with NAME in their title. On a machine with several
// cores the files run in several processes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { findBrowser } from '../scripts/browser.ts';
import { buildClient } from '../scripts/client.ts';
import { closeBrowser } from './support/browser/browser.ts';
import { lightRunner, onStray } from './support/runner/light-runner.ts';
import { failureText, strayText, type TestEvent } from './support/runner/report.ts';

const run = await lightRunner();
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
/** Seconds of the processor that the longest files take, about, with the browser and servers that they start. */
const LONG: ReadonlyMap<string, number> = new Map([
  ['fields/parse-text.test.ts', 9],
  ['checks/several-references.test.ts', 8],
  ['checks/unknown-in-lists.test.ts', 8],
  ['notation/markdown-hidden.test.ts', 8],
  ['browser/examples.test.ts', 120],
  ['cli/verify.test.ts', 45],
  ['browser-lists/unreadable-texts.test.ts', 40],
  ['verify/proofs.test.ts', 55],
  ['browser/offline.test.ts', 75],
  ['browser/screens.test.ts', 50],
  ['browser/nothing-moves.test.ts', 12],
  ['browser-lists/facts.test.ts', 45],
  ['browser/appearance.test.ts', 50],
  ['browser/offline-storage.test.ts', 54],
  ['verify/generated.test.ts', 45],
  ['verify/documents.test.ts', 30],
  ['notation/any-text.test.ts', 35],
  ['server/response-caching.test.ts', 47],
  ['authoring/package.test.ts', 45],
  ['permissions/markers.test.ts', 37],
  ['browser-forms/form-loading.test.ts', 16],
  ['browser-lists/cells-saved.test.ts', 30],
  ['authoring/example-tables.test.ts', 50],
  ['browser/offline-tabs.test.ts', 27],
  ['browser/sign-in.test.ts', 40],
  ['browser/languages.test.ts', 34],
  ['browser-records/palette.test.ts', 23],
  ['permissions/mutation-permissions.test.ts', 21],
  ['browser-forms/keyboard.test.ts', 35],
  ['browser-forms/instruments.test.ts', 20],
  ['browser-records/undo-in-other-tabs.test.ts', 20],
  ['browser-records/refreshed.test.ts', 18],
  ['browser-records/duplicate.test.ts', 16],
  ['authoring/tidy.test.ts', 40],
  ['store-queries/connection-timeouts.test.ts', 14],
  ['browser-records/undo-queue.test.ts', 21],
  ['browser-records/comments.test.ts', 20],
  ['browser/offline-builds.test.ts', 32],
  ['browser-records/whole-workflow.test.ts', 20],
  ['browser-lists/screen-kinds.test.ts', 19],
  ['browser/offline-people.test.ts', 30],
  ['browser-lists/lists.test.ts', 17],
  ['browser-lists/cells.test.ts', 15],
  ['browser-lists/rows.test.ts', 35],
  ['browser/faults.test.ts', 22],
  ['browser-lists/sizes.test.ts', 13],
  ['cli/explain.test.ts', 10],
  ['authoring/planted-faults.test.ts', 15],
  ['checks/checks.test.ts', 10],
  ['limits/backup-database.test.ts', 9],
  ['server/groups.test.ts', 9],
  ['cli/print.test.ts', 9],
  ['server/computed.test.ts', 8],
  ['server-data/record-existence.test.ts', 7],
  ['server/questions.test.ts', 7],
  ['server/memory.test.ts', 7],
]);

/** Folders whose tests need neither a browser nor a second process, and take less than a minute together. */
const FAST = /^(?:checks|client|client-data|engine|expressions|fields|notation)\//;

/** Seconds of the processor from which a file is too long for them. */
const TOO_LONG = 8;

const files = testFiles();
const wanted = [...new Set(filters.length === 0 ? files : filters.flatMap(filesFor))].sort();
/** Titles to run, if a name is in no path. */
const titles = filters.filter((name) => filesByPath(name).length === 0 && name !== 'fast');
const ordinary = wanted.filter((path) => !isBrowserTest(path));
const browser = wanted.filter(isBrowserTest);

/** The files that a name on the command line means: `fast`, a part of a path, or a part of a test's title. */
function filesFor(name: string): readonly string[] {
  if (name === 'fast') return files.filter((path) => FAST.test(path) && (LONG.get(path) ?? 0) < TOO_LONG);
  const found = filesByPath(name);
  if (found.length > 0) return found;
  return files.filter((path) => readFileSync(join(here, path), 'utf8').includes(name));
}

function filesByPath(name: string): readonly string[] {
  return files.filter((path) => `test/${path}`.includes(name.replace(/^\.\//, '')));
}

/** A test that takes longer hangs. No measure of speed: a machine with other work may take ten times as long as one without. */
const HUNG_MS = 480_000;

// The run of each file leaves its own behind.
process.setMaxListeners(0);
const seconds = new Map<string, number>();
let running = 'run.ts';
onStray(countStray);
const waiting = isBeside ? [] : longestFirst([...ordinary, ...(canRunBrowserTests() ? browser : [])]);
const count = processesFor(waiting);
if (isBeside) await workFor(process);
else if (count > 1) await Promise.all(Array.from({ length: count }, runBeside));
else for (const path of waiting.splice(0)) await runFile(path);
if (waiting.length > 0) notes.push(`Failed, since no process was left to run them: ${waiting.join(', ')}.`);
totals.failed += waiting.length;
await closeBrowser();
if (count === 1) await noteWhatIsStillOpen();
if (isBeside) {
  process.send?.({ totals, notes, seconds: [...seconds] } satisfies Outcome, () => process.exit(0));
  await new Promise(() => {});
}
if (wanted.length === 0) notes.push(`Nothing ran: no path and no title of a test contains ${filters.join(' or ')}.`);
if (count > 1) notes.push(`The longest: ${slowest(Number(process.env['NINEFOLD_SLOWEST'] ?? 5))}.`);

for (const note of notes) console.log(note);
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

/** About how long a file takes. */
function weightOf(path: string): number {
  return LONG.get(path) ?? (isBrowserTest(path) ? 8 : 1.5);
}

/** What takes long begins first: none is left alone at the end. */
function longestFirst(paths: readonly string[]): string[] {
  return paths.toSorted((one, other) => weightOf(other) - weightOf(one));
}

/** One more than there are cores, since tests wait; one for what takes no minute. */
function processesFor(paths: readonly string[]): number {
  const isShort = paths.reduce((sum, path) => sum + weightOf(path), 0) < 60;
  const cores = availableParallelism();
  return isBeside || isShort || cores < 2 ? 1 : Math.min(cores + 1, 4, paths.length);
}

function slowest(most: number): string {
  const sorted = [...seconds].sort(([, one], [, other]) => other - one).slice(0, most);
  return sorted.map(([path, each]) => `${path} ${each.toFixed(0)} s`).join(', ');
}

/** What a process tells at its end. */
interface Outcome {
  readonly totals: typeof totals;
  readonly notes: readonly string[];
  readonly seconds: readonly (readonly [string, number])[];
}

/** Gives one waiting file after the other to a process of its own, and counts what it tells. Without a word from it, they have failed. */
async function runBeside(): Promise<void> {
  const child = fork(import.meta.filename, process.argv.slice(2));
  const ended = Promise.withResolvers<void>();
  const told: Outcome[] = [];
  const given: string[] = [];
  child.on('message', (message: 'next' | Outcome) => {
    if (message !== 'next') return void told.push(message);
    const path = waiting.shift() ?? null;
    if (path !== null) given.push(path);
    child.send({ path });
  });
  child.on('close', () => ended.resolve());
  await ended.promise;
  const [outcome] = told;
  if (outcome === undefined) totals.failed += given.length;
  for (const kind of ['passed', 'failed', 'skipped'] as const) totals[kind] += outcome?.totals[kind] ?? 0;
  for (const [path, each] of outcome?.seconds ?? []) seconds.set(path, each);
  const said = outcome?.notes ?? [
    `A process ended early, at ${given.at(-1)}; its ${given.length} files count as failed: ${given.join(', ')}.`,
  ];
  notes.push(...said.filter((note) => !notes.includes(note)));
}

/** Runs what it is given until there is no more. */
async function workFor(parent: NodeJS.Process): Promise<void> {
  for (;;) {
    const answer = once(parent, 'message');
    parent.send?.('next');
    const [{ path }] = (await answer) as [{ readonly path: string | null }];
    if (path === null) return;
    await runFile(path);
  }
}

/** Every test file below this folder, by its path in it. The proofs run by themselves: they take long. */
function testFiles(): string[] {
  return readdirSync(here, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('proof/'))
    .sort();
}

function isBrowserTest(path: string): boolean {
  return path.startsWith('browser');
}

/** Builds the client and finds a browser; where one of them cannot be had, the browser tests are counted as not run. */
function canRunBrowserTests(): boolean {
  if (filters.length > 0 && browser.length === 0) return false;
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

/** A file is loaded before its first test begins, so its tests of the outermost level are known by then. */
async function runFile(path: string): Promise<void> {
  const begun = performance.now();
  const names: string[] = [];
  running = path;
  let left = 0;
  const isTitled = titles.length > 0 && filters.length === titles.length;
  const options = {
    files: [join(here, path)],
    isolation: 'none',
    concurrency: false,
    timeout: HUNG_MS,
    ...(isTitled && {
      testNamePatterns: titles.map((title) => new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))),
    }),
  } as const;
  for await (const { type, data } of run(options)) {
    const event = data as TestEvent;
    if (type === 'test:start') names.splice(event.nesting, names.length, event.name);
    if (type === 'test:pass') countPass(event);
    if (type === 'test:fail') countFailure(event, names);
    if (event.nesting !== 0) continue;
    if (type === 'test:enqueue') left += 1;
    if ((type === 'test:pass' || type === 'test:fail') && --left === 0) break;
  }
  seconds.set(path, (performance.now() - begun) / 1000);
}

/**
 * Without this the run would wait for ever for what a test forgot to close. What it did close, a process that ended among it,
 * is gone only once the loop went round.
 */
async function noteWhatIsStillOpen(): Promise<void> {
  for (let round = 0; round < 2; round++) await turn();
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

/** It fails the run, whether the test that it came from is over or not: the stack tells which one that was. */
function countStray(error: unknown): void {
  totals.failed += 1;
  console.log(strayText(error, `test/${running}`));
}
