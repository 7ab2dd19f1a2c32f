import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { principalOf } from '../../src/engine/access/person-roles.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import type { Problem, WirePage, WireRecord, WireTile } from '../../src/engine/core/wire-format.ts';
import { validateDraft } from '../../src/engine/view/validate-form.ts';
import { contract } from '../support/database/each-store.ts';
import { LIBRARY } from '../support/http/library.ts';
import {
  act,
  codes,
  found,
  lend,
  page,
  patch,
  remove,
  type Written,
  withLibrary,
} from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

describe('a quota', () => {
  contract('24 requests at once against a quota of 5: exactly 5 succeed', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => lend(ada, `Book ${index}`)));
      assert.equal(
        answers.filter(({ status }) => status === 201).length,
        5,
        answers.map(({ text }) => text).join('\n'),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      assert.deepEqual([...new Set(refused.map(({ status }) => status))], [422]);
      assert.deepEqual([...new Set(refused.flatMap(codes))], ['TOO_MANY']);
      assert.equal((await page(ada, '/api/loans?total=exact')).total?.count, 5);
    });
  });

  contract('it counts the others: the last one may be changed, and a returned one makes room', async () => {
    await withLibrary(async (server) => {
      const [ada, bob] = [await server.as('Ada'), await server.as('Bob')];
      for (const title of ['A', 'B', 'C', 'D', 'E']) assert.equal((await lend(ada, title)).status, 201);
      assert.equal((await lend(bob, 'of another')).status, 201);
      const last = await found(ada, '/api/loans', 'E');
      assert.equal((await patch(ada, '/api/loans', last, { title: 'E, second edition' })).status, 200);
      assert.deepEqual(codes(await lend(ada, 'F')), ['TOO_MANY']);
      assert.equal((await act(ada, await found(ada, '/api/loans', 'A'), 'return')).status, 200);
      assert.equal((await lend(ada, 'F')).status, 201);
      assert.deepEqual(codes(await lend(ada, 'G')), ['TOO_MANY']);
    });
  });
});

describe('no overlap', () => {
  const book = (who: Caller, room: string, from: number, to: number): Promise<Written> =>
    who.post('/api/bookings', {
      what: `${from} to ${to}`,
      room,
      from: `2026-09-01T${String(from).padStart(2, '0')}:00:00Z`,
      to: `2026-09-01T${String(to).padStart(2, '0')}:00:00Z`,
    });

  contract('24 bookings of two rooms at once: no two of those that succeed overlap', async () => {
    await withLibrary(async (server) => {
      const lib = await server.as('Lib');
      const rooms = (await page(lib, '/api/rooms')).items.map(({ id }) => id);
      const wanted = Array.from({ length: 24 }, (_, index) => [
        rooms[index % 2] ?? '',
        8 + (index % 6),
        10 + (index % 6),
      ]);
      const answers = await Promise.all(
        wanted.map(([room, from, to]) => book(lib, String(room), Number(from), Number(to))),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [201, 422]);
      const made = (await page(lib, '/api/bookings?limit=50')).items;
      assert.equal(made.length, answers.filter(({ status }) => status === 201).length);
      const clashes = made.flatMap((one) =>
        made.filter(
          (other) =>
            other.id !== one.id &&
            other.room === one.room &&
            String(other.from) < String(one.to) &&
            String(one.from) < String(other.to),
        ),
      );
      assert.deepEqual(clashes, []);
      // Each room from 8 in steps of 2 hours: of the six starts, those that leave no room for another.
      assert.ok(made.length >= 4, `${made.length} bookings`);
    });
  });

  contract('a booking that moves into another is refused, and one that touches it is not', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const blue = (await found(ada, '/api/rooms', 'Blue')).id;
      assert.equal((await book(ada, blue, 8, 10)).status, 201);
      const second = await book(ada, blue, 10, 12);
      assert.equal(second.status, 201, second.text);
      const moved = await patch(ada, '/api/bookings', second.body, { from: '2026-09-01T09:00:00Z' });
      assert.deepEqual([moved.status, codes(moved)], [422, ['OVERLAP']]);
      const kept = await patch(ada, '/api/bookings', second.body, { to: '2026-09-01T11:00:00Z' });
      assert.equal(kept.status, 200, kept.text);
    });
  });
});

