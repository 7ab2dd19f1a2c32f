import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameJson } from '../../src/client/platform/same-json.ts';
import {
  answeredFailures,
  failuresByField,
  failureText,
  fieldOf,
  isEmptyJson,
  mergeFailures,
  remainingFailures,
  requiredNow,
  shownFailures,
  valueAt,
  wireFailures,
} from '../../src/client/screens/form/field-failures.ts';
import { saveProblemOf } from '../../src/client/screens/form/save-problem.ts';
import type { Problem, WireFailure } from '../../src/engine/core/wire-format.ts';

const failing = (pointer: string, code = 'REQUIRED', message = code): WireFailure => ({ pointer, code, message });

const problem = (status: number, more: Partial<Problem> = {}): Problem => ({
  type: '/_/errors/X',
  title: '',
  status,
  detail: '',
  instance: '/',
  code: 'X',
  ...more,
});

test('a failure that comes without a pointer is one of the whole form', () => {
  const bare = { code: 'X', message: 'No.' } as WireFailure;
  const [one] = answeredFailures(problem(422, { failures: [bare] }), { title: 'a' }, ['title']);
  assert.ok(one);
  assert.deepEqual(failuresByField(remainingFailures([one], { title: 'a' }, ['title']), ['title']), {
    fields: new Map(),
    others: [bare],
  });
  assert.deepEqual(shownFailures([bare], { touched: new Set(), tried: true }), [bare]);
  assert.equal(requiredNow([], [bare], () => true).size, 0);
});

test('a failure of the engine gets a pointer, and no empty advice', () => {
  const path = ['lines', 0, 'a/b~c'];
  assert.deepEqual(wireFailures([{ path, code: 'A', message: 'No.', next: '', decidedBy: ['rule/V1'] }]), [
    {
      pointer: '/lines/0/a~1b~0c',
      code: 'A',
      message: 'No.',
      decidedBy: [{ element: 'rule/V1', point: 5, document: '' }],
    },
  ]);
});

test('a field shows failures only after it lost the focus, and all fields after a submit', () => {
  const all = [failing('/title'), failing('/lines/0/amount'), failing('/note')];
  const shown = (touched: string[], tried: boolean) =>
    shownFailures(all, { touched: new Set(touched), tried }).map(({ pointer }) => pointer);
  assert.deepEqual(shown([], false), []);
  assert.deepEqual(shown(['lines'], false), ['/lines/0/amount']);
  assert.deepEqual(shown([], true), ['/title', '/lines/0/amount', '/note']);
});

test('a failure of the server is shown until its value is changed', () => {
  const names = ['title', 'lines'];
  const sent = { title: 'Taken', lines: [{ amount: '1.00' }, { amount: '0.00' }] };
  const refused = answeredFailures(
    problem(422, { failures: [failing('/title', 'NOT_UNIQUE'), failing('/lines/1/amount', 'TOO_SMALL')] }),
    sent,
    names,
  );
  const codes = (input: Parameters<typeof remainingFailures>[1]) =>
    remainingFailures(refused, input, names).map(({ code }) => code);
  assert.deepEqual(codes(sent), ['NOT_UNIQUE', 'TOO_SMALL']);
  assert.deepEqual(codes({ ...sent, title: 'Free' }), ['TOO_SMALL']);
  assert.deepEqual(codes({ ...sent, lines: [{ amount: '2.00' }, { amount: '0.00' }] }), ['NOT_UNIQUE', 'TOO_SMALL']);
  assert.deepEqual(codes({ ...sent, lines: [{ amount: '1.00' }] }), ['NOT_UNIQUE']);
});

test('a failure of the server for an untyped field is shown until any value is changed', () => {
  const names = ['newAt'];
  const refused = answeredFailures(
    problem(422, { failures: [failing('/at', 'NOT_VALID')] }),
    { newAt: '2030-01-01' },
    names,
  );
  assert.equal(remainingFailures(refused, { newAt: '2030-01-01' }, names).length, 1);
  assert.equal(remainingFailures(refused, { newAt: '2030-01-02' }, names).length, 0);
});

