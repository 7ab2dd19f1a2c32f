import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCelError, run } from '@bufbuild/cel';
import fc from 'fast-check';
import { compile } from '../../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../../src/expressions/infer/check.ts';
import { relate } from '../../src/expressions/relation/relate.ts';
import { parseBody, parseExpression } from '../../src/expressions/syntax/parse.ts';
import { printExpression } from '../../src/expressions/syntax/print.ts';
import { pathsFrom } from '../../src/expressions/types/field-paths.ts';
import type { Typed } from '../../src/expressions/types/typed.ts';
import { wordsOf } from '../../src/expressions/wording/words.ts';
import type { Value } from '../../src/fields/text/value.ts';
import type { BinaryOperator, Tree } from '../../src/model/types/formula.ts';
import { NOW, row, scope, things, without, ZONE } from '../support/expressions/expressions.ts';
import { answer, isAnswerable } from '../support/expressions/relations.ts';

const schema = things();
const at = { from: 0, to: 0 };
const RUNS = 400;

// ── Any tree ─────────────────────────────────────────────────────────────────────────────────────

const plainName = fc.constantFrom(
  'a',
  'status',
  'größe',
  '名',
  '_x1',
  '🙂',
  'this',
  'isnt',
  'constructor',
  '__proto__',
);
const anyName = fc.oneof(plainName, fc.constantFrom('and', 'due date', '"', 'a\\b', '', 'null', '\n'));
const operators: readonly BinaryOperator[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  'and',
  'or',
  'in',
];

const leaf: fc.Arbitrary<Tree> = fc.oneof(
  fc.constant<Tree>({ op: 'null', ...at }),
  fc.boolean().map((value): Tree => ({ op: 'boolean', value, ...at })),
  fc.string({ unit: 'grapheme' }).map((value): Tree => ({ op: 'text', value: value.normalize('NFC'), ...at })),
  fc
    .tuple(fc.constantFrom('0', '7', '1.50', '25'), fc.constantFrom(null, 'EUR', 'days', 'MB', 'working days'))
    .map(([digits, unit]): Tree => ({ op: 'number', digits, unit, ...at })),
  plainName.map((name): Tree => ({ op: 'name', name, ...at })),
);

const { tree: anyTree } = fc.letrec<{ tree: Tree }>((tie) => {
  const tree = tie('tree');
  return {
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.tuple(tree, anyName).map(([of, name]): Tree => ({ op: 'member', of, name, ...at })),
      fc
        .tuple(
          fc.option(fc.tuple(tree, fc.constantFrom('all', 'size', 'in'))),
          plainName,
          fc.array(tree, { maxLength: 3 }),
          fc.option(tree),
        )
        .map(
          ([method, name, args, where]): Tree => ({
            op: 'call',
            name: method === null ? name : method[1],
            receiver: method === null ? null : method[0],
            args: where === null ? args : args.map((of): Tree => ({ op: 'query', of, where, ...at })),
            ...at,
          }),
        ),
      fc
        .tuple(tree, tree)
        .map(
          ([of, index]): Tree =>
            index.op === 'text' ? { op: 'member', of, name: index.value, ...at } : { op: 'index', of, index, ...at },
        ),
      fc
        .tuple(fc.constantFrom('not', '-'), tree)
        .map(([operator, of]): Tree => ({ op: 'unary', operator: operator as 'not' | '-', of, ...at })),
      fc
        .tuple(fc.constantFrom(...operators), tree, tree)
        .map(([operator, left, right]): Tree => ({ op: 'binary', operator, left, right, ...at })),
      fc.array(tree, { maxLength: 3 }).map((items): Tree => ({ op: 'list', items, ...at })),
      fc.tuple(tree, tree, tree).map(([test, yes, no]): Tree => ({ op: 'conditional', test, yes, no, ...at })),
    ),
  };
});

function placeless(tree: Tree): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'from' || key === 'to' ? undefined : value)));
}

