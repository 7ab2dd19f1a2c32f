import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compile } from '../../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../../src/expressions/infer/check.ts';
import { databaseQueryOf, queriesIn, sharedNames } from '../../src/expressions/relation/queries.ts';
import { parseExpression } from '../../src/expressions/syntax/parse.ts';
import { printExpression } from '../../src/expressions/syntax/print.ts';
import { conjunctsOf, mentions } from '../../src/expressions/types/conjuncts.ts';
import { fieldsRead, pathsFrom } from '../../src/expressions/types/field-paths.ts';
import type { Query, Scope } from '../../src/expressions/types/scope.ts';
import type { Row, Value } from '../../src/fields/text/value.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { row, scope, without, ZONE } from '../support/expressions/expressions.ts';
import {
  desk,
  problemsOver,
  relationOver,
  typedOver,
  valueOver,
  wordsOver,
} from '../support/expressions/expressions-desk.ts';
import { answer, isAnswerable } from '../support/expressions/relations.ts';

const schema = desk();
const ana = row(schema, 'Member', 'ana', { role: 'Staff' });
const bookings: readonly Row[] = [
  row(schema, 'Booking', 'b1', {
    room: 'r1',
    from: 100,
    to: 200,
    cost: 500,
    booker: 'ana',
    status: 'Open',
    number: 'B-1',
  }),
  row(schema, 'Booking', 'b2', { room: 'r1', from: 200, to: 300, cost: 250, booker: 'bob', status: 'Open' }),
  row(schema, 'Booking', 'b3', { room: 'r2', from: 100, to: 200, cost: null, booker: 'ana', status: 'Ended' }),
];
const tickets: readonly Row[] = [
  row(schema, 'Ticket', 't1', { number: 1, booking: 'b1', status: 'New' }),
  row(schema, 'Ticket', 't2', { number: 2, booking: 'b2', status: 'Closed' }),
  row(schema, 'Ticket', 't4', { number: 4, status: 'Taken' }),
];
const rows: Scope['rows'] = (entity) =>
  entity === 'Booking' ? bookings : entity === 'Ticket' ? tickets : entity === 'Room' ? [] : undefined;
const stored = { rows, me: ana };