describe('the first free number', () => {
  contract('it is given once, also among requests at once, and given again when it is free', async () => {
    await withLibrary(async (server) => {
      const [ada, bob, lib] = [await server.as('Ada'), await server.as('Bob'), await server.as('Lib')];
      const made = await Promise.all([ada, bob, ada, bob, lib].map((who, index) => lend(who, `Book ${index}`)));
      const numbers = made.map(({ body }) => body.number);
      assert.deepEqual([...numbers].sort(), [1, 2, 3, 4, 5]);
      const second = made.find(({ body }) => body.number === 2)?.body;
      assert.ok(second);
      assert.equal(await remove(lib, '/api/loans', await found(lib, '/api/loans', second._.title)), 204);
      assert.equal((await lend(lib, 'again')).body.number, 2);
    });
  });
});

describe('a unique key with a condition', () => {
  contract('it holds among the records that satisfy it, also among requests at once and on the way there', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const answers = await Promise.all(Array.from({ length: 6 }, () => lend(ada, 'Atlas')));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422, 422]);
      assert.deepEqual([...new Set(answers.flatMap(codes))], ['TWICE']);
      assert.equal((await lend(await server.as('Bob'), 'Atlas')).status, 201, 'of somebody else');
      assert.equal((await act(ada, await found(ada, '/api/loans', 'Atlas'), 'return')).status, 200);
      assert.equal((await lend(ada, 'Atlas')).status, 201, 'once the first is returned');
      assert.equal((await lend(ada, 'Map')).status, 201);
      const second = await patch(ada, '/api/loans', await found(ada, '/api/loans', 'Map'), { title: 'Atlas' });
      assert.deepEqual(codes(second), ['TWICE']);
      const returned = (await page(ada, '/api/loans?status=Returned')).items[0];
      assert.ok(returned);
      assert.deepEqual(codes(await act(ada, returned, 'take')), ['TWICE']);
    });
  });
});

describe('a question in a guard', () => {
  contract('the answer decides, and a record says beforehand what it would be', async () => {
    await withLibrary(async (server) => {
      const [ada, bob, lib] = [await server.as('Ada'), await server.as('Bob'), await server.as('Lib')];
      assert.equal((await lend(ada, 'Atlas')).status, 201);
      assert.equal((await found(ada, '/api/loans', 'Atlas'))._.can.events.renew, null);
      assert.equal((await act(ada, await found(ada, '/api/loans', 'Atlas'), 'renew')).status, 200);
      assert.equal((await bob.post('/api/holds', { title: 'Atlas' })).status, 204);
      const held = await found(ada, '/api/loans', 'Atlas');
      assert.equal(held.renewals, 1);
      assert.equal(held._.can.events.renew?.code, 'NOT_MET');
      const refused = await act(ada, held, 'renew');
      assert.equal(refused.status, 409);
      // Nobody but a librarian reads who waits for a book, so nothing is told of it.
      assert.deepEqual([refused.body.detail.includes('hold'), refused.body.decidedBy ?? []], [false, []]);
      assert.equal(await remove(lib, '/api/holds', await found(lib, '/api/holds', 'Atlas')), 204);
      assert.equal((await act(ada, await found(ada, '/api/loans', 'Atlas'), 'renew')).status, 200);
    });
  });
});

