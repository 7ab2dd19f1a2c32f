import { startChild } from '../../bench/child.ts';
import { durable } from '../../bench/durable.ts';
import type { Heard } from '../support/http/real-server.ts';
import { exampleText } from '../support/http/server.ts';
import { isGood, type Loaded, type LoadOf } from '../support/proofs/real-load.ts';
import { defineProof, type Stretch } from './proof.ts';

/** Once the load is gone, so long in milliseconds until each request is answered again. */
const RECOVERY = 5_000;
/** Beside other tests, which take what they want of the machine: long enough for whatever recovers at all. */
const PATIENCE = 60_000;
/** One in a hundred may take so many times as long as the usual. */
const SPREAD = 10;
/** The least that durable writes come to beside the bare loop, of one client, of all, and of all beside one. */
const WRITING: readonly number[] = [0.7, 0.7, 3];

export const proof = defineProof({
  id: 'P13',
  promise:
    'Under half of what the server can do nothing fails; under twice of it each request is answered or told to come back, of the answered 99 of 100 within 10 times the median, and 5 s later all is as before; a durable write takes hardly longer than in a bare loop, and many at once share what it costs.',
  unit: 'seconds of open load',
  counts: { short: 10, full: 60 },
  stretch: 60,
  alone: 'always',
  async run(_, count) {
    const text = exampleText('expense-claims.md').replace(
      /^\| Requests \|.*$/m,
      '| Requests | 100000000 per minute | |',
    );
    // Whoever sends must not stand still itself: what is young is kept in little room, and swept at once.
    const sender = startChild('../test/support/proofs/real-load-program.ts', ['--max-semi-space-size=1']);
    try {
      // A short run proves the answers only: how long they take says nothing in a second beside other tests.
      const isLong = count >= 10;
      const patience = isLong ? RECOVERY : PATIENCE;
      const asked: LoadOf = { text, seconds: count, patience };
      const { capacity, half, twice, recovered } = await sender.ask<Loaded>(asked);
      const failures = [
        ...wrongIn('at half of its capacity', half, !isLong),
        ...wrongIn('at twice its capacity', twice, true),
        ...(isLong ? [...spreadIn('at half of its capacity', half), ...spreadIn('at twice its capacity', twice)] : []),
      ];
      if (recovered > patience)
        failures.push(`after the load it took ${Math.round(recovered)} ms until all was answered`);
      const written = isLong ? await writing() : { failures: [], figures: {} };
      return {
        done: count,
        failures: [...failures, ...written.failures],
        figures: { ...figuresOf(capacity, half, twice, recovered), ...written.figures },
      };
    } finally {
      await sender.stop();
    }
  },
});

function wrongIn(when: string, all: readonly Heard[], mayShed: boolean): readonly string[] {
  const wrong = all.filter(
    ({ status, retryAfter }) => !isGood(status) && !(mayShed && status === 503 && retryAfter !== null),
  );
  const kinds = [...Map.groupBy(wrong, ({ status }) => status)];
  return kinds.map(([status, some]) => `${when} ${some.length} of ${all.length} were answered ${status}`);
}

function spreadIn(when: string, all: readonly Heard[]): readonly string[] {
  const good = all.filter(({ status }) => isGood(status));
  const [usual, late] = [share(good, 0.5), share(good, 0.99)];
  return late <= SPREAD * usual
    ? []
    : [`${when} one in a hundred took ${told(late)} ms and half of them ${told(usual)}`];
}

function figuresOf(capacity: number, half: readonly Heard[], twice: readonly Heard[], recovered: number) {
  const shed = twice.filter(({ status }) => status === 503).length;
  const [first, second] = [half, twice].map((all) => all.filter(({ status }) => isGood(status)));
  return {
    'requests a second, closed loop of 24': Math.round(capacity),
    'at half p50/p99 ms': `${told(share(first, 0.5))}/${told(share(first, 0.99))}`,
    'at twice p50/p99 ms': `${told(share(second, 0.5))}/${told(share(second, 0.99))}`,
    'told to come back at twice': `${shed} of ${twice.length}`,
    'ms until fifty in a row were answered afterwards': Math.round(recovered),
  };
}

const told = (ms: number): string => ms.toFixed(1);

function share(all: readonly Heard[] | undefined, part: number): number {
  const sorted = (all ?? []).map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

/** Durable writes beside a bare loop over node:sqlite, in the same run. */
async function writing(): Promise<Pick<Stretch, 'failures'> & { readonly figures: Readonly<Record<string, string>> }> {
  const found = await durable.run({ quick: false, big: false, profile: null });
  const figures = found.map(
    ({ what, ours, against, ratio }) => [`durable writes, ${what}`, `${ours} beside ${against}: ${ratio}`] as const,
  );
  const slow = found.filter(({ ratio }, index) => Number.parseFloat(ratio) < (WRITING[index] ?? 0));
  return {
    failures: slow.map(
      ({ what, ours, against, ratio }) => `durable writes, ${what}: ${ours} beside ${against}, ${ratio}`,
    ),
    figures: Object.fromEntries(figures),
  };
}