describe('what is asked of other records', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['count(Booking)', 3],
    ['count(Booking where booker == me and status == Open)', 1],
    ['count(Booking where booker == me) < LIMIT', true],
    ['exists(Booking where room.name == "blue")', true],
    ['exists(Booking where cost > 5 EUR)', false],
    ['none(Booking where cost > 5 EUR)', true],
    ['none(Booking)', false],
    ['none(Room)', true],
    ['sum(Booking.cost)', 750],
    ['sum(Booking.cost where booker == me)', 500],
    ['sum(Booking.cost where status == Ended)', 0],
    ['min(Booking.cost)', 250],
    ['max(Booking.to where booker == me)', 200],
    ['average(Booking.cost)', 375],
    ['average(Booking.cost where status == Ended)', null],
    ['max(Room.seats)', null],
    ['count(Booking where cost < 2 EUR and false)', 0],
    ['count(Booking where booker == me) + count(Booking where booker != me)', 3],
    ['exists(Booking where number == "B-1" and this.subject == "x")', true],
    ['exists(Booking where exists(Ticket where booking == Booking))', true],
    ['count(Booking where none(Ticket where booking == Booking))', 1],
    ['count(Booking where count(Booking where cost > 3 EUR) == 1)', 3],
  ];
  for (const [text, expected] of cases) {
    test(`${text} comes to ${expected}`, () => {
      const find: Scope['find'] = (entity, id) =>
        entity === 'Room' && id === 'r2' ? row(schema, 'Room', 'r2', { name: 'blue' }) : null;
      const value = valueOver(schema, 'Ticket', text, { subject: 'x', booking: 'b9' }, { ...stored, find });
      assert.deepEqual(value, expected);
    });
  }

  test('a query over the own entity leaves the record itself out', () => {
    const overlap = 'none(Booking where room == this.room and overlaps(from, to, this.from, this.to))';
    const over = (id: string, values: Readonly<Record<string, Value>>) =>
      compile(typedOver(schema, 'Booking', overlap), { zone: ZONE })(
        scope({ rows, row: row(schema, 'Booking', id, values) }),
      );
    assert.equal(
      over('b1', { room: 'r1', from: 100, to: 200 }),
      true,
      'touching is no overlap, and itself does not count',
    );
    assert.equal(over('new', { room: 'r1', from: 100, to: 200 }), false);
    assert.equal(over('new', { room: 'r1', from: 199, to: 201 }), false);
    assert.equal(over('new', { room: 'r2', from: 200, to: 300 }), true);
    assert.equal(
      over('new', { room: 'r1', from: null, to: null }),
      true,
      'over empty values a condition does not hold',
    );
  });

  test('it is unknown without facts, and whatever compares it is unknown too', () => {
    for (const text of [
      'count(Booking) < 5',
      'count(Booking) == 0',
      'count(Booking) != 0',
      'none(Booking)',
      'exists(Booking where true)',
      'sum(Booking.cost) in [0 EUR]',
    ])
      assert.equal(valueOver(schema, 'Ticket', text), undefined, text);
  });

  test('it is unknown where a part of the condition is not at hand', () => {
    const text = 'none(Booking where booker == this.booking.booker)';
    const over = (parts: Partial<Scope>) => valueOver(schema, 'Ticket', text, { booking: 'b1' }, { rows, ...parts });
    assert.equal(over({ find: () => undefined }), undefined);
    assert.equal(over({ find: () => null }), true);
    const holes: Scope['rows'] = () => bookings.map((each) => without(each, 'booker'));
    assert.equal(over({ find: () => null, rows: holes }), undefined);
    assert.equal(
      valueOver(schema, 'Ticket', 'none(Booking where status == Open and GAPS[P2] == 1)', {}, stored),
      undefined,
    );
  });

  test('an answer that was worked out beforehand is taken, and asked with the node of the expression', () => {
    const typed = typedOver(schema, 'Ticket', 'count(Booking where booker == me) < 2');
    const [asked] = queriesIn(typed);
    assert.ok(asked);
    const seen: Query[] = [];
    const query: Scope['query'] = (each) => {
      seen.push(each);
      return 7;
    };
    assert.equal(compile(typed, { zone: ZONE })(scope({ query })), false);
    assert.deepEqual(
      seen.map((each) => each === asked),
      [true],
    );
  });

  test('a query that reads a list around it is worked out over rows alone', () => {
    const typed = typedOver(schema, 'Booking', 'parts.all(p, count(Ticket where subject == p.what) == 0)');
    const [asked] = queriesIn(typed);
    assert.ok(asked);
    assert.equal(databaseQueryOf(asked, { zone: ZONE, schema }), null);
    const it = row(schema, 'Booking', 'it', { parts: [row(schema, 'Part', 'p1', { what: 'x' })] });
    const held = compile(typed, { zone: ZONE });
    assert.equal(held(scope({ row: it, rows, query: () => 5 })), true);
    assert.equal(held(scope({ row: it, query: () => 5 })), undefined);
  });

  test('the first free number is the least that no other record has; empty where all are taken', () => {
    const free = (text: string, id = 'new') =>
      compile(typedOver(schema, 'Ticket', text), { zone: ZONE })(scope({ rows, row: row(schema, 'Ticket', id) }));
    assert.equal(free('firstFree(Ticket.number)'), 3);
    assert.equal(free('firstFree(Ticket.number, 4, 9)'), 5);
    assert.equal(free('firstFree(Ticket.number, 1, 2)'), null);
    assert.equal(free('firstFree(Ticket.number, 1, 2)', 't1'), 1);
    assert.equal(free('firstFree(Ticket.number where status == Closed)'), 1);
    assert.equal(valueOver(schema, 'Ticket', 'firstFree(Ticket.number)'), undefined);
  });
});

