import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { LIBRARY } from '../support/http/library.ts';
import { act, found, lend, page, patch, remove, withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

describe('a number series', () => {
  const slips = async (who: Caller) =>
    (await page(who, '/api/loans?limit=50')).items.map(({ slip }) => String(slip)).toSorted();

  contract('24 requests at once: each number once and none left out, whoever was refused', async () => {
    await withLibrary(async (server) => {
      const people = [await server.as('Ada'), await server.as('Bob'), await server.as('Lib')];
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => lend(people[index % 3] ?? server.guest, `Book ${index}`)),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 15);
      const numbers = Array.from({ length: 15 }, (_, index) => `L-26-${String(index + 1).padStart(3, '0')}`);
      assert.deepEqual(await slips(await server.as('Lib')), numbers);
    });
  });

  contract('none is given again, and a new year begins anew where the pattern has it', async () => {
    await withLibrary(async (server) => {
      const lib = await server.as('Lib');
      assert.equal((await lend(lib, 'One')).body.slip, 'L-26-001');
      assert.equal((await lend(lib, 'Two')).body.slip, 'L-26-002');
      assert.equal(await remove(lib, '/api/loans', await found(lib, '/api/loans', 'Two')), 204);
      assert.equal((await lend(lib, 'Three')).body.slip, 'L-26-003');
      server.clock.now = Date.UTC(2027, 0, 1, 12);
      const later = await server.as('Lib');
      assert.equal((await lend(later, 'Four')).body.slip, 'L-27-001');
      assert.equal((await lend(later, 'Five')).body.slip, 'L-27-002');
    });
  });

  contract('it goes on after the numbers that the records have already', async () => {
    const text = `${LIBRARY}\n### Loan\n\n| title | borrower | slip |\n| --- | --- | --- |\n| Old | Ada | L-26-041 |\n| Older | Bob | |\n`;
    await withLibrary(async (server) => {
      const lib = await server.as('Lib');
      assert.deepEqual(await slips(lib), ['L-26-041', 'L-26-042']);
      assert.equal((await lend(lib, 'New')).body.slip, 'L-26-043');
    }, text);
  });
});

