import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { functions } from '../../src/expressions/functions/functions.ts';
import { checkExpression } from '../../src/expressions/infer/check.ts';
import { constantProblems, constantValue } from '../../src/expressions/infer/constant.ts';
import { relate } from '../../src/expressions/relation/relate.ts';
import { parseBody, parseExpression } from '../../src/expressions/syntax/parse.ts';
import { conjunctsOf, mentions } from '../../src/expressions/types/conjuncts.ts';
import { fieldsRead, pathsFrom } from '../../src/expressions/types/field-paths.ts';
import { formulasOf } from '../../src/expressions/types/formulas.ts';
import type { StaticType } from '../../src/expressions/types/static.ts';
import { wordsOf } from '../../src/expressions/wording/words.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { CONDITION, problemsOf, things, typed, words, ZONE } from '../support/expressions/expressions.ts';

const schema = things();

/** What does not fit, the part that is reported, what is said, and what to do. */
const MISFITS: readonly (readonly [string, string, RegExp, RegExp])[] = [
  ['price + dollars > 0', 'price + dollars', /amount in USD can't be added to an amount in EUR/, /one unit/],
  ['WINDOW < BIG', 'WINDOW < BIG', /length of time can't be compared with a size in bytes/, /same type/],
  ['price > 10', 'price > 10', /can't be compared with a plain number/, /25 EUR/],
  ['price > 10 USD', 'price > 10 USD', /can't be compared/, /same unit/],
  ['price * cost > 0', 'price * cost', /can't be multiplied/, /plain number/],
  ['price / 2 > 1 EUR', 'price / 2', /how it is rounded/, /round/],
  ['round(price / dollars, 2) > 0', 'price / dollars', /can't be divided/, /same unit/],
  ['price % 2 == 1', 'price % 2', /rest of dividing/, /0\.05/],
  ['2.5 * WINDOW > 1 day', '2.5 * WINDOW', /can't be multiplied/, /whole/],
  ['due <= now', 'due <= now', /date can't be compared with a date and time/, /date\(…\)/],
  ['due == "tomorrow"', '"tomorrow"', /not a date/, /2026-12-31/],
  ['due + 3 > due', 'due + 3', /can't be added to a date/, /length of time/],
  ['due + begun > due', 'due + begun', /can't be added/, /length of time/],
  ['title < note', 'title < note', /no order/, /==/],
  ['n > null', 'n > null', /neither more nor less/, /null/],
  ['0 < n < 9', '0 < n < 9', /in a row/, /Compare twice/],
  ['prise > 0', 'prise', /no "prise"/, /price\?/],
  ['owner.bos == me', 'bos', /Member has no field "bos"/, /boss\?/],
  ['this.prise > 0', 'prise', /no field "prise"/, /price\?/],
  ['status == Drat', 'Drat', /no "Drat"/, /Draft\?/],
  ['status in [Draft, Sentt]', 'Sentt', /no "Sentt"/, /Sent\?/],
  ['status == "Drafft"', '"Drafft"', /not one of Draft, Sent/, /Draft\?/],
  ['status == Status.Drat', 'Status.Drat', /not one of/, /Draft\?/],
  ['status == kind', 'status == kind', /can't be compared/, /same type/],
  ['status < Sent', 'status < Sent', /no order/, /\[ … \]/],
  ['owner == title', 'owner == title', /can't be compared with text/, /reference/],
  ['owner == scan', 'owner == scan', /can't be compared/, /./],
  ['me.role == Bos', 'Bos', /no "Bos"/, /Boss\?/],
  ['flag and n', 'n', /plain number, not a condition/, /!= null/],
  ['not title', 'title', /text, not a condition/, /!= null/],
  ['price', 'price', /not a condition/, /Compare/],
  ['null', 'null', /empty, not a condition/, /must hold/],
  ['-title == "a"', '-title', /minus needs a number/, /Leave/],
  ['n in 3', '3', /not a list/, /brackets/],
  ['"a" in title', 'title', /text, not a list/, /contains/],
  ['n in [1, "a"]', '"a"', /others are a plain number/, /same type/],
  ['flag ? 1 : "a"', '"a"', /others are/, /same type/],
  ['size(flag ? parts : parts) > 0', 'parts', /One list as a whole can't stand for another/, /what is in each/],
  ['parts > 3', 'parts > 3', /list of Part can't be compared/, /sum, count/],
  ['sum(parts) > 0', 'sum(parts)', /can't go over records of Part/, /parts|lines/],
  ['sum(parts.label) > 0', 'sum(parts.label)', /can't go over text/, /numbers/],
  ['sum(n) > 0', 'sum(n)', /goes over a list/, /sum\(lines\.amount\)/],
  ['parts.all(p)', 'parts.all(p)', /takes a name and a condition/, /lines\.all/],
  ['all(parts)', 'all(parts)', /stands after a list/, /lines\.all/],
  ['title.all(t, true)', 'title', /not a list/, /all/],
  ['parts.all(p, p.amount)', 'p.amount', /not a condition/, /./],
  ['sizee(title) > 1', 'sizee(title)', /no function "sizee"/, /size\?/],
  ['size(title, note) > 1', 'size(title, note)', /takes one value/, /size\(title\)/],
  ['size(n) > 1', 'size(n)', /needs a text/, /size\(title\)/],
  ['round(price) > 1 EUR', 'round(price)', /takes 2 values/, /round/],
  ['round(price, n) > 1 EUR', 'round(price, n)', /number of digits/, /round/],
  ['price > 25 EURO', '25 EURO', /not a unit/, /EUR\?/],
  ['price > 25 eur', '25 eur', /not a unit/, /EUR\?/],
  ['due > due - 3 dayz', '3 dayz', /not a unit/, /days\?/],
  ['due > due - 1.5 days', '1.5 days', /no whole number/, /36 hours/],
  ['n > 12345678901234567', '12345678901234567', /too large/, /15 digits/],
  ['title.foo == 1', 'title.foo', /has no "foo"/, /Only records/],
  ['status.Draft', 'status.Draft', /has no "Draft"/, /alone/],
  ['any * 2 > 0', 'any * 2', /can't be multiplied/, /./],
];

describe('what does not fit', () => {
  for (const [text, where, message, next] of MISFITS) {
    test(`${text} is reported at ${where}`, () => {
      const [problem, ...others] = problemsOf(schema, text);
      assert.ok(problem, 'no problem');
      assert.equal(text.slice(problem.from, problem.to), where, problem.message);
      assert.match(problem.message, message);
      assert.match(problem.next, next);
      assert.deepEqual(
        others.map((other) => other.message),
        [],
      );
    });
  }

  test('several misfits are told at once', () => {
    assert.equal(problemsOf(schema, 'prise > 0 and owner.bos == me').length, 2);
  });

  test('a did-you-mean is also a mend', () => {
    for (const text of ['prise > 0 EUR', 'owner.bos == me', 'status == Drat', 'price > 25 EURO']) {
      const [problem] = problemsOf(schema, text);
      assert.ok(problem?.fix);
      const mended = text.slice(0, problem.from) + problem.fix + text.slice(problem.to);
      assert.deepEqual(problemsOf(schema, mended), [], mended);
    }
  });
});

describe('names', () => {
  test('are looked up as local, field, constant, word', () => {
    assert.equal(typed(schema, 'LIMIT2').op, 'field');
    assert.equal(typed(schema, 'LIMIT').op, 'constant');
    assert.equal(typed(schema, 'today').op, 'field');
    assert.equal(typed(schema, 'now').op, 'now');
    assert.equal(typed(schema, 'parts.exists(n, n.count == 1)').op, 'macro');
  });

  test('that hide another or are a word are a warning, with the spelling that avoids it', () => {
    const [word] = problemsOf(schema, 'due == today');
    assert.deepEqual([word?.severity, word?.fix], ['warning', 'this.today']);
    assert.match(word?.message ?? '', /hides our word "today"/);
    const [constant] = problemsOf(schema, 'LIMIT2 == 2');
    assert.deepEqual([constant?.severity, constant?.fix], ['warning', 'this.LIMIT2']);
    assert.match(problemsOf(schema, 'parts.exists(n, n.count == 1)')[0]?.message ?? '', /"n" hides a field/);
    assert.deepEqual(problemsOf(schema, 'due == this.today and this.LIMIT2 == 2'), []);
  });

  test('where there is no record there are constants and the clock', () => {
    const check = (text: string) => {
      const { tree } = parseExpression(text);
      assert.ok(tree);
      return checkExpression(tree, { schema, entity: null });
    };
    assert.ok(check('now - WINDOW').typed);
    assert.match(check('price').problems[0]?.next ?? '', /point 9/);
    assert.match(check('this').problems[0]?.message ?? '', /no record/);
    assert.match(check('old.price').problems[0]?.message ?? '', /no record/);
  });
});

describe('what a place wants', () => {
  const eur: StaticType = { t: 'number', scale: 2, unit: 'EUR' };
  const wanted = (text: string, wants: StaticType) => problemsOf(schema, text, wants)[0]?.message ?? null;

  test('tells choices and roles by name', () => {
    const status = typed(schema, 'status').type;
    assert.deepEqual(typed(schema, 'Draft', status), { op: 'literal', value: 'Draft', type: status, from: 0, to: 5 });
    assert.equal(typed(schema, 'Boss', { t: 'role' }).op, 'literal');
    assert.equal(typed(schema, 'Boss', { t: 'list', of: { t: 'role' } }).op, 'list');
    assert.equal(typed(schema, 'flag ? Draft : Sent', status).op, 'conditional');
  });

  test('rounds a number to its scale and refuses another unit', () => {
    assert.deepEqual(typed(schema, '25 EUR', eur).type, eur);
    assert.deepEqual(typed(schema, '0', eur).type, eur);
    assert.deepEqual(typed(schema, 'price * 0.195', eur).type, eur);
    assert.match(wanted('25', eur) ?? '', /plain number; an amount in EUR is needed/);
    assert.match(wanted('25 USD', eur) ?? '', /an amount in USD/);
  });

  test('may always be left empty, but a condition may not', () => {
    for (const wants of [eur, { t: 'date' }, { t: 'record', entity: 'Member' }] as const)
      assert.equal(wanted('null', wants), null);
    assert.match(wanted('null', CONDITION) ?? '', /not a condition/);
  });

  test('tells a date from a date and time, and one entity from another', () => {
    assert.match(wanted('now', { t: 'date' }) ?? '', /date is needed/);
    assert.match(wanted('due', { t: 'instant' }) ?? '', /date and time is needed/);
    assert.match(
      wanted('this', { t: 'record', entity: 'Member' }) ?? '',
      /record of Thing; a record of Member is needed/,
    );
    assert.equal(wanted('owner.boss', { t: 'record', entity: 'Member' }), null);
  });
});

describe('constants', () => {
  test('are literals or calculations with others', () => {
    assert.deepEqual(constantValue(schema, 'LIMIT'), { type: { t: 'number', scale: 2, unit: 'EUR' }, value: 2500 });
    assert.deepEqual(constantValue(schema, 'TWICE'), { type: { t: 'number', scale: 2, unit: 'EUR' }, value: 5000 });
    assert.deepEqual(constantValue(schema, 'WINDOW')?.value, { months: 0, days: 90, ms: 0 });
    assert.equal(constantValue(schema, 'BIG')?.value, 10_000_000);
  });

  test('that are not shown, or stand on one that is not, are unknown because of it', () => {
    assert.equal(constantValue(schema, 'HIDDEN'), null);
    assert.equal(constantValue(schema, 'ON_HIDDEN'), null);
    assert.equal(constantValue(schema, 'nothing of the kind'), null);
    const unknown = typed(schema, 'ON_HIDDEN');
    assert.equal(unknown.op === 'unknown' ? unknown.because : '', 'constant/HIDDEN');
    assert.deepEqual(constantProblems(schema, 'ON_HIDDEN'), []);
  });

  test('that stand on themselves are a problem', () => {
    assert.equal(constantValue(schema, 'ROUND_A'), null);
    assert.match(constantProblems(schema, 'ROUND_A')[0]?.message ?? '', /stands on itself/);
    assert.deepEqual(constantProblems(schema, 'LIMIT'), []);
  });
});

describe('what an expression reads', () => {
  test('paths end with the field, and none is the beginning of another', () => {
    assert.deepEqual(pathsFrom(typed(schema, 'owner.boss == me and owner != me and price > 0'), 'this'), [
      ['owner', 'boss'],
      ['price'],
    ]);
    assert.deepEqual(pathsFrom(typed(schema, 'owner == me.boss'), 'me'), [['boss']]);
    assert.deepEqual(pathsFrom(typed(schema, 'old.price != price'), 'old'), [['price']]);
    assert.deepEqual(
      pathsFrom(typed(schema, 'parts.all(p, p.keeper.boss == owner) and sum(parts.amount) > 0'), 'this'),
      [['parts', 'keeper', 'boss'], ['owner'], ['parts', 'amount']],
    );
    assert.deepEqual(pathsFrom(typed(schema, 'coalesce(owner, helper).boss == me'), 'this'), [
      ['owner', 'boss'],
      ['helper', 'boss'],
    ]);
    assert.deepEqual(pathsFrom(typed(schema, 'this.owner == me'), 'this'), [['owner']]);
  });

  test('fields are told once each, with their entity', () => {
    assert.deepEqual(fieldsRead(typed(schema, 'owner.boss == me or owner == me')), [
      { entity: 'Member', field: 'boss' },
      { entity: 'Thing', field: 'owner' },
    ]);
  });

  test('parts are those joined by and at the top', () => {
    const parts = conjunctsOf(typed(schema, 'n > 1 and (flag or other) and owner == me'));
    assert.deepEqual(
      parts.map((part) => mentions(part, 'me')),
      [false, false, true],
    );
    assert.equal(conjunctsOf(typed(schema, 'flag or other')).length, 1);
  });
});

/** Each as it reads in a message. */
const WORDS: readonly (readonly [string, string])[] = [
  ['price > 0 and n <= 5', 'price is more than 0, and n is at most 5'],
  ['0 < price', 'price is more than 0'],
  ['not (n >= 2)', 'n is less than 2'],
  ['flag and not other', 'flag is yes, and other is no'],
  ['flag == false', 'flag is no'],
  ['(flag and n > 1) or other', 'flag is yes and n is more than 1, or other is yes'],
  ['not (flag and owner == me)', 'flag is no, or you are not the owner'],
  ['owner.boss == me', "you are the owner's boss"],
  ['me != null', 'you are signed in'],
  ['me == owner', 'you are the owner'],
  ['owner in [me, helper]', 'owner is you or helper'],
  ['me in [owner, helper]', 'you are the owner or the helper'],
  ['createdBy == me', 'you created it'],
  ['Boss in me.roles', 'Boss is among your roles'],
  ['me.role == Boss', 'your role is Boss'],
  ['status == Draft', 'status is Draft'],
  ['Draft != status', 'status is not Draft'],
  ['kind in [Small, Big]', 'kind is Small or Big'],
  ['kind not in [Small, Big]', 'kind is neither Small nor Big'],
  ['kind not in [Small, Big, "In between"]', 'kind is none of Small, Big and In between'],
  ['title == null', 'title is empty'],
  ['parts != null', 'parts are given'],
  ['title == "a"', 'title is "a"'],
  ['title.contains("a")', 'title contains "a"'],
  ['due <= this.today - WINDOW', 'due is 90 days before today or earlier'],
  ['sent >= now - 3 days', 'sent is 3 days ago or later'],
  ['sent < startOfMonth(now)', 'sent is before the start of this month'],
  ['due + 1 week > begun', '7 days after due is after begun'],
  ['sum(parts.amount) <= LIMIT', 'the sum of amount over parts is at most 25 EUR'],
  ['count(parts) > 1', 'the number of parts is more than 1'],
  ['parts.all(p, p.amount > 0)', 'amount is more than 0 in every one of parts'],
  ['not parts.exists(p, p.amount > 5 EUR)', 'amount is more than 5 EUR in none of parts'],
  ['old.price != price', 'the former price is not price'],
  ['price <= 0.5 * LIMIT', 'price is at most 0.5 times 25 EUR'],
  ['scan.size <= BIG', 'the size of scan is at most 10 MB'],
  ['n <= HIDDEN', 'n is at most HIDDEN (not shown)'],
  ['rate == n', 'rate is n'],
  ['flag ? n > 1 : n > 2', 'n is more than 1 if flag is yes, else n is more than 2'],
];

describe('in plain English', () => {
  for (const [text, read] of WORDS) test(`${text} reads: ${read}`, () => assert.equal(words(schema, text), read));

  test('every function has words, an example and a promise', () => {
    for (const def of functions) {
      assert.ok(def.about.endsWith('.') && def.example.includes(def.name), def.name);
      assert.ok(def.words(['a', 'b']).length > 1, def.name);
    }
  });
});

describe('the expense document', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'expense-claims.md'), 'utf8');
  const expenses = schemaOf(readDocument(text).model);
  const formulas = formulasOf(expenses);

  test('every formula parses, fits, reads well and can be asked of a database', () => {
    const read = new Map<string, string>();
    for (const { formula, entity, wants } of formulas) {
      if (formula.text.startsWith('{')) continue;
      assert.ok(formula.tree, formula.text);
      const { typed: fitted, problems } = checkExpression(formula.tree, { schema: expenses, entity, wants });
      assert.deepEqual(problems, [], formula.text);
      assert.ok(fitted);
      assert.ok(
        !JSON.stringify(relate(fitted, { zone: ZONE, schema: expenses })).includes('unanswerable'),
        formula.text,
      );
      if (wants?.t === 'boolean') read.set(formula.text, wordsOf(fitted, { schema: expenses }));
    }
    assert.deepEqual(Object.fromEntries(read), {
      'owner == me': 'you are the owner',
      'status == Submitted and owner.manager == me': "status is Submitted, and you are the owner's manager",
      'status in [Approved, Paid]': 'status is Approved or Paid',
      'status == Paid': 'status is Paid',
      'paidAt >= startOfMonth(now)': 'paid at the start of this month or later',
      'total > 0': 'total is more than 0',
      'owner.manager == me and owner != me': "you are the owner's manager, and you are not the owner",
      'owner != me': 'you are not the owner',
      'spentOn <= today': 'spent on today or earlier',
      'spentOn >= today - CLAIM_WINDOW': 'spent on 90 days ago or later',
      'total <= RECEIPT_FREE_LIMIT or receipt != null': 'total is at most 25 EUR, or receipt is given',
      'total <= CLAIM_LIMIT': 'total is at most 5000 EUR',
      'refusal != null': 'refusal is given',
      'amount > 0': 'amount is more than 0',
      'owner.manager == me': "you are the owner's manager",
      'status != Draft': 'status is not Draft',
      'owner == me and status == Draft': 'you are the owner, and status is Draft',
    });
  });

  test('the body of its outside call parses and fits', () => {
    const body = expenses.model.calls.find((call) => call.sendsShape !== null)?.sendsShape?.text ?? '';
    const parsed = parseBody(body).body;
    assert.ok(parsed !== null && 'entries' in parsed);
    const types = parsed.entries.map(({ key, value }) => {
      assert.ok('tree' in value);
      return [key, checkExpression(value.tree, { schema: expenses, entity: 'Claim' }).typed?.type.t];
    });
    assert.deepEqual(types, [
      ['to', 'text'],
      ['cents', 'number'],
      ['reference', 'text'],
    ]);
  });
});