describe('"where" over lines of the record', () => {
  const parts = [
    row(schema, 'Part', 'p1', { what: 'a', amount: 100, gone: true }),
    row(schema, 'Part', 'p2', { what: 'b', amount: 200, gone: false }),
    row(schema, 'Part', 'p3', { what: 'c', amount: 900, gone: null }),
  ];
  const cases: readonly (readonly [string, Value | undefined])[] = [
    ['sum(parts.amount where gone)', 100],
    ['count(parts where amount > this.cost)', 2],
    ['exists(parts where gone)', true],
    ['none(parts where amount > 8 EUR)', false],
    ['exists(parts)', true],
    ['none(parts)', false],
    ['max(parts.amount where not gone)', 200],
    ['parts.some(p, p.gone)', true],
    ['parts.every(p, p.amount > 0)', true],
    ['parts.any(p, p.amount > 5000 EUR)', false],
    ['parts.none(p, p.amount > 5000 EUR)', true],
  ];
  for (const [text, expected] of cases) {
    test(`${text} comes to ${expected}`, () => {
      assert.equal(valueOver(schema, 'Booking', text, { cost: 150, parts }), expected);
    });
  }

  test('a database answers it where it answers the same over a macro', () => {
    for (const [one, other] of [
      ['exists(parts where amount > 3 EUR)', 'parts.exists(p, p.amount > 3 EUR)'],
      ['count(parts where gone) > 1', 'count(parts.filter(p, p.gone)) > 1'],
    ] as const) {
      assert.ok(isAnswerable(relationOver(schema, 'Booking', one)), one);
      const text = (relation: unknown) => JSON.stringify(relation).replaceAll(/"local":"[^"]*"/g, '');
      assert.equal(text(relationOver(schema, 'Booking', one)), text(relationOver(schema, 'Booking', other)));
    }
  });
});

describe('an entity whose name is several words', () => {
  const document = `# Specification: Work

## 3. Entities and their fields

### Job

- title: text

### Work entry

- Job: Job
- Minutes spent: integer
`;
  const work = schemaOf(readDocument(document).model);
  const entries = [
    row(work, 'Work entry', 'w1', { Job: 'j1', 'Minutes spent': 20 }),
    row(work, 'Work entry', 'w2', { Job: 'j2', 'Minutes spent': 90 }),
    row(work, 'Work entry', 'w3', { Job: 'j1', 'Minutes spent': 15 }),
  ];
  const cases: readonly (readonly [string, Value])[] = [
    ['count("Work entry" where Job == this)', 2],
    ['none("Work entry")', false],
    ['sum("Work entry"["Minutes spent"] where Job == this)', 35],
    ['exists("Work entry" where "Work entry"["Minutes spent"] > 60 and Job != this)', true],
  ];
  for (const [text, expected] of cases) {
    test(`stands in quotes: ${text} comes to ${expected}`, () => {
      const { tree } = parseExpression(text);
      assert.ok(tree);
      assert.equal(printExpression(tree), text);
      const { typed, problems } = checkExpression(tree, { schema: work, entity: 'Job' });
      assert.deepEqual(problems, []);
      assert.ok(typed);
      const at = scope({
        row: row(work, 'Job', 'j1', {}),
        find: (entity, id) => row(work, entity, id),
        rows: () => entries,
      });
      assert.deepEqual(compile(typed, { zone: ZONE })(at), expected);
    });
  }

  test('is told where it is none', () => {
    const { tree } = parseExpression('count("Work item" where true)');
    assert.ok(tree);
    assert.equal(checkExpression(tree, { schema: work, entity: 'Job' }).typed, null);
  });
});

