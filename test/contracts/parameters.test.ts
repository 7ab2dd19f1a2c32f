import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer, type TestServer } from '../support/http/server.ts';
import { tracker } from './tracker.ts';

interface Issue {
  readonly title: string;
}

const titles = (body: unknown): string[] => (body as readonly Issue[]).map(({ title }) => title);

describe('the parameters of a list call', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(tracker);
  });
  after(() => server.stop());

  const listed = async (query: string, name = 'Ada'): Promise<string[]> => {
    const { body, status } = await (await server.as(name)).get(`/issues${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return titles(body);
  };
  const refused = async (query: string, name = 'Ada'): Promise<string> => {
    const { body, status } = await (await server.as(name)).get(`/issues${query}`);
    assert.equal(status, 400, JSON.stringify(body));
    return (body as { code: string }).code;
  };

  test('the default of a parameter holds if it is absent', async () => {
    assert.deepEqual(await listed('?sort=title'), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=title&state='), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=title&state=closed'), ['Gamma']);
    assert.deepEqual(await listed('?sort=title&state=all'), ['Alpha', 'Beta', 'Delta', 'Gamma']);
  });

  test('a value that no row names is refused, or ignored where the notes say so', async () => {
    assert.equal(await refused('?state=other'), 'UNREADABLE');
    assert.deepEqual(await listed('?sort=title&kind=other'), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=title&kind=bug'), ['Alpha']);
  });

  test('a field, path, list or reference has the value', async () => {
    assert.deepEqual(await listed('?sort=title&creator=Ben'), ['Beta']);
    assert.deepEqual(await listed('?sort=title&label=ui'), ['Alpha', 'Beta']);
    assert.deepEqual(await listed('?sort=title&labels=ui,api'), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=title&labels=ui&labels=api'), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=title&every=ui'), ['Alpha', 'Beta']);
    assert.deepEqual(await listed('?sort=title&every=ui,core'), ['Alpha']);
    assert.deepEqual(await listed('?sort=title&every=ui&every=none'), []);
    assert.deepEqual(await listed('?sort=title&fan=Ben'), ['Alpha']);
    assert.deepEqual(await listed('?sort=title&milestone=v1'), ['Alpha']);
    const ada = await server.as('Ada');
    assert.deepEqual(await listed(`?sort=title&assignee=${ada.id}`), ['Alpha', 'Delta']);
    assert.deepEqual(await listed('?sort=title&votes=3'), ['Beta']);
  });

  test('a condition holds for the value, whose type is stated', async () => {
    assert.deepEqual(await listed('?sort=title&q=eta'), ['Beta']);
    assert.deepEqual(await listed('?sort=title&min=3'), ['Beta', 'Delta']);
    assert.equal(await refused('?min=three'), 'UNREADABLE');
    assert.deepEqual(await listed('?sort=title&since=2000-01-01T00:00:00Z'), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=title&since=2999-01-01T00:00:00Z'), []);
    assert.equal(await refused('?since=yesterday'), 'UNREADABLE');
    assert.deepEqual(await listed('?sort=title&starred=true'), ['Alpha']);
    assert.deepEqual(await listed('?sort=title&q=%22)%20or%20(%22'), [], 'a value is never read as an expression');
  });

  test('the order is named as the contract names it', async () => {
    assert.deepEqual(await listed(''), ['Delta', 'Beta', 'Alpha']);
    assert.deepEqual(await listed('?sort=votes'), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(await listed('?sort=votes&direction=desc'), ['Delta', 'Beta', 'Alpha']);
    assert.equal(await refused('?sort=secret'), 'UNREADABLE');
    assert.equal(await refused('?sort=hidden', 'Ben'), 'UNREADABLE', 'nobody sorts by what they cannot read');
  });

  test('other parameters and repeated ones are refused', async () => {
    assert.equal(await refused('?votes=3&votes=4'), 'UNREADABLE');
    assert.equal(await refused('?title=Alpha'), 'UNKNOWN_PARAMETER');
    assert.equal(await refused('?filter=votes%20==%203'), 'UNKNOWN_PARAMETER');
  });

  test('a call may ignore unknown parameters', async () => {
    const { body, status } = await (await server.as('Ada')).get('/open?colour=red&page=7');
    assert.equal(status, 200);
    assert.equal((body as readonly object[]).length, 4);
    const one = await (await server.as('Ada')).get('/issues/A-1?colour=red');
    assert.equal(one.status, 200);
  });

  test('nobody filters by what they may not read', async () => {
    assert.deepEqual(await listed('?sort=title&secret=x', 'Ada'), ['Alpha']);
    assert.equal(await refused('?secret=x', 'Ben'), 'UNKNOWN_PARAMETER');
    assert.deepEqual(await listed('?sort=title&note=mine', 'Ada'), ['Alpha', 'Beta']);
    assert.deepEqual(await listed('?sort=title&note=mine', 'Ben'), ['Beta'], 'only on records where they read it');
  });

  test('are read and checked without errors, and printed without loss', () => {
    assert.deepEqual(
      diagnose(tracker).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    const printed = printDocument(readDocument(tracker).model);
    assert.equal(printDocument(readDocument(printed).model), printed);
    assert.match(printed, /\| state=open \| `status == Open` \| \| yes \|/);
    assert.deepEqual(
      readDocument(printed).model.calls.map(({ parameters }) => parameters.map(({ at: _, ...row }) => row.name)),
      readDocument(tracker).model.calls.map(({ parameters }) => parameters.map(({ name }) => name)),
    );
  });
});