test('the same failure from server and browser is shown once, with the server’s text', () => {
  const merged = mergeFailures(
    [failing('/a', 'X', 'server')],
    [failing('/a', 'X', 'browser'), failing('/a', 'Y'), failing('/b', 'X')],
  );
  assert.deepEqual(
    merged.map(({ pointer, message }) => [pointer, message]),
    [
      ['/a', 'server'],
      ['/a', 'Y'],
      ['/b', 'X'],
    ],
  );
});

test('failures are grouped by field in the order of the form; others are listed separately', () => {
  const { fields, others } = failuresByField(
    [failing('/b/0/x'), failing('/elsewhere'), failing('/a'), failing(''), failing('/b')],
    ['a', 'b', 'c'],
  );
  assert.deepEqual([...fields.keys()], ['a', 'b']);
  assert.deepEqual(
    fields.get('b')?.map(({ pointer }) => pointer),
    ['/b/0/x', '/b'],
  );
  assert.deepEqual(
    others.map(({ pointer }) => pointer),
    ['/elsewhere', ''],
  );
});

test('names such as __proto__ work like others', () => {
  const { fields } = failuresByField([failing('/__proto__'), failing('/constructor')], ['constructor', '__proto__']);
  assert.deepEqual([...fields.keys()], ['constructor', '__proto__']);
  assert.equal(valueAt({}, '/constructor'), null);
  assert.equal(valueAt(JSON.parse('{"__proto__":{"a":1}}'), '/__proto__/a'), 1);
});

test('a field is required while a rule fails because it is empty', () => {
  const failures = [failing('/receipt', 'MISSING'), failing('/title', 'TOO_SHORT'), failing('/lines/0/amount')];
  const needed = requiredNow(['category'], failures, (name) => name !== 'title');
  assert.deepEqual([...needed], ['category', 'receipt']);
  assert.deepEqual([...requiredNow(['category'], failures, () => false)], ['category']);
});

test('a failure in one of several lines names the line', () => {
  const inLine = ({ line, message }: { readonly line: number; readonly message: string }) => `${line}: ${message}`;
  const messages = ['/title', '/lines', '/lines/0/amount', '/tags/11'].map((at) =>
    failureText(failing(at, 'X', at), inLine),
  );
  assert.deepEqual(messages, ['/title', '/lines', '1: /lines/0/amount', '12: /tags/11']);
});

test('a JSON pointer resolves to its field and value', () => {
  assert.equal(fieldOf('/lines/0/amount'), 'lines');
  assert.equal(fieldOf('/a~1b'), 'a/b');
  assert.equal(fieldOf(''), null);
  assert.equal(valueAt({ lines: [{ amount: '1' }] }, '/lines/0/amount'), '1');
  assert.equal(valueAt({ lines: [] }, '/lines/0/amount'), null);
  assert.equal(valueAt('text', '/length'), null);
});

test('wire values are compared by their content', () => {
  assert.equal(sameJson({ a: 1, b: null }, { b: '', a: 1 }), true);
  assert.equal(sameJson(null, ''), true);
  assert.equal(sameJson([{ id: 'x', a: '1' }], [{ a: '1', id: 'x' }]), true);
  assert.equal(sameJson([{ a: '1' }, { a: '2' }], [{ a: '2' }, { a: '1' }]), false);
  assert.equal(sameJson('1', 1), false);
  assert.deepEqual([null, ' ', [], 0, false, {}].map(isEmptyJson), [true, true, true, false, false, false]);
});

test('every failed save offers a fitting remedy', () => {
  const way = (status: number, more: Partial<Problem> = {}) => saveProblemOf(problem(status, more)).remedy;
  assert.deepEqual(
    [0, 429, 500, 502, 503].map((status) => way(status)),
    Array(5).fill('send again'),
  );
  assert.deepEqual(
    [401, 412, 428].map((status) => way(status)),
    Array(3).fill('load again'),
  );
  assert.equal(way(409, { code: 'DOCUMENT_CHANGED' }), 'load again');
  assert.deepEqual(
    [400, 403, 404, 409, 413].map((status) => way(status)),
    Array(5).fill('none'),
  );
  const current = {
    id: 'r',
    _: { entity: 'E', etag: '"2"', title: '', labels: {}, can: { delete: null, change: {}, events: {} } },
  };
  assert.equal(way(412, { current }), 'compare');
  assert.equal(saveProblemOf(problem(429, { retryAfter: 7 })).wait, 7);
});