describe('any expression', () => {
  test('printed and parsed again is the same but for places', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const text = printExpression(tree);
        const parsed = parseExpression(text);
        assert.deepEqual(parsed.problems, [], text);
        assert.ok(parsed.tree);
        assert.deepEqual(placeless(parsed.tree), placeless(tree), text);
      }),
      { numRuns: RUNS },
    );
  });

  test('is either checked or has a problem with a place in its text, words and a next step', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const text = printExpression(tree);
        const parsed = parseExpression(text).tree;
        assert.ok(parsed);
        const { typed, problems } = checkExpression(parsed, { schema, entity: 'Thing', wants: { t: 'boolean' } });
        assert.equal(
          typed === null,
          problems.some(({ severity }) => severity === 'error'),
        );
        for (const { from, to, message, next } of problems) {
          assert.ok(from >= 0 && from <= to && to <= text.length && message !== '' && next !== '', text);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('any text at all is read or has a problem in it', () => {
    const pieces = fc.constantFrom(
      'a',
      ' ',
      '(',
      ')',
      '[',
      '"',
      "'",
      'not ',
      'and ',
      '==',
      '=',
      '≤',
      '.',
      ',',
      '1',
      '1.5 EUR',
      '{',
      '}',
      ':',
      '?',
      '\\',
      '€',
      '🙂',
      '\ud800',
      '|',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          for (const { tree, problems } of [
            parseExpression(text),
            { ...parseBody(text), tree: parseBody(text).body },
          ]) {
            assert.equal(tree === null, problems.length > 0, text);
            for (const { from, to, next } of problems)
              assert.ok(from >= 0 && from <= to && to <= text.length && next !== '', text);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

// ── Expressions that fit ─────────────────────────────────────────────────────────────────────────

/** Texts of one type each, over a Thing; most of what they make fits. */
const texts = fc.letrec<
  Record<'number' | 'money' | 'date' | 'instant' | 'text' | 'choice' | 'person' | 'condition' | 'of part', string>
>((tie) => {
  const infix = (side: 'number' | 'money', ...operator: string[]) =>
    fc.tuple(tie(side), fc.constantFrom(...operator), tie(side)).map(([a, sign, b]) => `(${a} ${sign} ${b})`);
  const pair = (side: Parameters<typeof tie>[0], ...operator: string[]) =>
    fc.tuple(tie(side), fc.constantFrom(...operator), tie(side)).map(([a, sign, b]) => `${a} ${sign} ${b}`);
  const equality = ['==', '!='];
  const order = [...equality, '<', '<=', '>', '>='];
  const bounded = { maxDepth: 3, depthIdentifier: 'expression' };
  return {
    number: fc.oneof(
      bounded,
      fc.constantFrom(
        'n',
        'm',
        '0',
        '2',
        '1.5',
        'rate',
        'FACTOR',
        'owner.score',
        'me.score',
        'old.n',
        'HIDDEN',
        'constructor',
      ),
      infix('number', '+', '-', '*'),
      fc.constantFrom(
        'count(parts)',
        'sum(parts.count)',
        'max(parts.count)',
        'average(parts.count)',
        'count(parts.filter(p, p.count > 1))',
        'abs(n)',
        'round(rate / m, 2)',
        'n % m',
        'coalesce(n, m)',
        'coalesce(n, 3)',
        '-n',
      ),
    ),
    money: fc.oneof(
      bounded,
      fc.constantFrom('price', 'cost', '0.10 EUR', 'LIMIT', 'TWICE'),
      infix('money', '+', '-'),
      fc.constantFrom(
        'sum(parts.amount)',
        'min(parts.amount)',
        'average(parts.amount)',
        'sum(parts.filter(p, p.count > 1).amount)',
        'price * 1.5',
        'n * cost',
        'flag ? price : cost',
      ),
    ),
    date: fc.oneof(
      bounded,
      fc.constantFrom(
        'due',
        'begun',
        'this.today',
        '"2026-07-01"',
        'due + 3 days',
        'begun - WINDOW',
        'startOfMonth(due)',
        'date(now)',
        'date(now) - WINDOW',
        'due + 1 month',
      ),
    ),
    instant: fc.constantFrom(
      'sent',
      'seen',
      'now',
      'now - 3 days',
      'sent + 2 hours',
      'startOfMonth(now)',
      'sent + 1 day',
    ),
    text: fc.constantFrom('title', 'note', '"a"', '"ab"', 'owner.name', 'title + note', 'lower(title)'),
    choice: fc.constantFrom('status', 'old.status'),
    person: fc.constantFrom('owner', 'helper', 'me', 'owner.boss', 'me.boss', 'helper.boss.boss', 'createdBy'),
    'of part': fc.constantFrom(
      'p.count > n',
      'p.amount <= price',
      'p.keeper == me',
      'p.keeper.boss == owner',
      'p.label == title',
      'p.count != null',
      'p.count + 1 == 2',
    ),
    condition: fc.oneof(
      bounded,
      fc.constantFrom(
        'flag',
        'other',
        'flag == true',
        'other == flag',
        'title.contains("a")',
        'title.startsWith(note)',
        'title == null',
        'n + 1 == null',
        'owner == null',
        'parts == null',
        'parts != null',
        'scan == null',
        'today - sent > 3 days',
        'now - sent > 3 days',
        'sent - seen < 2 hours',
        'Boss in me.roles',
        'any > 1 EUR',
        'any == null',
      ),
      pair('number', ...order),
      pair('money', ...order),
      pair('date', ...order),
      pair('instant', ...order),
      pair('text', ...equality),
      pair('choice', ...equality),
      pair('person', ...equality),
      fc
        .tuple(tie('choice'), fc.constantFrom('== Draft', '!= Sent', 'in [Draft, Sent]', 'not in [Draft]'))
        .map(([a, b]) => `${a} ${b}`),
      fc
        .tuple(tie('number'), tie('number'), fc.constantFrom('in', 'not in'))
        .map(([a, b, sign]) => `${a} ${sign} [${b}, 2]`),
      fc
        .tuple(tie('person'), tie('person'), fc.constantFrom('in', 'not in'))
        .map(([a, b, sign]) => `${a} ${sign} [${b}, helper]`),
      fc
        .tuple(tie('of part'), fc.constantFrom('all', 'exists', 'exists_one'))
        .map(([body, macro]) => `parts.${macro}(p, ${body})`),
      fc
        .tuple(tie('condition'), fc.constantFrom('and', 'or', '=='), tie('condition'))
        .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
      fc.tuple(tie('condition'), tie('condition'), tie('condition')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
      tie('condition').map((a) => `not (${a})`),
    ),
  };
});

function fitting(text: string): Typed | null {
  const { tree } = parseExpression(text);
  return tree === null ? null : checkExpression(tree, { schema, entity: 'Thing', wants: { t: 'boolean' } }).typed;
}

const few = (...values: Value[]) => fc.constantFrom(null, ...values);
const person = few('p1', 'p2', 'p3', 'gone');
const member = (id: string) =>
  fc
    .record({ score: few(1, 2, 3), boss: person, name: few('a', 'ab'), roles: few(['Boss'], ['Staff']) })
    .map((values) => row(schema, 'Member', id, values));
const part = fc
  .record({ amount: few(-100, 10, 1000), count: few(0, 1, 2), label: few('a'), keeper: person })
  .map((values) => row(schema, 'Part', 'x', values));
const values = fc.record({
  title: few('a', 'ab', 'b'),
  note: few('a', 'b'),
  n: few(0, 1, 2, -3),
  m: few(0, 1, 2, 3),
  rate: few(0, 1500, -500),
  price: few(0, 10, 2500, -10),
  cost: few(10, 2500),
  flag: few(true, false),
  other: few(true, false),
  status: few('Draft', 'Sent'),
  due: few('2026-07-01', '2026-07-15', '2024-02-29'),
  begun: few('2026-07-01', '2026-10-13'),
  today: few('2026-07-04'),
  sent: few(NOW, NOW - 3 * 86_400_000, NOW - 3_600_000),
  seen: few(NOW, NOW - 3 * 86_400_000),
  owner: person,
  helper: person,
  createdBy: person,
  constructor: few(1),
  any: few({ amount: 100, currency: 'EUR' }, { amount: 500, currency: 'USD' }),
  scan: few({ file: 'f', name: 'a', size: 1, mediaType: 'x/y' }),
  parts: fc.oneof(fc.constant(null), fc.array(part, { maxLength: 3 })),
});

const world = fc
  .record({
    values,
    old: fc.option(values),
    people: fc.tuple(member('p1'), member('p2'), member('p3')),
    guest: fc.boolean(),
  })
  .map(({ values: now, old, people, guest }) => {
    const byId = new Map(people.map((each) => [each.id, each]));
    return scope({
      row: row(schema, 'Thing', 't', now),
      old: old === null ? null : row(schema, 'Thing', 't', old),
      me: guest ? null : people[0],
      find: (entity, id) => (entity === 'Member' ? (byId.get(id) ?? null) : null),
    });
  });

describe('expressions that fit', () => {
  test('most of what the generator makes fits', () => {
    const sample = fc.sample(texts.condition, { numRuns: 200, seed: 1 });
    assert.ok(sample.filter((text) => fitting(text) !== null).length > 150);
  });

  test('the closure never throws and answers true, false or unknown', () => {
    fc.assert(
      fc.property(
        texts.condition,
        world,
        fc.subarray(['n', 'price', 'owner', 'parts', 'flag', 'status', 'sent']),
        (text, of, missing) => {
          const typed = fitting(text);
          fc.pre(typed !== null && of.row !== null);
          const closure = compile(typed, { zone: ZONE });
          const lacking = { ...of, row: without(of.row, ...missing), find: () => undefined };
          for (const each of [of, lacking, scope({})]) {
            const outcome = closure(each);
            assert.ok(
              outcome === undefined || outcome === null || typeof outcome === 'boolean',
              `${text}: ${String(outcome)}`,
            );
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('what is not loaded never turns into an answer that loading it would take back', () => {
    fc.assert(
      fc.property(
        texts.condition,
        world,
        fc.subarray(['n', 'price', 'owner', 'parts', 'flag', 'status', 'sent', 'm', 'due'], { minLength: 1 }),
        fc.boolean(),
        (text, of, missing, people) => {
          const typed = fitting(text);
          fc.pre(typed !== null && of.row !== null);
          const closure = compile(typed, { zone: ZONE });
          const less = closure({ ...of, row: without(of.row, ...missing), find: people ? of.find : () => undefined });
          if (less === true || less === false) assert.equal(closure(of), less, text);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });

  test('a database answers as the closure does', () => {
    fc.assert(
      fc.property(texts.condition, world, (text, of) => {
        const typed = fitting(text);
        fc.pre(typed !== null && of.row !== null);
        const relation = relate(typed, { zone: ZONE, schema });
        fc.pre(isAnswerable(relation));
        const told = answer(relation, of, new Map([[null, of.row]]));
        assert.equal(told ?? undefined, compile(typed, { zone: ZONE })(of) ?? undefined, text);
      }),
      { numRuns: 4 * RUNS },
    );
  });

  test('words and paths are there for each', () => {
    fc.assert(
      fc.property(texts.condition, (text) => {
        const typed = fitting(text);
        fc.pre(typed !== null);
        const words = wordsOf(typed, { schema });
        assert.ok(words.length > 1 && !/undefined|\[object|#/.test(words), words);
        for (const root of ['this', 'me', 'old'] as const)
          for (const path of pathsFrom(typed, root)) assert.ok(path.length > 0);
        assert.deepEqual(JSON.parse(JSON.stringify(typed)), typed);
      }),
      { numRuns: RUNS },
    );
  });
});

// ── The part that is CEL ─────────────────────────────────────────────────────────────────────────

/** Integers, texts and conditions as CEL has them; no empty values, which CEL has not. */
const cel = fc.letrec<Record<'number' | 'text' | 'condition', string>>((tie) => {
  const bounded = { maxDepth: 4, depthIdentifier: 'cel' };
  const infix = (side: 'number' | 'text' | 'condition', ...operator: string[]) =>
    fc.tuple(tie(side), fc.constantFrom(...operator), tie(side)).map(([a, sign, b]) => `(${a} ${sign} ${b})`);
  return {
    number: fc.oneof(
      bounded,
      fc.constantFrom('n', 'm', '0', '1', '7', 'size(title)'),
      infix('number', '+', '-', '*', '%'),
      tie('number').map((a) => `-${a}`),
      fc.tuple(tie('condition'), tie('number'), tie('number')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    ),
    text: fc.oneof(bounded, fc.constantFrom('title', 'note', '"a"', "'b'", '""'), infix('text', '+')),
    condition: fc.oneof(
      bounded,
      fc.constantFrom('flag', 'true', 'false'),
      infix('number', '==', '!=', '<', '<=', '>', '>='),
      infix('text', '==', '!='),
      infix('condition', '&&', '||', '==', '!='),
      tie('condition').map((a) => `!${a}`),
      fc
        .tuple(tie('text'), fc.constantFrom('contains', 'startsWith', 'endsWith'), tie('text'))
        .map(([a, name, b]) => `(${a}).${name}(${b})`),
      fc.tuple(tie('number'), tie('number'), tie('number')).map(([a, b, c]) => `(${a} in [${b}, ${c}, 1])`),
      fc
        .tuple(fc.constantFrom('all', 'exists', 'exists_one'), tie('number'), fc.constantFrom('<', '==', '>='))
        .map(([macro, a, sign]) => `[1, 2, 3].${macro}(x, x ${sign} ${a})`),
    ),
  };
});

test('where CEL has an answer, ours is the same', () => {
  let compared = 0;
  fc.assert(
    fc.property(
      cel.condition,
      fc.integer({ min: -9, max: 9 }),
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom('a', 'ab', 'ba'),
      fc.boolean(),
      (text, n, m, title, flag) => {
        const second = run(text, { n: BigInt(n), m: BigInt(m), title, note: 'b', flag });
        fc.pre(!isCelError(second));
        const typed = fitting(text);
        assert.ok(typed, text);
        const closure = compile(typed, { zone: ZONE });
        assert.equal(
          closure(scope({ row: row(schema, 'Thing', 't', { n, m, title, note: 'b', flag }) })),
          second,
          text,
        );
        compared++;
      },
    ),
    { numRuns: RUNS },
  );
  assert.ok(compared >= RUNS);
});
