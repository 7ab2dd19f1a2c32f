import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nameKey, withoutArticle } from '../src/notation/liberal/phrases/fold.ts';
import {
  matchConstant,
  matchEntity,
  matchEvent,
  matchField,
  matchOption,
  matchOwnField,
  matchRole,
  matchState,
} from '../src/notation/liberal/phrases/match.ts';
import { readPattern } from '../src/notation/liberal/phrases/pattern.ts';
import { readPeople } from '../src/notation/liberal/phrases/people.ts';
import {
  readAmount,
  readCount,
  readDuration,
  readNumber,
  readPercent,
  readSize,
} from '../src/notation/liberal/phrases/quantity.ts';
import {
  clausesOf,
  hasException,
  sentencesOf,
  splitCondition,
  splitMessage,
} from '../src/notation/liberal/phrases/sentence.ts';
import { phraseLexicon } from './support/phrase-lexicon.ts';

const lexicon = phraseLexicon();
const at = (text: string) => ({ text, from: 0 });

describe('quantities in plain words', () => {
  const counts: Readonly<Record<string, readonly [number | null, number | null] | null>> = {
    three: [3, 3],
    '5,000': [5000, 5000],
    '1_048_576': [1048576, 1048576],
    once: [1, 1],
    twice: [2, 2],
    'at most twice': [null, 2],
    'at most 10': [null, 10],
    'up to 10': [null, 10],
    'no more than 10': [null, 10],
    '10 at most': [null, 10],
    '2 times at most': null,
    'at least one': [1, null],
    'three or more': [3, null],
    'fewer than 5': [null, 4],
    'more than 5': [6, null],
    'exactly 4': [4, 4],
    '1 to 8': [1, 8],
    '1–8': [1, 8],
    '1..8': [1, 8],
    'between 1 and 8': [1, 8],
    'from 2 to 4': [2, 4],
    'a single': [1, 1],
    some: null,
    'two dozen': null,
    '1.5': null,
    '1,00': null,
    '': null,
  };
  test('count', () => {
    for (const [words, expected] of Object.entries(counts))
      assert.deepEqual(readCount(words), expected === null ? null : { min: expected[0], max: expected[1] }, words);
  });

  const rest: readonly (readonly [(words: string) => unknown, string, unknown])[] = [
    [readNumber, '9999.99', '9999.99'],
    [readNumber, '12,345,678', '12345678'],
    [readNumber, '12,34', null],
    [readAmount, '20.00 €', '20.00 EUR'],
    [readAmount, '€20', '20 EUR'],
    [readAmount, '3,000 €', '3000 EUR'],
    [readAmount, '500 EUR', '500 EUR'],
    [readAmount, 'EUR 500', '500 EUR'],
    [readAmount, '12 euros', '12 EUR'],
    [readAmount, '$5', '5 USD'],
    [readAmount, '500', null],
    [readAmount, '500 XYZ', null],
    [readAmount, '500 MB', null],
    [readPercent, '20 %', '20'],
    [readPercent, '20 percent', '20'],
    [readPercent, '20', null],
    [readSize, '15 MB', '15 MB'],
    [readSize, '1_048_576 bytes', '1048576 bytes'],
    [readSize, '15 m', null],
    [readPattern, 'two capital letters, a hyphen, six digits', '^[A-Z]{2}-[0-9]{6}$'],
    [readPattern, 'four capital letters and three digits', '^[A-Z]{4}[0-9]{3}$'],
    [readPattern, 'one letter followed by 2 digits', '^[A-Za-z][0-9]{2}$'],
    [readPattern, 'at least 5 digits', '^[0-9]{5,}$'],
    [readPattern, '8 to 12 digits', '^[0-9]{8,12}$'],
    [readPattern, '3 letters, hyphen, 4 digits', '^[A-Za-z]{3}-[0-9]{4}$'],
    [readPattern, 'something nice', null],
    [readPattern, 'two cats', null],
    [readPattern, '', null],
  ];
  test('amounts, percents, sizes and patterns', () => {
    for (const [reader, words, expected] of rest) assert.equal(reader(words), expected, words);
  });

  const durations: readonly (readonly [string, string | null, boolean])[] = [
    ['5 working days', '5 days', true],
    ['8 business hours', '8 hours', true],
    ['24 hours', '24 hours', false],
    ['72 h', '72 hours', false],
    ['15 min', '15 minutes', false],
    ['15 minutes', '15 minutes', false],
    ['2 weeks', '2 weeks', false],
    ['400 ms', '400 milliseconds', false],
    ['one day', '1 day', false],
    ['an hour', '1 hour', false],
    ['half an hour', '30 minutes', false],
    ['24-hour', '24 hours', false],
    ['60 days', '60 days', false],
    ['3 working months', null, false],
    ['a while', null, false],
    ['5', null, false],
    ['5 apples', null, false],
  ];
  test('lengths of time', () => {
    for (const [words, text, working] of durations) {
      const read = readDuration(words);
      assert.deepEqual([read?.text ?? null, read?.working ?? false], [text, working], words);
    }
  });
});

