import { setTimeout as pause } from 'node:timers/promises';
import { type Heard, type RealServer, startReal } from '../http/real-server.ts';

const CLIENTS = 24;

export interface LoadOf {
  readonly text: string;
  readonly seconds: number;
  /** In milliseconds. */
  readonly patience: number;
}

export interface Loaded {
  /** Requests a second, each sent when the one before it was answered. */
  readonly capacity: number;
  /** What was heard at half of that, and at twice, whatever was answered and when. */
  readonly half: readonly Heard[];
  readonly twice: readonly Heard[];
  /** Milliseconds from then on until fifty in a row were answered; more than `patience` where that was over before. */
  readonly recovered: number;
}

/** Runs a document that has claims, and loads it. */
export async function load({ text, seconds, patience }: LoadOf): Promise<Loaded> {
  const server = await startReal(text);
  try {
    // What a server can do shows once its code has run for a while.
    await capacityOf(server, seconds * 400);
    const capacity = await capacityOf(server, seconds * 200);
    const half = await openLoad(server, capacity / 2, seconds * 400);
    const twice = await openLoad(server, capacity * 2, seconds * 600);
    return { capacity, half, twice, recovered: await recoveryOf(server, patience) };
  } finally {
    await server.stop();
  }
}

/** One in five makes a record, the others list and look. */
function sendOne({ send }: RealServer, index: number): Promise<Heard> {
  if (index % 5 !== 0) return send('GET', index % 5 === 1 ? '/_/session' : '/api/claims?limit=20');
  const spentOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const lines = [{ what: 'Ticket', amount: '18.90' }];
  return send('POST', '/api/claims', { title: `Ticket ${index}`, category: 'Travel', spentOn, lines });
}

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

/** How long until fifty in a row are answered; more than `patience` where that is over before. */
async function recoveryOf(server: RealServer, patience: number): Promise<number> {
  const begun = performance.now();
  for (let row = 0, sent = 0; row < 50 && performance.now() - begun <= patience; sent++) {
    const { status } = await sendOne(server, sent);
    row = isGood(status) ? row + 1 : 0;
  }
  return performance.now() - begun;
}

export const isGood = (status: number): boolean => status >= 200 && status < 300;