describe('a computed field over other records', () => {
  const figures = async (who: Caller, name: string) => {
    const { openLoans, fines } = await found(who, '/api/persons', name);
    return [openLoans, fines];
  };

  contract('it follows every change of what it reads', async () => {
    await withLibrary(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const bob = await server.as('Bob');
      assert.deepEqual(await figures(lib, 'Ada'), [0, '0.00'], 'at the start');
      assert.equal((await lib.post('/api/loans', { title: 'One', borrower: ada.id, fine: '1.50' })).status, 201);
      assert.equal((await lib.post('/api/loans', { title: 'Two', borrower: ada.id, fine: '2.00' })).status, 201);
      assert.deepEqual(await figures(lib, 'Ada'), [2, '3.50'], 'created');
      assert.equal(
        (await patch(ada, '/api/loans', await found(ada, '/api/loans', 'One'), { fine: '4.00' })).status,
        200,
      );
      assert.deepEqual(await figures(lib, 'Ada'), [2, '6.00'], 'changed');
      const moved = await patch(lib, '/api/loans', await found(lib, '/api/loans', 'Two'), { borrower: bob.id });
      assert.equal(moved.status, 200, moved.text);
      assert.deepEqual(
        [await figures(lib, 'Ada'), await figures(lib, 'Bob')],
        [
          [1, '4.00'],
          [1, '2.00'],
        ],
        'moved',
      );
      assert.equal((await act(lib, await found(lib, '/api/loans', 'One'), 'remind')).status, 200);
      assert.deepEqual(await figures(lib, 'Ada'), [1, '1.00'], 'set by an effect');
      assert.equal((await act(ada, await found(ada, '/api/loans', 'One'), 'return')).status, 200);
      assert.deepEqual(await figures(lib, 'Ada'), [0, '0.00'], 'by an event');
      assert.equal((await act(ada, await found(ada, '/api/loans', 'One'), 'take')).status, 200);
      assert.deepEqual(await figures(lib, 'Ada'), [1, '1.00'], 'and back');
      assert.equal(await remove(lib, '/api/loans', await found(lib, '/api/loans', 'One')), 204);
      assert.equal(await remove(lib, '/api/loans', await found(lib, '/api/loans', 'Two')), 204);
      assert.deepEqual(await figures(lib, 'Bob'), [0, '0.00'], 'deleted');
    });
  });

  contract('it follows the lines of other records', async () => {
    await withLibrary(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const copies = async () => (await found(lib, '/api/persons', 'Ada')).copies;
      const [mine, none] = [{ pages: 3, reader: ada.id }, { pages: 5 }];
      assert.equal((await lib.post('/api/loans', { title: 'One', copies: [mine, none] })).status, 201);
      assert.equal(await copies(), 3);
      const change = async (lines: readonly object[]) =>
        (await patch(lib, '/api/loans', await found(lib, '/api/loans', 'One'), { copies: lines })).status;
      assert.deepEqual([await change([mine, { ...mine, pages: 4 }]), await copies()], [200, 7]);
      assert.deepEqual([await change([none]), await copies()], [200, 0]);
      assert.deepEqual([await change([mine]), await copies()], [200, 3]);
      assert.equal(await remove(lib, '/api/loans', await found(lib, '/api/loans', 'One')), 204);
      assert.equal(await copies(), 0);
    });
  });

  contract('what reads it in turn follows, and whoever looks at the records is told', async () => {
    await withLibrary(async (server) => {
      const lib = await server.as('Lib');
      const told: string[] = [];
      const stop = server.store.subscribe((changes) =>
        told.push(...changes.map(({ entity, kind }) => `${kind} ${entity}`)),
      );
      assert.equal((await lend(lib, 'One')).status, 201);
      stop();
      assert.deepEqual(told.toSorted(), ['insert Loan', 'update Person', 'update Room', 'update Room']);
      const rooms = (await page(lib, '/api/rooms')).items;
      assert.deepEqual(
        rooms.map(({ readers }) => readers),
        [1, 1],
      );
      const history = await lib.get<{ items: unknown[] }>(`/_/records/Room/${rooms[0]?.id}/history`);
      assert.deepEqual(history.body.items, [], 'nobody changed the rooms');
    });
  });

  contract('it is exact when many write at once, and lists are filtered and sorted by it', async () => {
    await withLibrary(async (server) => {
      const [ada, bob, lib] = [await server.as('Ada'), await server.as('Bob'), await server.as('Lib')];
      const loans = Array.from({ length: 9 }, (_, index) => ({
        title: `Book ${index}`,
        borrower: index % 3 === 0 ? bob.id : ada.id,
        fine: '0.10',
      }));
      const made = await Promise.all(loans.map((loan) => lib.post<WireRecord>('/api/loans', loan)));
      // Ada: of six, one over the quota.
      assert.equal(made.filter(({ status }) => status === 201).length, 8);
      assert.deepEqual(
        [await figures(lib, 'Ada'), await figures(lib, 'Bob')],
        [
          [5, '0.50'],
          [3, '0.30'],
        ],
      );
      const names = async (query: string) => (await page(lib, `/api/persons?${query}`)).items.map(({ name }) => name);
      assert.deepEqual(await names('sort=-openLoans,name'), ['Ada', 'Bob', 'Lib']);
      assert.deepEqual(await names('openLoans.min=4'), ['Ada']);
      assert.deepEqual(await names(`filter=${encodeURIComponent('fines < 0.40 EUR')}&sort=name`), ['Bob', 'Lib']);
    });
  });

  contract('whatever happens in whatever order, it is what the records come to', async () => {
    await withLibrary(async (server) => {
      const people = [await server.as('Ada'), await server.as('Bob')];
      const lib = await server.as('Lib');
      let state = 20260;
      const below = (most: number) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * most);
      };
      const one = async () => {
        const { items } = await page(lib, '/api/loans?limit=50');
        const loan = items[below(items.length)];
        const borrower = people[below(2)]?.id;
        const fine = `${below(5)}.00`;
        const deed = below(6);
        if (loan === undefined || deed < 2) return lib.post('/api/loans', { title: `T${below(9)}`, borrower, fine });
        if (deed === 2) return patch(lib, '/api/loans', loan, { borrower, fine });
        if (deed === 3) return act(lib, loan, 'remind');
        if (deed === 4) return act(lib, loan, 'return');
        return remove(lib, '/api/loans', loan);
      };
      const done = new Set<string>();
      for (let round = 0; round < 25; round++) {
        for (const answer of await Promise.all([one(), one(), one(), one()]))
          done.add(String(typeof answer === 'number' ? answer : answer.status));
        const open = (await page(lib, '/api/loans?limit=50&status=Open')).items;
        for (const [index, name] of ['Ada', 'Bob'].entries()) {
          const own = open.filter(({ borrower }) => borrower === people[index]?.id);
          const fines = own.reduce((sum, { fine }) => sum + Number(fine ?? 0), 0);
          assert.deepEqual(await figures(lib, name), [own.length, fines.toFixed(2)], `${name}, round ${round}`);
        }
      }
      assert.ok(
        ['200', '201', '204'].every((status) => done.has(status)),
        [...done].join(),
      );
    });
  });

  contract('a formula that is new or changed holds for the records that are there', async () => {
    await withLibrary(async (server) => {
      const lib = await server.as('Lib');
      assert.equal((await lib.post('/api/loans', { title: 'One' })).status, 201);
      const status = await server.runtime.update(
        LIBRARY.replace(
          '= `count(Loan where borrower == this and status == Open)`',
          '= `count(Loan where borrower == this) + 10`',
        ),
      );
      assert.deepEqual(status.losses, []);
      assert.deepEqual((await figures(lib, 'Lib'))[0], 11);
      assert.deepEqual((await figures(lib, 'Ada'))[0], 10);
    });
  });

  contract('it counts the sample data, and is no input', async () => {
    await withLibrary(async (server) => {
      const lib = await server.as('Lib');
      assert.deepEqual(
        (await page(lib, '/api/rooms?sort=name')).items.map(({ members }) => members),
        [1, 0],
      );
      const sent = await lib.post<Problem>('/api/loans', { title: 'x', number: 7 });
      assert.equal(sent.status, 422);
    });
  });
});
