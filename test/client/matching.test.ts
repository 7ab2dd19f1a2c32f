import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '../../src/client/api/request.ts';
import {
  type MatchingState,
  type MatchingStep,
  type MetRow,
  runMatching,
} from '../../src/client/screens/bulk-actions/matching.ts';
import { takeBacksOf, withStates } from '../../src/client/screens/bulk-actions/take-back.ts';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { claims } from '../engine-claims.ts';
import { person } from '../engine-world.ts';

const world = claims();
const view = viewOf(world.app, person(world, 'Ana').roles, { dev: true, person: null });
const machines = schemaOf(view.model).entities.get('Claim')?.machines ?? [];

const after = (id: string, status: string, can: readonly string[]): WireRecord => ({
  id,
  status,
  _: {
    entity: 'Claim',
    etag: `"${id}"`,
    title: id,
    labels: {},
    can: { delete: null, change: {}, events: Object.fromEntries(can.map((event) => [event, null])) },
  },
});

const problem = (status: number, more: Partial<Problem> = {}): Problem => ({
  type: '/_/errors/X',
  title: 'X',
  status,
  detail: 'No.',
  instance: '/',
  code: 'X',
  ...more,
});

const met = (id: string, part: Partial<MetRow> = {}): MetRow => ({
  id,
  status: 200,
  title: `Claim ${id}`,
  states: [['status', 'Draft']],
  record: after(id, 'Submitted', ['withdraw']),
  ...part,
});

/** Runs over these answers, one a step; a number is a refusal of that status. */
async function run(answers: readonly (MatchingStep | Problem)[], stopsAfter = Number.POSITIVE_INFINITY) {
  const asked: (string | null)[] = [];
  const states: MatchingState[] = [];
  const waited: number[] = [];
  const end = await runMatching({
    machines,
    ask: async (place) => {
      const answer = answers[asked.push(place) - 1];
      assert.ok(answer);
      if ('code' in answer) throw new ProblemError(answer);
      return answer;
    },
    isStopped: () => states.length >= stopsAfter,
    onState: (state) => void states.push(state),
    wait: async (seconds) => void waited.push(seconds),
  });
  return { end, asked, waited, last: states.at(-1) };
}

const first: MatchingStep = { outcomes: [met('1'), met('2')], next: 'p1', total: 3 };
const second: MatchingStep = {
  outcomes: [{ id: '3', status: 409, title: 'Claim 3', states: [['status', 'Draft']], problem: problem(409) }],
  next: null,
  total: null,
};

test('steps run until all rows are processed, and each row is reported', async () => {
  const { end, asked, last } = await run([first, second]);
  assert.deepEqual([end.how, asked], ['whole', [null, 'p1']]);
  assert.deepEqual([last?.total, last?.done, last?.refused.map(({ title }) => title)], [3, 2, ['Claim 3']]);
  assert.deepEqual(last?.takeBacks, [
    {
      event: 'withdraw',
      rows: [
        { id: '1', etag: '"1"', expected: { status: 'Submitted' }, title: '1' },
        { id: '2', etag: '"2"', expected: { status: 'Submitted' }, title: '2' },
      ],
    },
  ]);
});

test('a rate-limited step is retried after the stated time', async () => {
  const { end, asked, waited, last } = await run([first, problem(429, { retryAfter: 7 }), second]);
  assert.deepEqual([end.how, asked, waited], ['whole', [null, 'p1', 'p1'], [7]]);
  assert.equal(last?.done, 2);
});

test('stopping, or a failing step, keeps what was done', async () => {
  const stopped = await run([first, second], 1);
  assert.deepEqual([stopped.end.how, stopped.asked, stopped.last?.done], ['stopped', [null], 2]);
  const broken = await run([first, problem(500)]);
  assert.deepEqual([broken.end.how, broken.last?.done], ['broken', 2]);
});

test('only transitions with an inverse can be undone, by people who may raise it', () => {
  const back = (status: string, events: readonly string[], was: string) =>
    takeBacksOf(machines, [{ id: '1', status: 200, record: after('1', status, events) }], (_, now) =>
      withStates(now, [['status', was]]),
    ).map(({ event }) => event);
  assert.deepEqual(back('Submitted', ['withdraw'], 'Draft'), ['withdraw']);
  assert.deepEqual(back('Submitted', [], 'Draft'), []);
  assert.deepEqual(back('Draft', ['submit'], 'Rejected'), []);
  assert.deepEqual(back('Submitted', ['withdraw'], 'Submitted'), []);
});
