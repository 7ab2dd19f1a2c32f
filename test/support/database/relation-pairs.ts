import fc from 'fast-check';
import { compile } from '../../../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../../../src/expressions/infer/check.ts';
import { relate } from '../../../src/expressions/relation/relate.ts';
import { parseExpression } from '../../../src/expressions/syntax/parse.ts';
import type { Scope } from '../../../src/expressions/types/scope.ts';
import type { Typed } from '../../../src/expressions/types/typed.ts';
import type { Row, Value } from '../../../src/fields/text/value.ts';
import { schemaOf } from '../../../src/model/lookups/schema.ts';
import type { Model } from '../../../src/model/types/model.ts';
import type { Store } from '../../../src/store/core/store.ts';
import * as m from './models.ts';
import { insert, planOf, rowOf } from './stores.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.UTC(2026, 2, 29, 0, 30);

/** Jobs with people and steps: each kind of field that a condition can speak of. */
export const jobs: Model = m.modelOf({
  entities: [
    m.entityOf('Person', [
      ['name', m.text(), { title: true }],
      ['mail', m.email, { signIn: true }],
      ['boss', m.reference('Person')],
      ['level', m.integer],
      ['friends', m.several('Person')],
    ]),
    m.entityOf('Job', [
      ['title', m.text()],
      ['owner', m.reference('Person')],
      ['helper', m.reference('Person')],
      ['cost', m.money('EUR')],
      ['hours', m.decimal(9, 1)],
      ['count', m.integer],
      ['urgent', m.yesNo],
      ['due', m.date],
      ['sent', m.instant],
      ['kind', m.choice('Red', 'Blue')],
      ['steps', m.lines('Step')],
      ['team', m.several('Person')],
    ]),
    m.entityOf('Step', [
      ['what', m.text()],
      ['size', m.integer],
      ['price', m.money('EUR')],
      ['by', m.reference('Person')],
    ]),
  ],
  machines: [m.machineOf('Job', 'status', ['Open', 'Done'])],
});
const schema = schemaOf(jobs);

const people = [
  rowOf('Person', 'p1', { name: 'Ann', mail: 'ann@x.de', level: 3, friends: ['p3', 'p2'] }),
  rowOf('Person', 'p2', { name: 'Bob', mail: 'bob@x.de', boss: 'p1', level: 1 }),
  rowOf('Person', 'p3', { name: 'Cyd', mail: 'cyd@x.de', boss: 'p2', friends: ['p1', 'gone'] }),
];
const person = fc.constantFrom(null, 'p1', 'p2', 'p3', 'gone');
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 3 });
const number = fc.integer({ min: -3, max: 3 });
const words = fc.constantFrom('a', 'A', 'ab', 'ba', 'ä', 'xab');
const step = fc.record({ what: maybe(words), size: maybe(number), price: maybe(number), by: person });
const job = fc.record({
  title: maybe(words),
  owner: person,
  helper: person,
  cost: maybe(number.map((n) => n * 50)),
  hours: maybe(number.map((n) => n * 5)),
  count: maybe(number),
  urgent: maybe(fc.boolean()),
  due: maybe(fc.constantFrom('2026-03-27', '2026-03-29', '2026-04-01')),
  sent: maybe(fc.constantFrom(NOW - 86_400_000, NOW, NOW + 3_600_000)),
  kind: maybe(fc.constantFrom('Red', 'Blue')),
  status: fc.constantFrom('Open', 'Done'),
  steps: fc.array(step, { maxLength: 3 }),
  team: fc
    .uniqueArray(fc.constantFrom('p1', 'p2', 'p3', 'gone'), { maxLength: 3 })
    .map((ids) => (ids.length === 0 ? null : ids)),
});

const one = <T>(...options: readonly T[]) => fc.constantFrom(...options);
const spread = (...parts: readonly fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(' '));
const orders = one('<', '<=', '>', '>=', '==', '!=');
const equals = one('==', '!=');
/** Numbers of different digits. */
const digits = one(
  'hours',
  'count',
  'me.level',
  'owner.level',
  '2.5',
  '(urgent ? count : hours)',
  '(urgent ? null : count)',
  '(urgent ? count + 1 : 0.5)',
  '(urgent ? (sent > now ? owner.level : hours) : 0.25)',
  'coalesce(count, 0.5)',
  'coalesce(sum(steps.size), hours)',
  'hours - count',
  'average(team.level)',
  'average(Person.level where level < this.count)',
  'min(Job.hours where count > this.count)',
);

