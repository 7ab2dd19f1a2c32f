import assert from 'node:assert/strict';
import type { WireRecord } from '../../../src/engine/core/wire-format.ts';
import { type Caller, exampleText, type TestServer } from '../http/server.ts';

/** The example with the address of a bank, so that what is paid is sent there. */
export const withBankAddress = (limits = ''): string =>
  exampleText('expense-claims.md')
    .replace('| PAYOUT_URL | not shown. | |', `| PAYOUT_URL | https://bank.example/api/ | |\n${limits}`)
    .replace('| Requests | 600 per', '| Requests | 60000 per');

/** A claim that was paid just now. */
export async function paidClaim(server: TestServer): Promise<WireRecord> {
  const [ana, miro, lena] = [await server.as('Ana'), await server.as('Miro'), await server.as('Lena')];
  const spentOn = new Date(server.clock.now).toISOString().slice(0, 10);
  const body = { title: 'Bus', category: 'Travel', spentOn, lines: [{ what: 'Ticket', amount: '18.90' }] };
  const made = await ana.post<WireRecord>('/api/claims', body);
  const raise = async (caller: Caller, event: string) => {
    const { body: seen } = await caller.get<WireRecord>(`/api/claims/${made.body.id}`);
    const done = await caller.post<WireRecord>(`/api/claims/${made.body.id}/${event}`, {}, { 'if-match': seen._.etag });
    assert.equal(done.status, 200, done.text);
    return done.body;
  };
  await raise(ana, 'submit');
  await raise(miro, 'approve');
  return raise(lena, 'pay');
}