describe('names in plain words', () => {
  const scope = { entity: 'Ticket', lexicon };

  test('are the same but for case, hyphens, camel case, articles and a plural', () => {
    for (const same of ['First response at', 'firstResponseAt', 'first_response_at', 'FIRST-RESPONSE-AT'])
      assert.equal(nameKey(same), 'firstresponseat');
    assert.equal(nameKey('categories'), nameKey('Category'));
    assert.notEqual(nameKey('status'), nameKey('statu'));
    assert.equal(withoutArticle('the ticket'), 'ticket');
    assert.equal(withoutArticle('own tickets'), 'own tickets', '“own” says whose, and is never dropped');
    assert.equal(matchEntity('own tickets', scope), null);
  });

  const fields: readonly (readonly [string, string | null])[] = [
    ['first response at', 'this["First response at"]'],
    ['First response', null],
    ['the category', 'Category'],
    ["the category's team", 'Category.Team'],
    ['the team of the category', 'Category.Team'],
    ['category.needs approval', 'Category["Needs approval"]'],
    ["the ticket's requester", 'Requester'],
    ['its requester', 'Requester'],
    ['requester manager', 'Requester.Manager'],
    ["the requester's manager's e-mail", 'Requester.Manager["E-mail"]'],
    ['the e-mail address of the requester', 'Requester["E-mail"]'],
    ['my team', null],
    ['the lead of its team', null],
    ['name', null],
    ['the requester of the requester', null],
    ['', null],
  ];
  test('give fields and paths', () => {
    for (const [words, expected] of fields) assert.equal(matchField(words, scope)?.text ?? null, expected, words);
    assert.equal(matchOwnField('RESOLUTION NOTE', scope), 'Resolution note');
    assert.equal(matchOwnField('client', { entity: 'Invoice', lexicon }), 'clientId');
    assert.equal(matchOwnField('constructor', scope), null);
    assert.equal(matchOwnField('__proto__', scope), null);
  });

  test('give entities, states, roles, constants, events and choices', () => {
    assert.equal(matchEntity('work entries', scope)?.name, 'Work entry');
    assert.equal(matchEntity('people', scope)?.name, 'Person');
    assert.equal(matchEntity('dragons', scope), null);
    assert.equal(matchState('waiting for requester', scope)?.state, 'Waiting for requester');
    assert.equal(matchState('state Closed', { entity: 'Loan', lexicon })?.machine.entity, 'Loan');
    assert.equal(matchState('Closed', { entity: null, lexicon }), null);
    assert.equal(matchRole('leads', scope)?.name, 'lead');
    assert.equal(matchRole('the desk', scope)?.name, 'Desk assistant');
    assert.equal(matchRole('manager', scope)?.name, 'Store manager');
    assert.equal(matchRole('ghost', scope), null);
    assert.equal(matchConstant('max due days', scope)?.name, 'MAX_DUE_DAYS');
    assert.equal(matchEvent('sendInvoice()', { entity: 'Invoice', lexicon })?.event, 'send');
    assert.equal(matchEvent('fly', scope), null);
    const choice = lexicon.entities.find(({ name }) => name === 'Ticket')?.fields.find(({ name }) => name === 'Impact');
    assert.ok(choice);
    assert.equal(matchOption('"One Person"', choice.type), 'one person');
    assert.equal(matchOption('two persons', choice.type), null);
  });
});

