import { setTimeout as pause } from 'node:timers/promises';
import { durable } from '../../bench/durable.ts';
import { type Heard, type RealServer, startReal } from '../support/real-server.ts';
import { exampleText } from '../support/server.ts';
import { defineProof } from './proof.ts';

const CLIENTS = 24;
/** Once the load is gone, so long until each request is answered again. */
const RECOVERY = 5_000;

export const proof = defineProof({
  id: 'P13',
  promise:
    'Under half of what the server can do nothing fails; under twice of it each request is answered or told to come back, and 5 s later all is as before.',
  unit: 'seconds of open load',
  counts: { short: 10, full: 60 },
  stretch: 60,
  async run(_, count) {
    const text = exampleText('expense-claims.md').replace(
      /^\| Requests \|.*$/m,
      '| Requests | 100000000 per minute | |',
    );
    const server = await startReal(text);
    try {
      const failures: string[] = [];
      await capacityOf(server, 500);
      const capacity = await capacityOf(server, 1_000);
      const half = await openLoad(server, capacity / 2, count * 400);
      const twice = await openLoad(server, capacity * 2, count * 600);
      const recovered = await recoveryOf(server);
      failures.push(
        ...wrongIn('at half of its capacity', half, false),
        ...wrongIn('at twice its capacity', twice, true),
      );
      if (recovered > RECOVERY)
        failures.push(`after the load it took ${Math.round(recovered)} ms until all was answered`);
      return {
        done: count,
        failures,
        figures: { ...figuresOf(capacity, half, twice, recovered), ...(await writing(count)) },
      };
    } finally {
      await server.stop();
    }
  },
});

/** One in five makes a record, the others list and look. */
function sendOne({ send }: RealServer, index: number): Promise<Heard> {
  if (index % 5 !== 0) return send('GET', index % 5 === 1 ? '/_/session' : '/api/claims?limit=20');
  const spentOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const lines = [{ what: 'Ticket', amount: '18.90' }];
  return send('POST', '/api/claims', { title: `Ticket ${index}`, category: 'Travel', spentOn, lines });
}

/** Requests a second, each sent when the one before it was answered. */
async function capacityOf(server: RealServer, length: number): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - begun < length) {
      await sendOne(server, done);
      done++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  return done / ((performance.now() - begun) / 1_000);
}

/** Sends at a rate, whatever is answered and when. */
async function openLoad(server: RealServer, perSecond: number, length: number): Promise<readonly Heard[]> {
  const begun = performance.now();
  const answers: Promise<Heard>[] = [];
  for (let passed = 0; passed < length; passed = performance.now() - begun) {
    while (answers.length < (passed / 1_000) * perSecond) answers.push(sendOne(server, answers.length));
    await pause(2);
  }
  return Promise.all(answers);
}

/** How long until fifty in a row are answered. */
async function recoveryOf(server: RealServer): Promise<number> {
  const begun = performance.now();
  for (let row = 0, sent = 0; row < 50 && performance.now() - begun <= 2 * RECOVERY; sent++) {
    const { status } = await sendOne(server, sent);
    row = isGood(status) ? row + 1 : 0;
  }
  return performance.now() - begun;
}

const isGood = (status: number): boolean => status >= 200 && status < 300;

function wrongIn(when: string, all: readonly Heard[], mayShed: boolean): readonly string[] {
  const wrong = all.filter(
    ({ status, retryAfter }) => !isGood(status) && !(mayShed && status === 503 && retryAfter !== null),
  );
  const kinds = [...Map.groupBy(wrong, ({ status }) => status)];
  return kinds.map(([status, some]) => `${when} ${some.length} of ${all.length} were answered ${status}`);
}

function figuresOf(capacity: number, half: readonly Heard[], twice: readonly Heard[], recovered: number) {
  const shed = twice.filter(({ status }) => status === 503).length;
  const [first, second] = [half, twice].map((all) => all.filter(({ status }) => isGood(status)));
  return {
    'requests a second, closed loop of 24': Math.round(capacity),
    'at half p50/p99 ms': `${share(first, 0.5)}/${share(first, 0.99)}`,
    'at twice p50/p99 ms': `${share(second, 0.5)}/${share(second, 0.99)}`,
    'told to come back at twice': `${shed} of ${twice.length}`,
    'ms until fifty in a row were answered afterwards': Math.round(recovered),
  };
}

function share(all: readonly Heard[] | undefined, part: number): string {
  const sorted = (all ?? []).map(({ ms }) => ms).sort((one, other) => one - other);
  return (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
}

/** Durable writes beside a bare loop over node:sqlite, in the same run; only where there is time for it. */
async function writing(count: number): Promise<Readonly<Record<string, string>>> {
  if (count < 10) return {};
  const figures = await durable.run({ quick: true, big: false, profile: null });
  return Object.fromEntries(
    figures.map(({ what, ours, against, ratio }) => [`durable writes, ${what}`, `${ours} beside ${against}: ${ratio}`]),
  );
}
