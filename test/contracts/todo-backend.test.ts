import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

interface Todo {
  readonly title: string;
  readonly order: number | null;
  readonly completed: boolean;
  readonly url: string;
}

const ROOT = `${origin}/`;
/** The page that sends the requests is on another host. */
const FROM = 'https://todobackend.com';

describe('the TodoBackend contract', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(exampleText('apis/todo-backend.md'));
  });
  after(() => server.stop());

  /** Sends a request as the script of another host does, and asserts that it may read the answer. */
  async function send(method: string, url: string, data?: object): Promise<Response> {
    const answer = await server.fetch(
      new Request(url, {
        method,
        headers: { origin: FROM, accept: '*/*', ...(data && { 'content-type': 'application/json' }) },
        ...(data && { body: JSON.stringify(data) }),
      }),
    );
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.ok(answer.ok, `${method} ${url} ${answer.status}`);
    return answer;
  }
  const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;
  const list = () => json<readonly Todo[]>(send('GET', ROOT));
  const get = (url: string) => json<Todo>(send('GET', url));
  const post = (data: Partial<Todo>) => json<Todo>(send('POST', ROOT, data));
  const patch = (url: string, data: Partial<Todo>) => json<Todo>(send('PATCH', url, data));
  const fresh = async (data: Partial<Todo> = {}) => (await post({ title: 'blah', ...data })).url;

  describe('the root', () => {
    test('answers GET', async () => assert.equal((await send('GET', ROOT)).status, 200));

    test('answers POST with the todo that was sent', async () =>
      assert.equal((await post({ title: 'a todo' })).title, 'a todo'));

    test('answers DELETE', async () => assert.equal((await send('DELETE', ROOT)).status, 204));

    test('answers GET with an empty list after DELETE', async () => {
      await post({ title: 'one' });
      await send('DELETE', ROOT);
      assert.deepEqual(await list(), []);
    });

    test('lets pages of other hosts send each method', async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const headers = { origin: FROM, 'access-control-request-method': method };
        const answer = await server.fetch(new Request(ROOT, { method: 'OPTIONS', headers }));
        assert.ok(answer.ok);
        assert.ok(answer.headers.get('access-control-allow-methods')?.includes(method));
      }
    });

    test('is the product’s page for browsers that open it', async () => {
      const asked = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const answer = await server.fetch(new Request(ROOT, { headers: asked }));
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    });
  });

  describe('new todos', () => {
    beforeEach(() => send('DELETE', ROOT));

    test('are in the list', async () => {
      await post({ title: 'walk the dog' });
      assert.deepEqual(
        (await list()).map(({ title }) => title),
        ['walk the dog'],
      );
    });

    test('are not completed', async () => {
      assert.equal((await post({ title: 'blah' })).completed, false);
      assert.equal((await list())[0]?.completed, false);
    });

    test('have an address', async () => {
      const { url } = await post({ title: 'blah' });
      assert.match(url, /^http:\/\/localhost:4000\/[^/]+$/);
      assert.equal((await list())[0]?.url, url);
    });

    test('are at their address', async () =>
      assert.equal((await get((await post({ title: 'my todo' })).url)).title, 'my todo'));
  });

  describe('existing todos', () => {
    beforeEach(() => send('DELETE', ROOT));

    test('are reached from the list', async () => {
      await Promise.all([post({ title: 'todo the first' }), post({ title: 'todo the second' })]);
      const todos = await list();
      assert.equal(todos.length, 2);
      assert.equal((await get(todos[0]?.url ?? '')).title, todos[0]?.title);
    });

    test('get another title by PATCH', async () =>
      assert.equal(
        (await patch(await fresh({ title: 'initial' }), { title: 'bathe the cat' })).title,
        'bathe the cat',
      ));

    test('are completed by PATCH', async () =>
      assert.equal((await patch(await fresh(), { completed: true })).completed, true));

    test('stay changed', async () => {
      const { url } = await patch(await fresh(), { title: 'changed title', completed: true });
      for (const todo of [await get(url), ...(await list())])
        assert.deepEqual([todo.title, todo.completed], ['changed title', true]);
      assert.equal((await list()).length, 1);
    });

    test('are deleted by DELETE', async () => {
      await send('DELETE', await fresh());
      assert.deepEqual(await list(), []);
    });
  });

  describe('the order of todos', () => {
    test('is stored with a new one', async () => assert.equal((await post({ title: 'blah', order: 523 })).order, 523));

    test('is changed by PATCH', async () =>
      assert.equal((await patch(await fresh({ order: 10 }), { order: 95 })).order, 95));

    test('stays changed', async () => {
      const { url } = await patch(await fresh({ order: 10 }), { order: 95 });
      assert.equal((await get(url)).order, 95);
    });
  });
});
