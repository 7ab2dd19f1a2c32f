import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WireHistory, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { LENDING } from '../support/effects/lending.ts';
import { found, page, patch, remove, type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

const with_ = (work: (server: TestServer) => Promise<void>) => withLibrary(work, LENDING);

const raise = (who: Caller, path: string, record: WireRecord, event: string): Promise<Written> =>
  who.post(`/api/${path}/${record.id}/${event.replaceAll(' ', '-')}`, {}, { 'if-match': record._.etag });

const one = async (who: Caller, path: string, id: string): Promise<WireRecord> =>
  (await who.get<WireRecord>(`/api/${path}/${id}`)).body;

const history = async (who: Caller, entity: string, id: string): Promise<readonly WireHistory[]> =>
  (await who.get<{ items: WireHistory[] }>(`/_/records/${entity}/${id}/history`)).body.items;

async function lent(server: TestServer, title: string, more: object = {}): Promise<WireRecord> {
  const ada = await server.as('Ada');
  const lib = await server.as('Lib');
  const book = await found(lib, '/api/books', title);
  const made = await ada.post<WireRecord>('/api/loans', { purpose: `Read ${title}`, book: book.id, ...more });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

describe('effects at other records', () => {
  contract('a field is set and an event raised there, by the product, with history and a new tag on each', async () => {
    await with_(async (server) => {
      const lib = await server.as('Lib');
      const before = await found(lib, '/api/books', 'Faust');
      const loan = await lent(server, 'Faust');
      const asked = await one(lib, 'books', before.id);
      const answer = await raise(lib, 'loans', loan, 'hand out');
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body['status'], 'Out');
      const book = await one(lib, 'books', before.id);
      assert.equal(book['shelf'], 'Ada');
      assert.equal(book['state'], 'Away');
      assert.notEqual(book._.etag, asked._.etag);
      const entries = await history(lib, 'Book', book.id);
      assert.deepEqual(
        entries.map(({ event, by }) => [event, by]),
        [
          ['lend', 'the product'],
          ['change', 'the product'],
        ],
      );
      assert.equal((await history(lib, 'Loan', loan.id))[0]?.by, 'Lib');
    });
  });

  contract('whoever looked at the other record is told that it changed', async () => {
    await with_(async (server) => {
      const told: string[] = [];
      const end = server.store.subscribe((changes) =>
        told.push(...changes.map(({ entity, kind }) => `${kind} ${entity}`)),
      );
      const loan = await lent(server, 'Faust');
      told.length = 0;
      assert.equal((await raise(await server.as('Lib'), 'loans', loan, 'hand out')).status, 200);
      end();
      assert.deepEqual(told.sort(), ['update Book', 'update Loan']);
    });
  });

  contract('a guard of the raised event that does not hold takes all of it back', async () => {
    await with_(async (server) => {
      const lib = await server.as('Lib');
      const loan = await lent(server, 'Reference');
      const answer = await raise(lib, 'loans', loan, 'hand out');
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body.code, 'NOT_MET');
      // The line of the effect, and that of the guard.
      assert.deepEqual(
        answer.body.decidedBy?.map(({ element }) => element),
        ['transition/Loan/status/Asked/hand out', 'transition/Book/state/Here/lend'],
      );
      assert.equal((await one(lib, 'loans', loan.id))['status'], 'Asked');
      const book = await found(lib, '/api/books', 'Reference');
      assert.equal(book['shelf'], null);
      assert.equal((await history(lib, 'Book', book.id)).length, 0);
    });
  });

  contract('whoever may not read the other record learns only that it stands in the way', async () => {
    const text = LENDING.replace('| Asked | hand out | Out | Librarian |', '| Asked | hand out | Out | borrower |');
    await withLibrary(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const loan = await lent(server, 'Faust');
      const hidden = await found(lib, '/api/books', 'Hidden');
      const moved = await patch(lib, '/api/loans', loan, { book: hidden.id });
      assert.equal(moved.status, 200, moved.text);
      const answer = await raise(ada, 'loans', await one(ada, 'loans', loan.id), 'hand out');
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(
        answer.body.decidedBy?.map(({ element }) => element),
        ['transition/Loan/status/Asked/hand out'],
      );
      assert.doesNotMatch(answer.text, /secret|rule\/V1/);
    }, text);
  });

  contract('a state of the other record that does not fit takes all of it back', async () => {
    await with_(async (server) => {
      const lib = await server.as('Lib');
      const [first, second] = [await lent(server, 'Faust'), await lent(server, 'Faust')];
      assert.equal((await raise(lib, 'loans', first, 'hand out')).status, 200);
      const again = await one(lib, 'loans', second.id);
      const answer = await raise(lib, 'loans', again, 'hand out');
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body.code, 'WRONG_STATE');
      assert.equal((await one(lib, 'loans', second.id))['status'], 'Asked');
    });
  });

  contract('24 loans of one book handed out at once: one gets it, and 23 are as they were', async () => {
    await with_(async (server) => {
      const lib = await server.as('Lib');
      const loans: WireRecord[] = [];
      for (let index = 0; index < 24; index++) loans.push(await lent(server, 'Faust'));
      const answers = await Promise.all(loans.map((loan) => raise(lib, 'loans', loan, 'hand out')));
      const counts = Map.groupBy(answers, ({ status }) => status);
      assert.deepEqual([counts.get(200)?.length, counts.get(409)?.length], [1, 23]);
      const states = (await page(lib, '/api/loans?limit=50')).items.map((loan) => loan['status']);
      assert.deepEqual([states.filter((state) => state === 'Out').length, states.length], [1, 24]);
      const book = await found(lib, '/api/books', 'Faust');
      assert.equal((await history(lib, 'Book', book.id)).filter(({ event }) => event === 'lend').length, 1);
    });
  });

  contract('a rule of the other record refuses in the words of the catalogue, and nothing is written', async () => {
    await with_(async (server) => {
      const lib = await server.as('Lib');
      const loan = await lent(server, 'Locked');
      const answer = await raise(lib, 'loans', loan, 'hand out');
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.body.code, 'LOCKED');
      assert.equal((await found(lib, '/api/books', 'Locked'))['state'], 'Here');
      assert.equal((await one(lib, 'loans', loan.id))['status'], 'Asked');
    });
  });

  contract('records are made for each line that satisfies the condition, and own lines are set', async () => {
    await with_(async (server) => {
      const lib = await server.as('Lib');
      const pages = [
        { number: 3, torn: true },
        { number: 4, torn: false },
        { number: 5, torn: true },
      ];
      const loan = await lent(server, 'Faust', { pages });
      const out = await raise(lib, 'loans', loan, 'hand out');
      const back = await raise(lib, 'loans', out.body, 'bring back');
      assert.equal(back.status, 200, back.text);
      const fees = (await page(lib, '/api/fees')).items;
      assert.deepEqual(fees.map((fee) => [fee['reason'], fee['page'], fee['amount'], fee['loan']]).sort(), [
        ['Torn', 3, '2.50', loan.id],
        ['Torn', 5, '2.50', loan.id],
      ]);
      const after = await one(lib, 'loans', loan.id);
      assert.deepEqual(
        (after['pages'] as { seen: boolean }[]).map(({ seen }) => seen),
        [true, true, true],
      );
      // Worked out anew in the same transaction: it asks how many refer to the loan.
      assert.equal(after['fees'], 2);
      const ada = await found(lib, '/api/persons', 'Ada');
      assert.equal(ada['blockedUntil'], '2026-09-13');
      assert.equal((await found(lib, '/api/books', 'Faust'))['shelf'], null);
    });
  });

  contract('a circle of raised events ends with an error at its line, and nothing of it stays', async () => {
    await with_(async (server) => {
      const ada = await server.as('Ada');
      const first = (await ada.post<WireRecord>('/api/rings', { name: 'One' })).body;
      const second = (await ada.post<WireRecord>('/api/rings', { name: 'Two', next: first.id })).body;
      const closed = await patch(ada, '/api/rings', first, { next: second.id });
      assert.equal(closed.status, 200, closed.text);
      const answer = await raise(ada, 'rings', closed.body, 'ring');
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body.code, 'CIRCLE');
      assert.deepEqual(
        answer.body.decidedBy?.map(({ element }) => element),
        ['transition/Ring/state/On/ring'],
      );
      assert.equal((await history(ada, 'Ring', first.id)).filter(({ event }) => event === 'ring').length, 0);
    });
  });

  contract('an event of another record is followed where its field leads and the condition holds', async () => {
    await with_(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const loan = (await raise(lib, 'loans', await lent(server, 'Faust'), 'hand out')).body;
      assert.equal((await lib.post('/api/remarks', { text: 'Hello?', loan: loan.id })).status, 201);
      assert.equal((await one(ada, 'loans', loan.id))['status'], 'Out');
      assert.equal((await ada.post('/api/remarks', { text: 'Soon.', loan: loan.id })).status, 201);
      assert.equal((await one(ada, 'loans', loan.id))['status'], 'Answered');
      const [entry] = await history(ada, 'Loan', loan.id);
      assert.deepEqual([entry?.event, entry?.by], ['on Remark: create', 'the product']);
    });
  });

  contract('what points to a deleted record goes along, and what points to that', async () => {
    await with_(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const loan = await lent(server, 'Faust');
      const kept = await lent(server, 'Reference');
      for (const each of [loan, kept])
        assert.equal((await ada.post('/api/remarks', { text: `On ${each.id}`, loan: each.id })).status, 201);
      assert.equal(await remove(lib, '/api/books', await found(lib, '/api/books', 'Faust')), 204);
      assert.deepEqual(
        (await page(lib, '/api/loans')).items.map(({ id }) => id),
        [kept.id],
      );
      assert.deepEqual(
        (await page(lib, '/api/remarks')).items.map((each) => each['loan']),
        [kept.id],
      );
    });
  });

  contract('a record in a final state does not go along, so that nothing goes', async () => {
    await with_(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const loan = await lent(server, 'Faust');
      assert.equal((await raise(ada, 'loans', loan, 'drop')).status, 200);
      assert.equal(await remove(lib, '/api/books', await found(lib, '/api/books', 'Faust')), 409);
      assert.equal((await one(lib, 'loans', loan.id))['status'], 'Gone');
    });
  });
});