describe('what is wrong with a query is said', () => {
  const cases: readonly (readonly [string, string, RegExp, RegExp])[] = [
    ['exists(Bookin where true)', 'Bookin', /no entity or list "Bookin"/, /Booking\?/],
    ['count(Booking where impact == site)', 'impact', /Booking has no "impact"/, /this\.impact/],
    ['count(Booking where cost)', 'cost', /not a condition/, /!= null/],
    ['sum(Booking where true)', 'sum(Booking where true)', /can't go over records of Booking/, /field/],
    ['count(Booking.cost where true)', 'count(Booking.cost where true)', /goes over records/, /in the condition/],
    ['sum(Booking.title)', 'sum(Booking.title)', /can't go over text/, /numbers/],
    ['sum(Booking.costt)', 'costt', /no field "costt"/, /cost\?/],
    ['size(Booking where true)', 'Booking where true', /no value by themselves/, /count\(Booking/],
    ['count(subject where true)', 'subject', /text, not a list of records/, /entity or a list/],
    [
      'exists(Room where exists(Booking where exists(Ticket where true)))',
      'exists(Ticket where true)',
      /one within another/,
      /computed field/,
    ],
    ['exists(subject)', 'exists(subject)', /stands after a list/, /exists\(Ticket where/],
  ];
  for (const [text, part, message, next] of cases) {
    test(text, () => {
      const [problem] = problemsOver(schema, 'Ticket', text).filter(({ severity }) => severity === 'error');
      assert.ok(problem);
      assert.equal(text.slice(problem.from, problem.to), part);
      assert.match(problem.message, message);
      assert.match(problem.next, next);
    });
  }

  test('a field that is compared with itself is a warning that names "this"', () => {
    const [problem] = problemsOver(schema, 'Booking', 'count(Booking where room == room) > 0');
    assert.deepEqual([problem?.severity, problem?.fix], ['warning', 'this.room']);
  });

  test('names that are fields of both are the queried one’s, and can be listed', () => {
    const text = 'none(Booking where number != null and status == Open and this.status == New)';
    const typed = typedOver(schema, 'Ticket', text);
    const shared = sharedNames(typed, schema, 'Ticket');
    assert.deepEqual(
      shared.map(({ name, from }) => [name, from]),
      [
        ['number', text.indexOf('number')],
        ['status', text.indexOf('status')],
      ],
    );
  });
});

describe('what else looks into a query', () => {
  const typed = typedOver(
    schema,
    'Ticket',
    'vip and none(Booking where booker == me and room == this.booking.room and from < now)',
  );

  test('the fields that it reads are those of both entities, and the id of the queried one', () => {
    assert.deepEqual(
      fieldsRead(typed)
        .map(({ entity, field }) => `${entity}.${field}`)
        .sort(),
      ['Booking.booker', 'Booking.from', 'Booking.id', 'Booking.room', 'Ticket.booking', 'Ticket.vip'],
    );
    assert.deepEqual(fieldsRead(typedOver(schema, 'Ticket', 'count(Room)')), [{ entity: 'Room', field: 'id' }]);
  });

  test('its paths are those of the record at hand alone', () => {
    assert.deepEqual(pathsFrom(typed, 'this'), [['vip'], ['booking', 'room']]);
    assert.deepEqual(pathsFrom(typedOver(schema, 'Ticket', 'exists(Booking where room.name == me.name)'), 'this'), []);
    assert.deepEqual(pathsFrom(typedOver(schema, 'Ticket', 'exists(Booking where room.name == me.name)'), 'me'), [
      ['name'],
    ]);
  });

  test('what it mentions and the parts it is joined of are seen', () => {
    assert.deepEqual([mentions(typed, 'me'), mentions(typed, 'now'), mentions(typed, 'old')], [true, true, false]);
    assert.equal(conjunctsOf(typed).length, 2);
  });

  test('it prints as it is written, and the print reads back', () => {
    const text = 'count(Booking where (booker == me or booker == null) and from < now) < LIMIT';
    const { tree } = parseExpression(text);
    assert.ok(tree);
    assert.equal(printExpression(tree), text);
  });

  test('people read it as a sentence', () => {
    assert.equal(
      wordsOver(
        schema,
        'Booking',
        'none(Booking where room == this.room and overlaps(first, last, this.first, this.last))',
      ),
      "there is no other booking where room is this booking's room and first is this booking's last or earlier and this booking's first is last or earlier",
    );
    assert.equal(
      wordsOver(schema, 'Ticket', 'exists(Booking where booker == me)'),
      'there is a booking where you are the booker',
    );
    assert.equal(wordsOver(schema, 'Ticket', 'count(Booking) < LIMIT'), 'the number of bookings is less than 3');
    assert.equal(
      wordsOver(schema, 'Ticket', 'sum(Booking.cost where status == Open) <= 20 EUR'),
      'the sum of cost over bookings where status is Open is at most 20 EUR',
    );
  });

  test('a database that is asked about each record is asked the same', () => {
    for (const text of [
      'count(Booking where booker == me) < 2',
      'none(Booking where room == this.booking.room)',
      'sum(Booking.cost where room == this.booking.room) > 3 EUR',
      'exists(Booking where exists(Ticket where booking == Booking and Ticket.subject == this.subject))',
      'count(Booking where count(Booking where cost > 3 EUR) == 1) == 0',
    ]) {
      const relation = relationOver(schema, 'Ticket', text);
      const evaluate = compile(typedOver(schema, 'Ticket', text), { zone: ZONE });
      for (const booking of [null, 'b1', 'b2', 'b3']) {
        const it = row(schema, 'Ticket', 't1', { booking, subject: 'x' });
        const find: Scope['find'] = (entity, id) =>
          entity === 'Booking' ? (bookings.find((each) => each.id === id) ?? null) : null;
        const at = scope({ row: it, me: ana, find, rows });
        assert.equal(answer(relation, at, new Map([[null, it]])), evaluate(at), `${text} of ${booking}`);
      }
    }
  });
});

describe('a query as a question of its own', () => {
  const texts = [
    'count(Booking where booker == me and cost > this.fee)',
    'count(Booking where room == this.booking.room and overlaps(from, to, this.booking.from, this.booking.to))',
    'count(Booking where cost in [100 EUR, this.fee] or status == Ended)',
    'count(Booking where first + 3 days < today and number != this.subject)',
    'count(Booking where parts.exists(p, p.amount > this.fee))',
  ];
  const value = fc.constantFrom(null, 1, 2);
  const booking = fc.record({
    room: fc.constantFrom(null, 'r1', 'r2'),
    booker: fc.constantFrom(null, 'ana', 'bob'),
    cost: value,
    from: value,
    to: value,
    first: fc.constantFrom(null, '2026-07-01', '2026-07-12'),
    status: fc.constantFrom('Open', 'Ended'),
    number: fc.constantFrom(null, 'x'),
    amount: value,
  });
  const ticket = fc.record({ fee: value, booking: fc.constantFrom(null, 'k0'), subject: fc.constantFrom(null, 'x') });

  for (const text of texts) {
    test(`${text} counts the same records`, () => {
      const typed = typedOver(schema, 'Ticket', text);
      const [query] = queriesIn(typed);
      assert.ok(query);
      const question = databaseQueryOf(query, { zone: ZONE, schema });
      assert.ok(question?.where && isAnswerable(question.where), JSON.stringify(question?.where));
      const evaluate = compile(typed, { zone: ZONE });
      const { where, ready } = question;
      fc.assert(
        fc.property(fc.array(booking, { maxLength: 4 }), ticket, (all, values) => {
          const records = all.map(({ amount, ...each }, index) =>
            row(schema, 'Booking', `k${index}`, { ...each, parts: [row(schema, 'Part', 'p', { amount })] }),
          );
          const find: Scope['find'] = (entity, id) =>
            entity === 'Booking'
              ? (records.find((each) => each.id === id) ?? null)
              : entity === 'Member'
                ? row(schema, entity, id)
                : null;
          const at = scope({ row: row(schema, 'Ticket', 'it', values), me: ana, find, rows: () => records });
          assert.equal(ready(at), true);
          const counted = records.filter((each) => answer(where, at, new Map([[null, each]])) === true).length;
          assert.equal(evaluate(at), counted);
        }),
        { numRuns: 200 },
      );
    });
  }

  test('it leaves the record itself out, and is not ready while something around it is not at hand', () => {
    const [query] = queriesIn(typedOver(schema, 'Booking', 'count(Booking where room.name == this.room.name)'));
    assert.ok(query);
    const question = databaseQueryOf(query, { zone: ZONE, schema });
    assert.ok(question?.where);
    const it = row(schema, 'Booking', 'b1', { room: 'r1' });
    const room = row(schema, 'Room', 'r1', { name: 'blue' });
    const at = scope({ row: it, find: () => room });
    const { where } = question;
    assert.deepEqual(
      bookings.map((each) => answer(where, at, new Map([[null, each]]))),
      [false, true, true],
    );
    assert.equal(question.ready(at), true);
    assert.equal(question.ready(scope({ row: it, find: () => undefined })), false);
  });
});
