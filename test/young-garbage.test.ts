import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Store } from '../src/store/core/store.ts';
import { contract, openEmpty } from './support/each-store.ts';
import { type Caller, exampleText, startServer } from './support/server.ts';

/**
 * What only requests had is given back by the small sweeps of what is young. What outlives them waits for all of memory to
 * be looked through, which makes whoever asks meanwhile wait.
 */
contract('what a request was decided over is given back while it is young', async () => {
  const opened = await openEmpty();
  const made = new WeakMap<object, string>();
  let notes = 0;
  const note = (facts: object, name: string) => {
    notes += 1;
    made.set(facts, name);
  };
  const held = {};
  made.set(held, 'held');
  const server = await startServer(exampleText('expense-claims.md'), { store: noting(opened.store, note) });
  try {
    const ana = await server.as('Ana');
    for (let turn = 0; turn < 3; turn++) await work(ana);
    sweep('major');
    assert.deepEqual(there(made), ['held'], 'everything else can be given back');
    for (let turn = 0; turn < 8; turn++) await work(ana);
    for (let turn = 0; turn < 3; turn++) {
      await pause(5);
      sweep('minor');
    }
    const left = there(made);
    // The last of each may still be held by whoever did it last.
    assert.ok(notes >= 48 && made.has(held) && left.includes('held'), `${notes} noted`);
    assert.ok(left.length <= 5, left.join(', '));
  } finally {
    await server.stop();
    await opened.done();
  }
});

/** Makes a claim, changes its lines, and submits it. */
async function work(ana: Caller): Promise<void> {
  const lines = [{ what: 'Ticket', amount: '18.90' }];
  const body = { title: 'To Bremen', category: 'Travel', spentOn: '2026-08-12', lines };
  const { status, body: claim, text } = await ana.post<{ id: string }>('/api/claims', body);
  assert.equal(status, 201, text);
  const path = `/api/claims/${claim.id}`;
  const changed = { lines: [...lines, { what: 'Taxi', amount: '4.00' }] };
  const { etag } = Object.fromEntries((await ana.get(path)).headers);
  const change = await ana.patch(path, changed, { 'if-match': etag ?? '' });
  assert.equal(change.status, 200, change.text);
  const submitted = await ana.post(`${path}/submit`, {}, { 'if-match': change.headers.get('etag') ?? '' });
  assert.equal(submitted.status, 200, submitted.text);
}

/** The same store, with a note of all facts that a write was decided over and that it answered with. */
function noting(store: Store, note: (facts: object, name: string) => void): Store {
  return {
    ...store,
    write: async (request) => {
      const outcome = await store.write({
        ...request,
        decide: (facts) => {
          note(facts, 'facts of a decision');
          return request.decide(facts);
        },
      });
      if (outcome.outcome === 'decided') note(outcome.facts, 'facts of an answer');
      return outcome;
    },
  };
}

/** What was noted and is still there. */
function there(made: WeakMap<object, string>): string[] {
  const shown = inspect(made, {
    showHidden: true,
    depth: 0,
    maxArrayLength: null,
    breakLength: Number.POSITIVE_INFINITY,
  });
  return [...shown.matchAll(/=> '([^']+)'/g)].map(([, name]) => name ?? '');
}

function sweep(kind: 'minor' | 'major'): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: kind });
}