describe('a rule that only warns', () => {
  const table = '| Rule | On | Must hold | Severity | Message |\n| --- | --- | --- | --- | --- |';
  const rules = [
    '| W1 | Loan | `dueAt != null` | warning | It has no end. |',
    '| W2 | Loan, hand out | `count(Loan where borrower == this.borrower) < 1` | warning | That is another one. |',
  ];
  const text = LENDING.replace('## 6. Roles', `${table}\n${rules.join('\n')}\n\n## 6. Roles`);
  const told = ({ _ }: WireRecord) => (_.warnings ?? []).map(({ pointer, message }) => [pointer, message]);

  contract('lets the write go through and is told with the answer, on its field', async () => {
    await withLibrary(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const loan = await lent(server, 'Faust');
      assert.deepEqual(told(loan), [['/dueAt', 'It has no end.']]);
      assert.deepEqual(told(await one(ada, 'loans', loan.id)), []);
      const ended = await patch(ada, '/api/loans', loan, { dueAt: '2026-12-01T10:00:00Z' });
      assert.deepEqual(told(ended.body), []);
      await lent(server, 'Reference');
      const out = await raise(lib, 'loans', await one(lib, 'loans', loan.id), 'hand out');
      assert.equal(out.status, 200, out.text);
      assert.deepEqual(
        told(out.body).map(([, message]) => message),
        ['That is another one.'],
      );
    }, text);
  });
});