/** Conditions as an analyst would write them, of every kind that the language has for records. */
const { condition } = fc.letrec<Record<'condition' | 'amount' | 'line' | 'member' | 'other' | 'question', string>>(
  (tie) => ({
    amount: fc.oneof(
      { maxDepth: 2 },
      one(
        'count',
        'size(steps)',
        'owner.level',
        'owner.boss.level',
        '2',
        '0',
        'sum(steps.size)',
        'min(steps.size)',
        'max(steps.size)',
        'count(team)',
        'size(team)',
        'count(owner.friends)',
        'count(me.friends)',
        'sum(team.level)',
        'min(team.level)',
        'max(owner.friends.level)',
        'average(team.level)',
        'count(team.filter(t, t.level > 1))',
        'sum(team.map(t, t.level + 1))',
      ),
      spread(fc.constant('('), tie('amount'), one('+', '-', '*'), tie('amount'), fc.constant(')')),
      fc.constant('-count'),
      fc.constant('coalesce(count, 1)'),
      tie('question'),
    ),
    line: fc.oneof(
      { maxDepth: 1 },
      spread(one('l.size', 'l.by.level'), orders, one('1', '0', 'count')),
      spread(fc.constant('l.by'), equals, one('owner', 'me', 'null')),
      spread(fc.constant('l.what'), equals, one("'a'", 'title', 'null')),
      spread(tie('line'), one('and', 'or'), tie('line')),
    ),
    other: fc.oneof(
      { maxDepth: 1 },
      spread(one('owner', 'helper', 'owner.boss'), equals, one('this.owner', 'this.helper', 'me', 'null', 'helper')),
      spread(one('count', 'size(steps)', 'owner.level'), orders, one('this.count', '0', 'me.level')),
      spread(one('kind', 'status', 'title'), equals, one('this.kind', 'this.status', 'this.title', 'null')),
      spread(one('cost', 'sum(steps.price)'), orders, one('this.cost', '1 EUR')),
      one(
        'urgent',
        'owner in team',
        'this.owner in team',
        'me in team',
        'count(team) > 1',
        'team.exists(t, t == this.helper)',
        'due < this.due',
        'sent >= now',
        'steps.exists(l, l.size > this.count)',
        'exists(Person where boss == Job.owner)',
      ),
      spread(tie('other'), one('and', 'or'), tie('other')).map((text) => `(${text})`),
      tie('other').map((text) => `not (${text})`),
    ),
    member: fc.oneof(
      { maxDepth: 1 },
      spread(one('t.level', 't.boss.level', 'count(t.friends)'), orders, one('1', '0', 'count')),
      spread(one('t', 't.boss'), equals, one('owner', 'me', 'null', 'helper.boss')),
      spread(fc.constant('t.name'), equals, one("'Ann'", 'title', 'null')),
      spread(one('t', 'me', 'owner'), fc.constant('in'), one('t.friends', 'team')),
      spread(tie('member'), one('and', 'or'), tie('member')),
    ),
    question: fc.oneof(
      tie('other').map((text) => `count(Job where ${text})`),
      fc.tuple(one('sum', 'min', 'max'), tie('other')).map(([word, text]) => `${word}(Job.count where ${text})`),
      one(
        'count(Job)',
        'count(Person)',
        'count(Person where boss == this.owner)',
        'max(Person.level where level < this.count)',
      ),
    ),
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(one('exists', 'none'), tie('other')).map(([word, text]) => `${word}(Job where ${text})`),
      one(
        'exists(Person where boss == me)',
        'none(Person where level > this.count)',
        'exists(Person where name == this.title)',
      ),
      spread(tie('amount'), orders, tie('amount')),
      spread(digits, orders, digits),
      spread(
        one('cost', 'sum(steps.price)', 'cost + 1 EUR', 'cost * 2'),
        orders,
        one('0', '1 EUR', '0.5 EUR', 'cost', 'sum(steps.price)'),
      ),
      spread(one('hours', 'hours * 2'), orders, one('0.5', '1', 'count', 'hours')),
      spread(
        one('owner', 'helper', 'owner.boss', 'helper.boss.boss'),
        equals,
        one('me', 'owner', 'helper', 'null', 'me.boss'),
      ),
      spread(one('title', 'owner.name'), equals, one("'a'", "'A'", 'title', 'me.name', 'null')),
      spread(fc.constant('due'), orders, one('today', 'today - 2 days', 'due')),
      spread(
        one('due', 'sent', 'cost', 'hours', 'count', 'urgent', 'kind', 'status', 'steps', 'title'),
        equals,
        fc.constant('null'),
      ),
      spread(one('due + 3 days', 'due - 1 days'), one('<', '>='), fc.constant('today')),
      spread(fc.constant('sent'), orders, one('now', 'now - 1 days', 'now - 1 hours')),
      one(
        'urgent',
        'status == Open',
        'kind != Red',
        'kind in [Red, Blue]',
        'status in [Done]',
        'owner in [me, helper]',
        'count in [0, 1]',
        "title in ['a', 'ba']",
        'me == null',
      ),
      one("title.contains('a')", "title.startsWith('a')", "title.endsWith('b')", 'title.contains(owner.name)'),
      fc.tuple(one('all', 'exists'), tie('line')).map(([macro, body]) => `steps.${macro}(l, ${body})`),
      spread(
        one('owner', 'me', 'helper.boss', 'owner.boss'),
        fc.constant('in'),
        one('team', 'owner.friends', 'me.friends', 'helper.boss.friends'),
      ),
      spread(
        one("'Ann'", 'title', 'owner.name', 'me.name'),
        fc.constant('in'),
        one('team.name', 'owner.friends.name', 'me.friends.name'),
      ),
      spread(one('count', '1', 'owner.level'), fc.constant('in'), one('team.level', 'team.map(t, t.level + 1)')),
      spread(one('team', 'owner.friends'), equals, fc.constant('null')),
      fc
        .tuple(one('team', 'owner.friends', 'me.friends'), one('all', 'exists', 'none'), tie('member'))
        .map(([list, macro, body]) => `${list}.${macro}(t, ${body})`),
      spread(tie('condition'), one('and', 'or'), tie('condition')).map((text) => `(${text})`),
      tie('condition').map((text) => `not (${text})`),
      fc.tuple(tie('condition'), tie('condition'), tie('condition')).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
    ),
  }),
);