describe('a question in a rule', () => {
  contract('it sees the record that is written as it will be, wherever others lead to it', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const atlas = await lend(ada, 'Atlas');
      assert.equal((await ada.post('/api/holds', { title: 'of the atlas', loan: atlas.body.id })).status, 204);
      const refused = await act(ada, atlas.body, 'return');
      assert.deepEqual([refused.status, codes(refused)], [422, ['HELD']]);
      assert.deepEqual(atlas.body._.can.events.return, null, 'before anybody waited');
      const now = await found(ada, '/api/loans', 'Atlas');
      assert.equal(now._.can.events.return?.code, 'HELD');
    });
  });

  contract(
    'it may stand within a list, be about the lines themselves, or be one that no database can be asked',
    async () => {
      await withLibrary(async (server) => {
        const ada = await server.as('Ada');
        const hold = (title: string) => ada.post<WireRecord & Problem>('/api/holds', { title });
        const copied = (title: string, copies: readonly object[]): Promise<Written> =>
          ada.post('/api/loans', { title, copies });
        assert.equal((await copied('Rare', [{ pages: 10 }])).status, 201);
        assert.equal((await hold('Rare')).status, 204);
        const one = await found(ada, '/api/loans', 'Rare');
        assert.equal((await patch(ada, '/api/loans', one, { copies: [{ pages: 9 }] })).status, 200);
        const again = await found(ada, '/api/loans', 'Rare');
        assert.deepEqual(codes(await patch(ada, '/api/loans', again, { copies: [{ pages: 9 }, { pages: 10 }] })), [
          'HELD',
        ]);
        // Three copies of one reader: in one record, and over two.
        const mine = { pages: 1, reader: ada.id };
        assert.equal((await copied('A', [mine, mine, mine, mine])).status, 422);
        assert.equal((await copied('A', [mine, mine])).status, 201);
        assert.equal((await copied('B', [mine, mine])).status, 422);
        const lent = await found(ada, '/api/loans', 'A');
        assert.equal((await patch(ada, '/api/loans', lent, { copies: [mine, mine, mine] })).status, 200);
        assert.equal((await copied('B', [mine])).status, 422);
        assert.equal((await hold('copy of Rar')).status, 204);
        assert.deepEqual(codes(await hold('copy of Rare')), ['HELD']);
      });
    },
  );

  /** A fourth booking of one room by the same person, which V4 refuses. */
  async function fourth(server: TestServer): Promise<Problem | undefined> {
    const ada = await server.as('Ada');
    const room = (await found(ada, '/api/rooms', 'Blue')).id;
    const answers: Written[] = [];
    for (const day of [1, 2, 3, 4]) {
      const [from, to] = [`2026-09-0${day}T08:00:00Z`, `2026-09-0${day}T09:00:00Z`];
      answers.push(await ada.post('/api/bookings', { what: 'x', room, from, to }));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 422],
    );
    return answers.at(-1)?.body;
  }
  const toldOf = (problem: Problem | undefined) =>
    problem?.failures?.map(({ code, decidedBy }) => [code, (decidedBy ?? []).map(({ element }) => element)]);

  contract('its words are told to whom they ask of nothing but what is theirs', async () => {
    await withLibrary(async (server) => {
      assert.deepEqual(toldOf(await fourth(server)), [['NOT_VALID', ['rule/V4']]]);
      // Of the overlap with a booking of somebody else only the message: which bookings there are is not theirs to know.
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      const room = (await found(ada, '/api/rooms', 'Blue')).id;
      const taken = { what: 'y', room, from: '2026-09-08T08:00:00Z', to: '2026-09-08T09:00:00Z' };
      assert.equal((await lib.post('/api/bookings', taken)).status, 201);
      assert.equal(await remove(lib, '/api/bookings', await found(lib, '/api/bookings', 'x')), 204);
      assert.deepEqual(toldOf((await ada.post<Problem>('/api/bookings', taken)).body), [['OVERLAP', []]]);
    });
  });

  contract('they are not where some of what is theirs is kept from them, or a field of it', async () => {
    const cell = 'never where `what == "secret"`';
    const asked: (readonly [rows: string, told: readonly string[]])[] = [
      [`| | Visitor |\n| --- | --- |\n| Booking: read | ${cell} |`, []],
      [`| | Visitor | Reader |\n| --- | --- | --- |\n| Booking.room: read | ${cell} | yes |`, []],
      [`| | Visitor | Reader |\n| --- | --- | --- |\n| Booking.what: read | ${cell} | yes |`, ['rule/V4']],
    ];
    for (const [rows, told] of asked) {
      const text = LIBRARY.replace('- Librarian: keeps', '- Visitor: everyone who signs in\n- Librarian: keeps');
      await withLibrary(
        async (server) => assert.deepEqual(toldOf(await fourth(server)), [['NOT_VALID', told]], rows),
        text.replace('\n## 7.', `\n${rows}\n\n## 7.`),
      );
    }
  });

  contract('the browser leaves it to the server while somebody types', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      const { compiled: app } = server.runtime.current();
      const facts = await server.store.load({
        rows: [{ entity: 'Person', id: ada.id, paths: [] }],
        unique: [],
        files: [],
        referrers: [],
      });
      const who = principalOf(app, facts.row('Person', ada.id) ?? null);
      const draft = { entity: 'Loan', row: null, event: null, input: { title: 'Atlas' } };
      assert.deepEqual(validateDraft(app, who, draft, NO_FACTS, server.clock.now).failures, []);
    });
  });
});

