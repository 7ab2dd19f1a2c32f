import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { type Answer, bareExample, type Caller, startServer, type TestServer } from '../support/http/server.ts';

const day = 24 * 60 * 60 * 1000;

const table = (name: string, ...rows: readonly string[]) =>
  [`### ${name}`, '', rows[0] ?? '', (rows[0] ?? '').replace(/[^|]+/g, ' --- '), ...rows.slice(1), ''].join('\n');

const withRows = (example: string, ...tables: readonly string[]) =>
  `${bareExample(example)}\n\n## Sample data\n\n${tables.join('\n')}`;

type Made = Answer<WireRecord & Problem>;

/** Creates, raises or deletes by our own calls, and ends with the record; a refusal fails the test. */
async function done(answer: Promise<Made>): Promise<WireRecord> {
  const { status, body, text } = await answer;
  assert.ok(status < 300, text);
  return body;
}

function callOf(server: TestServer, entity: string, does: string) {
  const all = server.runtime.current().model.calls;
  const found = all.find(({ does: each }) => {
    const deed = each.kind === 'event' ? each.event : each.kind;
    return 'entity' in each && each.entity === entity && deed === does;
  });
  assert.ok(found, `${does} ${entity}`);
  return found;
}

async function act(server: TestServer, who: Caller, record: WireRecord, event: string, input = {}): Promise<Made> {
  const { method, path } = callOf(server, record._.entity, event);
  const now = await fresh(who, record);
  return who.call(method, path.replace(/:[^/]+/, record.id), input, { 'if-match': now._.etag });
}

const fresh = async (who: Caller, { _, id }: WireRecord): Promise<WireRecord> =>
  (await who.get<WireRecord>(`/_/records/${_.entity}/${id}`)).body;

describe('the help desk', () => {
  const text = withRows(
    'helpdesk.md',
    table(
      'Person',
      '| name | email | site | role | team | manager |',
      '| Rita | rita@example.com | London | | | Max |',
      '| Max | max@example.com | London | | | |',
      '| Alan | alan@example.com | London | agent | Network | |',
    ),
    table(
      'Category',
      '| name | parent | team | needsApproval |',
      '| All | | Network | no |',
      '| Cables | All | Network | no |',
      '| Phones | All | Network | yes |',
    ),
  );

  const ticket = async (server: TestServer, category: string): Promise<WireRecord> => {
    const rita = await server.as('Rita');
    const found = await server.store.findBy('Category', 'name', category);
    const { method, path } = callOf(server, 'Ticket', 'create');
    return done(
      rita.call(method, path, {
        subject: 'It is broken',
        description: 'All of it.',
        category: found?.id,
        impact: 'team',
        urgency: 'low',
      }),
    );
  };

  test('what is asked back becomes a comment, and the answer of the requester goes on', async () => {
    const server = await startServer(text);
    try {
      const [rita, alan] = [await server.as('Rita'), await server.as('Alan')];
      const made = await ticket(server, 'Cables');
      await done(act(server, alan, made, 'take'));
      await done(act(server, alan, made, 'start'));
      await done(act(server, alan, made, 'ask back', { question: 'Which one?' }));
      const comment = await server.store.findBy('Comment', 'text', 'Which one?');
      assert.deepEqual([comment?.values['ticket'], comment?.values['author']], [made.id, alan.id]);
      assert.equal((await fresh(alan, made))['state'], 'Waiting for requester');
      const { method, path } = callOf(server, 'Comment', 'create');
      const at = path.replace(/:[^/]+/, String(made['number'] ?? made.id));
      await done(rita.call(method, at, { ticket: made.id, text: 'The blue one.' }));
      assert.equal((await fresh(alan, made))['state'], 'In progress');
    } finally {
      await server.stop();
    }
  });

  test('what needs an approval asks for one, and is cancelled when that is refused', async () => {
    const server = await startServer(text);
    try {
      const [rita, max] = [await server.as('Rita'), await server.as('Max')];
      const made = await ticket(server, 'Phones');
      const approval = await server.store.findBy('Approval', 'ticket', made.id);
      assert.equal(approval?.values['approver'], max.id);
      const record = (await max.get<WireRecord>(`/_/records/Approval/${approval?.id}`)).body;
      await done(act(server, max, record, 'refuse', { reason: 'Too dear, sorry.' }));
      const cancelled = await fresh(rita, made);
      assert.deepEqual([cancelled['state'], cancelled['cancelReason']], ['Cancelled', 'Approval refused']);
    } finally {
      await server.stop();
    }
  });

  test('working days that cannot be counted close nothing: the holidays are not shown', async () => {
    const server = await startServer(text.replace('| Holidays | not shown. | |', '| Holidays | 2026-12-25 | |'));
    const unknown = await startServer(text);
    try {
      const states: unknown[] = [];
      for (const each of [server, unknown]) {
        const alan = await each.as('Alan');
        const made = await ticket(each, 'Cables');
        await done(act(each, alan, made, 'take'));
        await done(act(each, alan, made, 'start'));
        await done(act(each, alan, made, 'ask back', { question: 'Which one?' }));
        each.clock.now += 40 * day;
        await createTimers(each.runtime).tick(each.clock.now);
        await createTimers(each.runtime).tick(each.clock.now);
        states.push((await fresh(await each.as('Alan'), made))['state']);
      }
      assert.deepEqual(states, ['Closed', 'Waiting for requester']);
    } finally {
      await server.stop();
      await unknown.stop();
    }
  });
});