function typedOf(text: string): Typed | null {
  const { tree } = parseExpression(text);
  return tree === null ? null : checkExpression(tree, { schema, entity: 'Job', wants: { t: 'boolean' } }).typed;
}

/** What SQL says of each row: true where the condition finds it, false where its negation does, else unknown. */
async function answers(store: Store, text: string, typed: Typed, me: Row | null): Promise<Map<string, boolean>> {
  const relation = relate(typed, { zone: ZONE, schema });
  const asker = { principal: { row: me, roles: new Set<string>() }, now: NOW };
  const found = new Map<string, boolean>();
  for (const answer of [true, false]) {
    const where = [answer ? relation : ({ r: 'not', of: relation } as const)];
    const { rows } = await store.list(planOf('Job', { key: `${answer} ${text}`, where, limit: 1000 }), asker);
    for (const row of rows) found.set(row.id, answer);
  }
  return found;
}

/** What SQL says of each job, and what the closure says of it, to a guest: true or false, nothing where it is unknown. */
export async function askedBothWays(store: Store, text: string) {
  const typed = typedOf(text);
  if (typed === null) throw new Error(`No condition: ${text}`);
  const scope = await scopeOf(store);
  const evaluate = compile(typed, { zone: ZONE });
  const closure = new Map<string, boolean>();
  for (const row of scope.rows('Job')) {
    const outcome = evaluate({ row, old: null, me: null, now: NOW, ...scope });
    if (typeof outcome === 'boolean') closure.set(row.id, outcome);
  }
  const sql = await answers(store, text, typed, null);
  return { closure: Object.fromEntries(closure), sql: Object.fromEntries(sql) };
}

/** Everything that is stored, as a scope finds it. */
async function scopeOf(
  store: Store,
): Promise<Pick<Scope, 'find'> & { readonly rows: (entity: string) => readonly Row[] }> {
  const tables = new Map<string, ReadonlyMap<string, Row>>();
  for (const entity of ['Job', 'Person'])
    tables.set(entity, new Map((await store.people(entity, 100)).map((row) => [row.id, row])));
  return {
    find: (entity, id) => tables.get(entity)?.get(id) ?? null,
    rows: (entity) => [...(tables.get(entity)?.values() ?? [])],
  };
}

const isAnswerable = (typed: Typed) =>
  !JSON.stringify(relate(typed, { zone: ZONE, schema })).includes('"unanswerable"');

/** What is compared at a time: `records` jobs made by chance, each asked about by somebody and by a guest. */
export interface Comparison {
  readonly compared: number;
  /** How many of the pairs had a condition that asks something of other records. */
  readonly questions: number;
  readonly disagreements: readonly string[];
}

/**
 * Puts jobs made by chance into an empty store of `jobs` and compares, until `wanted` pairs of a condition and a record were:
 * what the closure says of the record, and whether the database finds it. Unknown is an answer, and as such must agree.
 */
export async function compareByChance(store: Store, seed: number, wanted: number): Promise<Comparison> {
  const rows = fc.sample(job, { numRuns: 40, seed }).map((parts, index): Row => {
    const steps = parts.steps.map((each, place) => rowOf('Step', `s${index}-${place}`, each));
    return rowOf('Job', `j${index}`, { ...parts, steps } as Record<string, Value>);
  });
  await insert(store, ...people, ...rows);
  const scope = await scopeOf(store);
  const stored = scope.rows('Job');
  const disagreements: string[] = [];
  const count = { compared: 0, questions: 0 };
  for (let round = 0; count.compared < wanted && disagreements.length < 20; round++) {
    const [text = 'true'] = fc.sample(condition, { numRuns: 1, seed: seed * 1_000_003 + round });
    const typed = typedOf(text);
    if (typed === null || !isAnswerable(typed)) continue;
    const evaluate = compile(typed, { zone: ZONE });
    for (const me of [scope.find('Person', 'p1') ?? null, null]) {
      const found = await answers(store, text, typed, me);
      for (const row of stored) {
        const outcome = evaluate({ row, old: null, me, now: NOW, ...scope });
        const expected = outcome === true || outcome === false ? outcome : undefined;
        if (found.get(row.id) !== expected)
          disagreements.push(
            `${text}\nby ${me?.id ?? 'a guest'} on ${JSON.stringify(row.values)}: the closure says ${expected}, SQL ${found.get(row.id)}`,
          );
        count.compared++;
        if (/\b(?:Job|Person)\b/.test(text)) count.questions++;
      }
    }
  }
  return { ...count, disagreements };
}
