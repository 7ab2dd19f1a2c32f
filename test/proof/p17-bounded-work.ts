import { type Child, startChild } from '../../bench/child.ts';
import { askPort } from '../support/proofs/worst-asking.ts';
import type { Observed, Observing } from '../support/proofs/worst-observer-program.ts';
import { type WorstRequest, worstRequests } from '../support/proofs/worst-requests.ts';
import type { WorstServer, WorstServing } from '../support/proofs/worst-server-program.ts';
import { defineProof, type Figures } from './proof.ts';

/** Milliseconds that an answer to somebody else may take longer than on an idle server. */
const LONGER = 100;
/** Beside other tests a run takes what it gets of the machine: only what stands still altogether is told. */
const STANDSTILL = 30_000;
/** Milliseconds for which each request is sent again and again while somebody else is answered. */
const EACH = 1_500;
const IDLE = 3_000;
/** An answer to a request that is refused or too large says no more than this. */
const MOST_BYTES = 1_200_000;
/** From so many requests on a run measures; fewer are a part of the tests. */
const MEASURED = 40;

type Database = WorstServer['database'];

export const proof = defineProof({
  id: 'P17',
  promise:
    'Whatever a single request holds, it is answered or refused with a bounded amount of work: while a guest or a signed-in person sends the worst value of each field again and again, 99 of 100 answers to somebody else (health, a list) take at most 100 ms longer than on an idle server, on both databases.',
  unit: 'worst requests',
  counts: { short: 40, full: 400 },
  stretch: 400,
  alone: 'always',
  async run(seed, count) {
    const isMeasured = count >= MEASURED;
    const failures: string[] = [];
    const figures: Record<string, string | number> = {};
    for (const database of ['SQLite', 'PostgreSQL'] as const) {
      const found = await against(database, seed, count, isMeasured);
      failures.push(...found.failures);
      Object.assign(figures, found.figures);
    }
    return { done: count, failures, figures };
  },
});

async function against(
  database: Database,
  seed: number,
  count: number,
  isMeasured: boolean,
): Promise<{ readonly failures: readonly string[]; readonly figures: Figures }> {
  const server = startChild('../test/support/proofs/worst-server-program.ts');
  const observer = startChild('../test/support/proofs/worst-observer-program.ts');
  try {
    const records = isMeasured ? 20_000 : 200;
    const { port, cookie } = await server.ask<WorstServing>({ database, records } satisfies WorstServer);
    const observe = (ms: number, least: number) => observer.ask<Observed>({ port, ms, least } satisfies Observing);
    await observe(isMeasured ? IDLE : 0, 20);
    const idle = await observe(isMeasured ? IDLE : 0, 10);
    if (idle.failed.length > 0) throw new Error(`The server is not as it should be: ${idle.failed[0]}.`);
    const failures: string[] = [];
    let [longest, whose] = [0, ''];
    for (const [asked, sender] of picked(seed, count)) {
      const told = `${database}, ${sender === '' ? 'a guest' : 'a person'}, ${asked.what}`;
      const found = await whileAsked(port, asked, sender === '' ? '' : cookie, () => observe(isMeasured ? EACH : 0, 2));
      failures.push(...found.failures.map((each) => `${told}: ${each}`));
      const late = Math.max(
        late99(found.observed.health) - late99(idle.health),
        late99(found.observed.list) - late99(idle.list),
      );
      if (late > longest) [longest, whose] = [late, told];
      if (late > (isMeasured ? LONGER : STANDSTILL))
        failures.push(`${told}: somebody else waited ${Math.round(late)} ms longer`);
    }
    const figures = {
      [`${database}, idle health/list ms`]: `${late99(idle.health).toFixed(1)}/${late99(idle.list).toFixed(1)}`,
      [`${database}, most that somebody else waited longer`]: `${Math.round(longest)} ms (${whose})`,
    };
    return { failures, figures };
  } finally {
    await stopBoth(server, observer);
  }
}

/** Each worst request by a guest and by a person, from a place that the seed says. */
function picked(seed: number, count: number): readonly (readonly [WorstRequest, 'person' | ''])[] {
  const all = worstRequests().flatMap((each) => [[each, ''] as const, [each, 'person'] as const]);
  const length = Math.min(count, all.length);
  return Array.from({ length }, (_, index) => all[(seed * 7 + index) % all.length] ?? assertNever());
}

function assertNever(): never {
  throw new Error('There are no requests.');
}

/** Sends it again and again until the observer has seen enough. */
async function whileAsked(port: number, asked: WorstRequest, cookie: string, observe: () => Promise<Observed>) {
  const failures = new Set<string>();
  let isOver = false;
  const attack = async () => {
    while (!isOver) {
      const { status, bytes } = await askPort(port, asked, cookie);
      // Hanging up on somebody who still sends is an answer too.
      if (status >= 500) failures.add(`it was answered ${status}`);
      if (bytes > MOST_BYTES && asked.isFile !== true) failures.add(`it was answered with ${bytes} bytes`);
    }
  };
  const attacked = attack();
  const observed = await observe();
  isOver = true;
  await attacked;
  const [failed] = observed.failed;
  if (failed !== undefined)
    failures.add(`${observed.failed.length} answers to somebody else failed, the first with ${failed}`);
  return { observed, failures: [...failures] };
}

/** What 99 of 100 keep within. */
function late99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

async function stopBoth(...children: readonly Child[]): Promise<void> {
  await Promise.all(children.map((child) => child.stop()));
}