describe('people in plain words', () => {
  type Expected = readonly [who: readonly string[], where?: string | null, product?: boolean] | null;
  const cases: readonly (readonly [string, string, Expected])[] = [
    ['Ticket', 'only the assignee', [['Assignee']]],
    ['Ticket', 'the assignee only', [['Assignee']]],
    ['Ticket', 'the requester or a lead', [['Requester', 'lead']]],
    ['Ticket', 'the requester, the assignee or an admin', [['Requester', 'Assignee', 'admin']]],
    ['Ticket', 'leads only', [['lead']]],
    ['Ticket', 'agents and leads', [['agent', 'lead']]],
    ['Ticket', 'an agent', [['agent']]],
    ['Ticket', "an agent or lead of the ticket's team", [['agent', 'lead'], 'me.Team == Team']],
    ['Ticket', 'a lead of its team', [['lead'], 'me.Team == Team']],
    ['Ticket', "the requester's manager", [['Requester.Manager']]],
    ['Ticket', 'by itself', [[], null, true]],
    ['Ticket', 'automatically', [[], null, true]],
    ['Ticket', 'by itself or by the assignee', [['Assignee'], null, true]],
    ['Ticket', 'the requester, if the reopen count is less than 2', [['Requester'], 'this["Reopen count"] < 2']],
    ['Ticket', 'the requester, if the moon is full', null],
    ['Ticket', 'the requester, except on Mondays', null],
    ['Ticket', 'someone', null],
    ['Ticket', 'the category', null],
    ['Ticket', 'a lead of the universe', null],
    ['Ticket', '', null],
    ['Work entry', 'the agent', null],
    ['Work entry', 'agents', [['agent']]],
    ['Loan', 'by the desk', [['Desk assistant']]],
    ['Loan', 'by the desk or the store manager', [['Desk assistant', 'Store manager']]],
    ['Loan', 'by the system', [[], null, true]],
    ['Loan', 'borrower', [['borrower']]],
    ['Loan', 'by the borrower, until pickupAt', [['borrower'], 'now <= pickupAt']],
    ['Loan', 'by the desk, if totalValue is at most 3,000 €', [['Desk assistant'], 'totalValue <= 3000 EUR']],
  ];
  for (const [entity, words, expected] of cases) {
    test(`“${words}” is ${expected === null ? 'nobody sure' : [...expected[0], expected[1] ?? ''].join(' ')}`, () => {
      const [who, where = null, product = false] = expected ?? [[]];
      assert.deepEqual(readPeople(words, { entity, lexicon }), expected === null ? null : { who, where, product });
    });
  }
});

describe('sentences', () => {
  test('end at a full stop that stands outside of code, quotes and numbers', () => {
    const texts = sentencesOf(at('At least 2.5 hours. Say "No. Never." or `a. b`! See e.g. this one.')).map(
      ({ text }) => text,
    );
    assert.deepEqual(texts, ['At least 2.5 hours.', 'Say "No. Never." or `a. b`!', 'See e.g. this one.']);
    assert.deepEqual(
      clausesOf(at('one; "a; b"; three')).map(({ text }) => text),
      ['one', '"a; b"', 'three'],
    );
  });

  test('are cut at the word that narrows them', () => {
    const cut = (text: string) => {
      const { main, word, condition } = splitCondition(at(text));
      return [main.text, word, condition?.text ?? null];
    };
    assert.deepEqual(cut('Required if the category needs it'), ['Required', 'if', 'the category needs it']);
    assert.deepEqual(cut('If the category needs it, it is required'), [
      'it is required',
      'if',
      'the category needs it',
    ]);
    assert.deepEqual(cut('They see all, unless it is secret'), ['They see all', 'unless', 'it is secret']);
    assert.deepEqual(cut('They see all except drafts'), ['They see all', 'except', 'drafts']);
    assert.deepEqual(cut('They see it only if it is theirs'), ['They see it', 'only if', 'it is theirs']);
    assert.deepEqual(cut('They see all'), ['They see all', null, null]);
    assert.ok(hasException('all but not drafts'));
    assert.ok(!hasException('5 to 120 characters'));
  });

  test('may carry the text that people read', () => {
    assert.deepEqual(splitMessage(at('required — "Enter an amount"')), {
      rest: at('required'),
      message: 'Enter an amount',
    });
    assert.equal(splitMessage(at('required')).message, null);
  });
});

test('no reader of phrases throws, whatever it reads', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const scope = { entity: 'Ticket', lexicon };
      for (const read of [readCount, readAmount, readDuration, readPercent, readSize, readNumber, readPattern])
        read(text);
      for (const match of [matchField, matchEntity, matchState, matchRole, matchConstant, matchEvent])
        match(text, scope);
      readPeople(text, scope);
      for (const read of [sentencesOf, clausesOf, splitCondition, splitMessage]) read(at(text));
    }),
    { numRuns: 500 },
  );
});
