import type { WireRecord } from '../../../src/engine/core/wire-format.ts';
import { deliverDue } from '../../../src/server/jobs/send-outbox.ts';
import { type Answer, type Caller, exampleText, startServer, type TestServer } from '../http/server.ts';

interface Told {
  readonly code?: string;
  readonly failures?: readonly { readonly code: string }[];
}

/**
 * Raises each error of the catalogue of the example of expense claims, as somebody would; those that it did not come to
 * are returned. What was raised is added to `raised`.
 */
export async function raiseAll(raised: Set<string>): Promise<readonly string[]> {
  const text = exampleText('expense-claims.md').replace(
    '| PAYOUT_URL | not shown. |',
    '| PAYOUT_URL | https://bank.example |',
  );
  const server = await startServer(text);
  try {
    const note = <T>(answer: Answer<T>): Answer<T> => {
      const { code, failures = [] } = (answer.body ?? {}) as Told;
      for (const each of [code, ...failures.map((failed) => failed.code)]) if (each !== undefined) raised.add(each);
      return answer;
    };
    await raiseByClaims(server, note);
    await raiseByPayout(server, note, raised);
    const ana = await server.as('Ana');
    for (let left = 700; left > 0 && !raised.has('TOO_MANY_REQUESTS'); left--)
      note(await ana.get('/api/claims?limit=1'));
    return server.runtime
      .current()
      .model.errors.map(({ code }) => code)
      .filter((code) => !raised.has(code));
  } finally {
    await server.stop();
  }
}

type Note = <T>(answer: Answer<T>) => Answer<T>;

const day = 86_400_000;
const dateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function claim({ clock }: TestServer, amount = '18.90', daysAgo = 1): object {
  const spentOn = dateAt(clock.now - daysAgo * day);
  return { title: 'Ticket', category: 'Travel', spentOn, lines: [{ what: 'Ticket', amount }] };
}

async function raise(caller: Caller, note: Note, id: string, event: string, body: object = {}): Promise<number> {
  const { body: seen } = await caller.get<WireRecord>(`/api/claims/${id}`);
  const match = { 'if-match': seen?._?.etag ?? '"x"' };
  return note(await caller.post(`/api/claims/${id}/${event}`, body, match)).status;
}

async function raiseByClaims(server: TestServer, note: Note): Promise<void> {
  const [ana, miro, ruth] = [await server.as('Ana'), await server.as('Miro'), await server.as('Ruth')];
  note(await server.guest.get('/api/claims'));
  note(await ana.post('/_/records/Claim', {}));
  note(await ana.get('/api/claims/0190a6a0-0000-7000-8000-000000000000'));
  note(await ana.post('/api/claims', claim(server, '18.90', -2)));
  note(await ana.post('/api/claims', claim(server, '18.90', 91)));
  note(await ana.post('/api/claims', claim(server, '5000.01')));
  note(await ana.post('/api/claims', claim(server, '0.00')));
  const { body: first } = note(await ana.post<WireRecord>('/api/claims', claim(server)));
  note(await ana.patch(`/api/claims/${first.id}`, { title: 'Other' }, { 'if-match': '"other"' }));
  await raise(ana, note, first.id, 'withdraw');
  await raise(ana, note, first.id, 'approve');
  await raise(ana, note, first.id, 'submit');
  await raise(miro, note, first.id, 'reject');
  const { body: dear } = note(await ana.post<WireRecord>('/api/claims', claim(server, '100.00')));
  await raise(ana, note, dear.id, 'submit');
  note(await ruth.post('/_/bulk', { entity: 'Employee', delete: true, rows: [{ id: ruth.id, etag: '"x"' }] }));
  await raiseNotMet(server, note);
}

/** Finance may not pay what they claimed themselves. */
async function raiseNotMet(server: TestServer, note: Note): Promise<void> {
  const ana = await server.as('Ana');
  const body = {
    ...claim(server),
    lines: [
      { what: 'Ticket', amount: '1.00' },
      { what: 'Back', amount: '1.00' },
    ],
  };
  const { body: made } = note(await ana.post<WireRecord>('/api/claims', body));
  await server.store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({
      allowed: true,
      writes: [{ kind: 'update', entity: 'Claim', id: made.id, values: { total: 0 } }],
      row: null,
    }),
    actor: { kind: 'product' },
    now: server.clock.now,
    documentHash: server.runtime.current().hash,
    idempotency: null,
  });
  await raise(ana, note, made.id, 'submit');
}

/** The bank takes nothing, however often it is asked: whoever paid finds it in their inbox. */
async function raiseByPayout(server: TestServer, note: Note, raised: Set<string>): Promise<void> {
  const [ana, miro, lena] = [await server.as('Ana'), await server.as('Miro'), await server.as('Lena')];
  const { body: made } = note(await ana.post<WireRecord>('/api/claims', claim(server)));
  await raise(ana, note, made.id, 'submit');
  await raise(miro, note, made.id, 'approve');
  await raise(lena, note, made.id, 'pay');
  await deliverDue(server.runtime, async () => ({ status: 400, retryAfter: null }));
  const { body } = await lena.get<{ items: readonly { event: string; record: string }[] }>('/_/inbox');
  for (const { event, record } of body.items) if (record === made.id) raised.add(event);
}
