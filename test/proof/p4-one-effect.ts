import { exampleText, startServer, type TestServer } from '../support/http/server.ts';
import { defineProof } from './proof.ts';

const CLIENTS = 24;

interface Wire {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly _: { readonly etag: string };
}

export const proof = defineProof({
  id: 'P4',
  promise: 'Of the same thing asked many times at once exactly one takes effect, and no change is lost.',
  unit: `rounds of ${CLIENTS} clients`,
  counts: { short: 1_000, full: 10_000 },
  stretch: 100,
  async run(seed, count) {
    const server = await startServer(loosened(exampleText('expense-claims.md')));
    try {
      const failures: string[] = [];
      for (let round = 0; round < count; round++) {
        const broken = await ROUNDS[(seed + round) % ROUNDS.length]?.(server, `${seed}-${round}`);
        if (broken !== null && broken !== undefined) failures.push(`round ${round} of seed ${seed}: ${broken}`);
      }
      return { done: count, failures };
    } finally {
      await server.stop();
    }
  },
});

/** The same document with a limit of requests that these rounds do not reach. */
function loosened(text: string): string {
  const loose = text.replace(/^\| Requests \|.*$/m, '| Requests | 100000 per minute | |');
  if (loose === text) throw new Error('The example has no limit of requests any more.');
  return loose;
}

type Round = (server: TestServer, mark: string) => Promise<string | null>;

const today = (server: TestServer): string => new Date(server.clock.now).toISOString().slice(0, 10);

async function newClaim(server: TestServer, mark: string) {
  const ana = await server.as('Ana');
  const body = {
    title: `Bus ${mark}`,
    category: 'Travel',
    spentOn: today(server),
    lines: [{ what: 'Ticket', amount: '2.50' }],
  };
  const made = await ana.post<Wire>('/api/claims', body);
  if (made.status !== 201) throw new Error(`A claim could not be made: ${made.status} ${made.text}`);
  return { ana, claim: made.body, body };
}

const together = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, index) => work(index)));

const ROUNDS: readonly Round[] = [
  /** One event, raised by all at once over the same version. */
  async (server, mark) => {
    const { ana, claim } = await newClaim(server, mark);
    const headers = { 'if-match': claim._.etag };
    const answers = await together(() => ana.post(`/api/claims/${claim.id}/submit`, {}, headers));
    const took = answers.filter(({ status }) => status === 200).length;
    const history = await ana.get<{ items: { event: string }[] }>(`/_/records/Claim/${claim.id}/history`);
    const noted = history.body.items.filter(({ event }) => event === 'submit').length;
    return took === 1 && noted === 1
      ? null
      : `submit took effect ${took} times and stands ${noted} times in the history`;
  },
  /** One new record, sent by all at once under one key. */
  async (server, mark) => {
    const { ana, body } = await newClaim(server, mark);
    const headers = { 'idempotency-key': `key-${mark}` };
    const answers = await together(() => ana.post<Wire>('/api/claims', { ...body, title: `Once ${mark}` }, headers));
    const ids = new Set(answers.map((answer) => answer.body.id));
    const wrong = answers.filter(({ status }) => status !== 201);
    if (wrong.length > 0) return `a repeated creation was answered ${wrong[0]?.status}`;
    return ids.size === 1 ? null : `one key made ${ids.size} records`;
  },
  /** Different changes over the same version: one wins, and the others hear of it. */
  async (server, mark) => {
    const { ana, claim } = await newClaim(server, mark);
    const headers = { 'if-match': claim._.etag };
    const answers = await together((index) =>
      ana.patch<Wire>(`/api/claims/${claim.id}`, { title: `T${index} ${mark}` }, headers),
    );
    const won = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []));
    const late = answers.filter(({ status }) => status === 412).length;
    const now = await ana.get<Wire>(`/api/claims/${claim.id}`);
    if (won.length !== 1 || late !== CLIENTS - 1) return `${won.length} changes won and ${late} came late`;
    return now.body.title === `T${won[0]} ${mark}` ? null : `the record holds ${now.body.title}, which did not win`;
  },
  /** Each takes the version it finds and adds to it, again until it is taken: nothing is lost. */
  async (server, mark) => {
    const { ana, claim } = await newClaim(server, mark);
    const path = `/api/claims/${claim.id}`;
    await together(async (index) => {
      for (;;) {
        const { body } = await ana.get<Wire & { note: string | null }>(path);
        const note = `${body.note ?? ''}[${index}]`;
        const { status, text } = await ana.patch(path, { note }, { 'if-match': body._.etag });
        if (status === 200) return;
        if (status !== 412) throw new Error(`A change was answered ${status}: ${text}`);
      }
    });
    const { body } = await ana.get<{ note: string }>(path);
    const lost = Array.from({ length: CLIENTS }, (_, index) => `[${index}]`).filter(
      (part) => !body.note.includes(part),
    );
    return lost.length === 0 ? null : `the changes ${lost.join('')} are lost`;
  },
];