describe('the invoices', () => {
  test('payments move the invoice by what is paid, and back when one is deleted', async () => {
    const server = await startServer(
      withRows(
        'invoices.md',
        table(
          'Workspace',
          '| businessName | line1 | postalCode | city | country |',
          '| Studio | Street 1 | 10115 | Berlin | DE |',
        ),
        table('User', '| name | email | role | workspace |', '| Olga | olga@example.com | owner | Studio |'),
        table(
          'Client',
          '| name | email | line1 | postalCode | city | country |',
          '| Acme | acme@example.com | Road 2 | 10115 | Berlin | DE |',
        ),
      ),
    );
    try {
      const olga = await server.as('Olga');
      const client = await server.store.findBy('Client', 'name', 'Acme');
      const create = async (entity: string, input: object) => {
        const { method, path } = callOf(server, entity, 'create');
        const invoice = 'invoice' in input ? String(input.invoice) : '';
        return done(
          olga.call(method, path.replace(/:[^/]+/, invoice), input, { 'idempotency-key': crypto.randomUUID() }),
        );
      };
      const made = await create('Invoice', {
        client: client?.id,
        dueDate: '2026-09-01',
        items: [{ description: 'Work', quantity: '1.00', unitPrice: '100.00', taxRate: 0 }],
      });
      await done(act(server, olga, made, 'send'));
      const workspace = await server.store.findBy('Workspace', 'businessName', 'Studio');
      assert.equal((await fresh(olga, made))['number'], 1);
      assert.equal(workspace?.values['nextNumber'], 2);
      await create('Payment', { invoice: made.id, amount: '40.00' });
      assert.equal((await fresh(olga, made))['status'], 'partially_paid');
      const last = await create('Payment', { invoice: made.id, amount: '60.00' });
      assert.equal((await fresh(olga, made))['status'], 'paid');
      const gone = await olga.call(
        'DELETE',
        callOf(server, 'Payment', 'delete')
          .path.replace(/:[^/]+/, made.id)
          .replace(/:[^/]+/, last.id),
        undefined,
        { 'if-match': last._.etag },
      );
      assert.equal(gone.status, 204, gone.text);
      assert.equal((await fresh(olga, made))['status'], 'partially_paid');
    } finally {
      await server.stop();
    }
  });
});
