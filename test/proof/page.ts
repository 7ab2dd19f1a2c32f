import type { Extent, Figures, Proof } from './proof.ts';

/** What was done of a proof so far, on this machine. */
export interface Done {
  readonly id: string;
  /** The words that it was run for; of an older file they are not known. */
  readonly promise?: string;
  readonly extent: Extent;
  readonly seed: number;
  readonly done: number;
  readonly seconds: number;
  readonly failures: readonly string[];
  readonly figures: Figures;
  readonly notes?: readonly string[];
  readonly on: string;
}

/** What this run knows of a proof: null where nothing of it was ever run here. */
export interface Known {
  readonly proof: Proof;
  readonly done: Done | null;
  readonly ranNow: boolean;
}

type Share = 'in part' | 'short' | 'full';
const SHARES: readonly Share[] = ['in part', 'short', 'full'];

/** A row of the page. Of an earlier one no more is known than its words. */
interface Row {
  readonly promise: string;
  readonly tried: string;
  readonly result: string;
  readonly time: string;
  readonly seedAndDay: string;
}

const NOT_RUN = 'not run';
const NOT_IN_THESE_WORDS = 'not run in these words';
const AGAIN = '; again ';

/** PROOF.md. What was run elsewhere stays as it was told until something that says as much is known here. */
export function pageOf(all: readonly Known[], before: string): string {
  const earlier = rowsOf(before);
  const rows = all.map((known) => [known.proof.id, rowOf(known, earlier.get(known.proof.id) ?? null)] as const);
  const lines = rows.map(([id, { promise, tried, result, time, seedAndDay }]) =>
    `| ${[id, promise, tried, result, time, seedAndDay].join(' | ')} |`
      .replaceAll('|  |', '| |')
      .replaceAll('|  |', '| |'),
  );
  return `# What was proven

Written by \`npm run proof\`, never by hand. Each row: what is promised, how much of it was tried, what came of it, how long it
took, and the seed and day. \`npm run proof -- full P1\` goes on with one; \`--anew\` begins again. A shorter run that breaks
nothing takes no longer one away: it is told behind it, as *again*. What broke is told whatever was there before.

| | Promise | Tried | Result | Time | Seed, day |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
}

function rowsOf(page: string): ReadonlyMap<string, Row> {
  const cells = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    cells.flatMap(([, id = '', promise = '', tried = '', result = '', time = '', seedAndDay = '']) =>
      /^P\d+$/.test(id) ? [[id, { promise, tried, result, time, seedAndDay }] as const] : [],
    ),
  );
}

function rowOf({ proof, done, ranNow }: Known, before: Row | null): Row {
  const { promise } = proof;
  const nothing: Row = { promise, tried: NOT_RUN, result: '', time: '', seedAndDay: '' };
  const earlier = before === null || before.tried === NOT_RUN ? null : inTheseWords(before, promise);
  const isOfThese = done !== null && done.done + done.failures.length > 0 && (done.promise ?? promise) === promise;
  if (!isOfThese) return earlier ?? nothing;
  const now = rowOfRun(proof, done);
  if (earlier === null || earlier.tried === NOT_IN_THESE_WORDS) return now;
  if (!ranNow && done.on <= dayOf(earlier)) return earlier;
  if (done.failures.length > 0 || sizeOf(now) >= sizeOf(earlier)) return now;
  const [without = ''] = earlier.result.split(AGAIN);
  const again = `${AGAIN}${now.seedAndDay.split(', ').at(-1)}, seed ${done.seed}: ${now.tried}, ${now.result}`;
  return { ...earlier, result: without + again };
}

/** A row that was run for other words says nothing of these. */
function inTheseWords(before: Row, promise: string): Row {
  if (before.promise === promise) return before;
  if (before.tried === NOT_IN_THESE_WORDS) return { ...before, promise };
  return {
    ...before,
    promise,
    tried: NOT_IN_THESE_WORDS,
    result: `for earlier words: ${before.tried}, ${before.result}`,
  };
}

function rowOfRun(proof: Proof, done: Done): Row {
  const figures = Object.entries(done.figures).map(([name, value]) => `${name} ${value}`);
  return {
    promise: proof.promise,
    tried: `${done.done.toLocaleString('en-GB')} ${proof.unit} (${shareOf(proof, done)})`,
    result: [brokenOf(proof, done), ...figures].join('; '),
    time: `${Math.round(done.seconds)} s`,
    seedAndDay: `${done.seed}, ${done.on}`,
  };
}

const shareOf = ({ counts }: Proof, { done }: Done): Share =>
  done >= counts.full ? 'full' : done >= counts.short ? 'short' : 'in part';

/** Before all of the short count is tried nothing found broken is no finding. */
const brokenOf = (proof: Proof, done: Done): string =>
  shareOf(proof, done) === 'in part' && done.failures.length === 0 ? 'not finished' : `${done.failures.length} broken`;

/** The whole is the whole, however the count came out; below it more is more. */
function sizeOf({ tried }: Row): number {
  const share = SHARES.findIndex((each) => tried.endsWith(`(${each})`));
  const count = Number(/^[\d,]+/.exec(tried)?.[0].replaceAll(',', '') ?? 0);
  return share * 1e12 + (SHARES[share] === 'full' ? 0 : count);
}

const dayOf = ({ seedAndDay }: Row): string => seedAndDay.split(', ').at(-1) ?? '';