describe('a question in the filter of a screen', () => {
  contract('rows, totals and figures go by it', async () => {
    await withLibrary(async (server) => {
      const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
      for (const title of ['Atlas', 'Map']) assert.equal((await lend(ada, title)).status, 201);
      const wanted = () => page(ada, '/_/list?screen=screen%2F%252Fwanted&total=exact');
      const figure = async () => {
        const { body } = await lib.get<{ tiles: WireTile[] }>('/_/tiles?screen=screen%2F%252Ffigures');
        return body.tiles[0]?.points[0]?.value;
      };
      assert.deepEqual([(await wanted()).items.length, await figure()], [0, '2']);
      assert.equal((await ada.post('/api/holds', { title: 'Map' })).status, 204);
      const { items, total } = await wanted();
      assert.deepEqual([items.map(({ title }) => title), total?.count, await figure()], [['Map'], 1, '1']);
    });
  });
});

describe('a question in a permission', () => {
  contract('rows: lists, totals, records and references follow it', async () => {
    await withLibrary(async (server) => {
      const [ada, bob, lib] = [await server.as('Ada'), await server.as('Bob'), await server.as('Lib')];
      const names = async (who: Caller) => (await page(who, '/api/rooms?sort=name')).items.map(({ name }) => name);
      assert.deepEqual([await names(ada), await names(bob), await names(lib)], [['Blue'], [], ['Blue', 'Red']]);
      const total = async (who: Caller) => (await page(who, '/api/rooms?total=exact')).total?.count;
      assert.deepEqual([await total(ada), await total(bob), await total(lib)], [1, 0, 2]);
      const [blue, red] = [await found(lib, '/api/rooms', 'Blue'), await found(lib, '/api/rooms', 'Red')];
      const status = async (who: Caller, { id }: WireRecord) => (await who.get(`/api/rooms/${id}`)).status;
      assert.deepEqual([await status(ada, blue), await status(ada, red), await status(bob, blue)], [200, 404, 404]);
      const joined = await lib.post<WireRecord>('/api/memberships', { person: bob.id, room: blue.id });
      assert.equal(joined.status, 201, joined.text);
      assert.deepEqual(await names(bob), ['Blue']);
      assert.equal(await remove(lib, '/api/memberships', joined.body), 204);
      assert.deepEqual([await names(bob), await status(bob, blue)], [[], 404]);
    });
  });

  contract('fields: empty where it does not hold, in records, filters and sorting alike', async () => {
    await withLibrary(async (server) => {
      const [ada, bob, lib] = [await server.as('Ada'), await server.as('Bob'), await server.as('Lib')];
      const code = async () => (await found(ada, '/api/rooms', 'Blue')).code;
      const filtered = async () => (await page(ada, '/api/rooms?code=1')).items.length;
      assert.deepEqual([await code(), await filtered()], ['1', 1]);
      const blue = await found(lib, '/api/rooms', 'Blue');
      assert.equal((await lib.post('/api/memberships', { person: bob.id, room: blue.id })).status, 201);
      assert.deepEqual([await code(), await filtered()], [null, 0]);
      assert.equal((await page(ada, '/api/rooms?sort=code')).items.length, 1);
    });
  });

  contract('a filter that somebody writes asks no question about all records of an entity', async () => {
    await withLibrary(async (server) => {
      const ada = await server.as('Ada');
      assert.equal((await lend(ada, 'Atlas')).status, 201);
      for (const who of [ada, await server.as('Lib'), server.guest])
        for (const filter of ['exists(Loan where title == this.title)', 'count(Hold where title == this.title) > 0']) {
          const { status } = await who.get<WirePage>(`/api/loans?filter=${encodeURIComponent(filter)}`);
          assert.equal(status, who === server.guest ? 401 : 400, filter);
        }
    });
  });
});
