import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

type Json = Readonly<Record<string, unknown>>;
type Listed = readonly Json[];
type Send = <T = Json>(method: string, path: string, body?: Json) => Promise<Answer<T>>;

const DOCS = 'https://docs.github.com/rest';
const NOW = '2026-08-14T10:00:00Z';
const octocat = { login: 'octocat', id: 1, type: 'User' };
const hubot = { login: 'hubot', id: 2, type: 'User' };
const notFound = { message: 'Not Found', documentation_url: DOCS };
const invalid = (resource: string, field: string, code: string) => ({
  message: 'Validation Failed',
  errors: [{ resource, field, code }],
  documentation_url: DOCS,
});
const label = (id: number, name: string, more: Json = {}) => ({
  ...{ id, name, color: 'ededed', description: null, default: false },
  ...more,
});
const titles = ({ body }: Answer<Listed>) => body.map(({ title }) => title);

describe('the issue tracker API', () => {
  let server: TestServer;
  let asOctocat: Send;
  let asHubot: Send;
  let asGuest: Send;
  /** Sends requests with this header alone. */
  const sender =
    (authorization: string): Send =>
    (method, path, body) =>
      server.guest.call(method, path, body, authorization === '' ? {} : { authorization });
  before(async () => {
    server = await startServer(exampleText('apis/issue-tracker.md'));
    const token = async (name: string) => (await server.as(name)).cookie.split('=')[1] ?? '';
    asOctocat = sender(`Bearer ${await token('octocat')}`);
    asHubot = sender(`token ${await token('hubot')}`);
    asGuest = sender('');
  });
  after(() => server.stop());

  let repositories = 0;
  /** Creates a repository of octocat and returns its path. */
  const newRepository = async (more: Json = {}) => {
    repositories += 1;
    const made = await asOctocat('POST', '/user/repos', { name: `repo-${repositories}`, ...more });
    assert.equal(made.status, 201, made.text);
    return `/repos/octocat/repo-${repositories}`;
  };
  /** Creates an issue and returns its path. Time passes, so that issues have an order. */
  const newIssue = async (repository: string, body: Json, send = asOctocat) => {
    server.clock.now += 1000;
    const made = await send('POST', `${repository}/issues`, { title: 'Found a bug', ...body });
    assert.equal(made.status, 201, made.text);
    return `${repository}/issues/${String(made.body['number'])}`;
  };
  const answered = <T>({ status, body }: Answer<T>) => [status, body];

  test('tells who sends the token, and two texts for none and a wrong one', async () => {
    assert.deepEqual(answered(await asOctocat('GET', '/user')), [200, octocat]);
    assert.deepEqual(answered(await asHubot('GET', '/user')), [200, hubot]);
    const none = { message: 'Requires authentication', documentation_url: DOCS };
    assert.deepEqual(answered(await asGuest('GET', '/user')), [401, none]);
    assert.deepEqual(answered(await asGuest('POST', '/user/repos', { name: 'x' })), [401, none]);
    const wrong = { message: 'Bad credentials', documentation_url: DOCS };
    for (const header of ['Bearer x', `token ${'0'.repeat(64)}`]) {
      assert.deepEqual(answered(await sender(header)('GET', '/user')), [401, wrong]);
      assert.deepEqual(answered(await sender(header)('GET', '/repos/octocat/Hello-World')), [401, wrong]);
    }
    assert.deepEqual(answered(await asGuest('GET', '/users/Octocat')), [200, octocat]);
    assert.deepEqual(answered(await asGuest('GET', '/users/nobody')), [404, notFound]);
  });

  test('creates, shows, changes and deletes a repository', async () => {
    server.clock.now = Date.parse(NOW);
    const made = await asOctocat('POST', '/user/repos', { name: 'Spoon-Knife', description: 'Fork me', colour: 1 });
    const repository = {
      id: 2,
      name: 'Spoon-Knife',
      full_name: 'octocat/Spoon-Knife',
      owner: octocat,
      private: false,
      description: 'Fork me',
      has_issues: true,
      url: `${origin}/repos/octocat/Spoon-Knife`,
      created_at: NOW,
      updated_at: NOW,
    };
    assert.deepEqual(answered(made), [201, repository]);
    assert.equal(made.headers.get('location'), null);
    assert.deepEqual(answered(await asGuest('GET', '/repos/Octocat/spoon-knife')), [200, repository]);
    server.clock.now += 61_500;
    const changed = await asOctocat('PATCH', '/repos/octocat/Spoon-Knife', { name: 'Spoon', description: null });
    assert.deepEqual(answered(changed), [
      200,
      {
        ...repository,
        ...{ name: 'Spoon', full_name: 'octocat/Spoon', url: `${origin}/repos/octocat/Spoon` },
        ...{ description: null, updated_at: '2026-08-14T10:01:01Z' },
      },
    ]);
    const twice = await asOctocat('POST', '/user/repos', { name: 'spoon' });
    assert.deepEqual(answered(twice), [422, invalid('Repository', 'name', 'already_exists')]);
    assert.equal((await asHubot('POST', '/user/repos', { name: 'Spoon' })).status, 201);
    const unnamed = await asOctocat('POST', '/user/repos', {});
    assert.deepEqual(answered(unnamed), [422, invalid('Repository', 'name', 'missing_field')]);
    const forbidden = { message: 'Must have admin rights to Repository.', documentation_url: DOCS };
    assert.deepEqual(answered(await asHubot('DELETE', '/repos/octocat/Spoon')), [403, forbidden]);
    await newIssue('/repos/octocat/Spoon', { labels: ['bug'] });
    assert.deepEqual(answered(await asOctocat('DELETE', '/repos/octocat/Spoon')), [204, null]);
    assert.deepEqual(answered(await asOctocat('GET', '/repos/octocat/Spoon')), [404, notFound]);
  });

  test('does not tell others that a private repository exists', async () => {
    const path = await newRepository({ private: true });
    const issue = await newIssue(path, { title: 'Secret' });
    for (const send of [asHubot, asGuest])
      for (const at of [path, `${path}/issues`, issue, `${issue}/comments`, `${issue}/reactions`, `${path}/labels`])
        assert.deepEqual(answered(await send('GET', at)), [404, notFound], at);
    assert.deepEqual(answered(await asHubot('POST', `${path}/issues`, { title: 'x' })), [404, notFound]);
    assert.equal((await asOctocat('GET', issue)).status, 200);
  });

  test('numbers issues in each repository, and shows one whole', async () => {
    const [path, other] = [await newRepository(), await newRepository()];
    await newIssue(other, {});
    server.clock.now = Date.parse(NOW) - 1000;
    const at = await newIssue(path, { body: 'It hurts.', labels: ['bug', 'ui'], assignees: ['hubot', 'octocat'] });
    assert.equal(at, `${path}/issues/1`);
    assert.equal(await newIssue(path, {}), `${path}/issues/2`);
    const { status, body } = await asGuest('GET', at);
    const { id, labels, assignees, ...rest } = body;
    assert.deepEqual([status, typeof id], [200, 'number']);
    assert.deepEqual(
      (labels as Listed).map(({ name, color, default: isDefault }) => [name, color, isDefault]),
      [
        ['bug', 'ededed', false],
        ['ui', 'ededed', false],
      ],
    );
    assert.deepEqual((assignees as Listed).map(({ login }) => login).sort(), ['hubot', 'octocat']);
    assert.deepEqual(rest, {
      number: 1,
      url: origin + at,
      title: 'Found a bug',
      body: 'It hurts.',
      state: 'open',
      state_reason: null,
      user: octocat,
      locked: false,
      active_lock_reason: null,
      comments: 0,
      closed_at: null,
      closed_by: null,
      author_association: 'OWNER',
      created_at: NOW,
      updated_at: NOW,
    });
    assert.deepEqual(answered(await asGuest('GET', `${path}/issues/3`)), [404, notFound]);
    assert.deepEqual(answered(await asGuest('GET', `${path}/issues/x`)), [404, notFound]);
    const untitled = await asHubot('POST', `${path}/issues`, { body: 'x' });
    assert.deepEqual(answered(untitled), [422, invalid('Issue', 'title', 'missing_field')]);
    const nobody = await asOctocat('POST', `${path}/issues`, { title: 'x', assignees: ['nobody'] });
    assert.equal(nobody.status, 422);
  });

  test('opens issues of others without their labels and assignees, and none where there are no issues', async () => {
    const path = await newRepository();
    const at = await newIssue(path, { labels: ['mine'], assignees: ['hubot'] }, asHubot);
    const { body } = await asGuest('GET', at);
    assert.deepEqual([body['labels'], body['assignees'], body['author_association']], [[], [], 'NONE']);
    const without = await newRepository({ has_issues: false });
    const gone = { message: 'Issues has been disabled in this repository.', documentation_url: DOCS };
    assert.deepEqual(answered(await asOctocat('POST', `${without}/issues`, { title: 'x' })), [410, gone]);
  });

  test('closes an issue with a reason, and opens it again', async () => {
    const at = await newIssue(await newRepository(), {});
    const states = ({ status, body }: Answer<Json>) => [
      ...[status, body['state'], body['state_reason'], body['closed_at']],
      (body['closed_by'] as Json | null)?.['login'] ?? null,
    ];
    server.clock.now = Date.parse(NOW);
    const closed = await asOctocat('PATCH', at, { state: 'closed' });
    assert.deepEqual(states(closed), [200, 'closed', 'completed', NOW, 'octocat']);
    assert.deepEqual(states(await asOctocat('PATCH', at, { state: 'open' })), [200, 'open', 'reopened', null, null]);
    const unplanned = await asOctocat('PATCH', at, { state: 'closed', state_reason: 'not_planned' });
    assert.deepEqual(states(unplanned), [200, 'closed', 'not_planned', NOW, 'octocat']);
    const wrong = await asOctocat('PATCH', at, { state: 'done' });
    assert.deepEqual(answered(wrong), [422, invalid('Issue', 'state', 'invalid')]);
    const changed = await asOctocat('PATCH', at, { title: 'New', body: null, labels: ['b'], assignees: ['hubot'] });
    assert.deepEqual([changed.body['title'], changed.body['body']], ['New', null]);
    assert.deepEqual(
      (changed.body['labels'] as Listed).map(({ name }) => name),
      ['b'],
    );
    assert.deepEqual(changed.body['assignees'], [hubot]);
    assert.deepEqual((await asOctocat('PATCH', at, { labels: [] })).body['labels'], []);
    const forbidden = { message: 'Must have admin rights to Repository.', documentation_url: DOCS };
    assert.deepEqual(answered(await asHubot('PATCH', at, { title: 'x' })), [403, forbidden]);
  });

  test('filters and sorts issues', async () => {
    const path = await newRepository();
    await newIssue(path, { title: 'Alpha', labels: ['bug', 'ui'], assignees: ['hubot'] });
    const beta = await newIssue(path, { title: 'Beta', labels: ['bug'] });
    const since = new Date(server.clock.now + 500).toISOString();
    const gamma = await newIssue(path, { title: 'Gamma' }, asHubot);
    await asOctocat('PATCH', gamma, { state: 'closed' });
    await asGuest('GET', path);
    await asHubot('POST', `${beta}/comments`, { body: 'Me too' });
    const found = async (query: string) => titles(await asGuest<Listed>('GET', `${path}/issues?${query}`));
    assert.deepEqual(await found(''), ['Beta', 'Alpha']);
    assert.deepEqual(await found('state=closed'), ['Gamma']);
    assert.deepEqual(await found('state=all'), ['Gamma', 'Beta', 'Alpha']);
    assert.deepEqual(await found('labels=bug'), ['Beta', 'Alpha']);
    assert.deepEqual(await found('labels=bug,ui'), ['Alpha']);
    assert.deepEqual(await found('labels=bug,none'), []);
    assert.deepEqual(await found('assignee=hubot'), ['Alpha']);
    assert.deepEqual(await found('assignee=none'), ['Beta']);
    assert.deepEqual(await found('assignee=*'), ['Alpha']);
    assert.deepEqual(await found('state=all&creator=hubot'), ['Gamma']);
    assert.deepEqual(await found('creator=nobody'), []);
    assert.deepEqual(await found('state=all&direction=asc&sort=created'), ['Alpha', 'Beta', 'Gamma']);
    assert.deepEqual((await found('state=all&sort=comments'))[0], 'Beta');
    assert.deepEqual(await found(`state=all&since=${since}`), ['Gamma']);
    assert.deepEqual(await found('colour=red'), ['Beta', 'Alpha']);
    for (const [field, value] of Object.entries({ state: 'foo', page: 'abc', since: 'x', sort: 'y', per_page: '0' }))
      assert.deepEqual(
        answered(await asGuest('GET', `${path}/issues?${field}=${value}`)),
        [422, invalid('Issue', field, 'invalid')],
        field,
      );
  });

  test('lists in pages of 30, at most 100, with links', async () => {
    const path = await newRepository();
    for (let made = 0; made < 32; made += 1) await newIssue(path, { title: `Issue ${made}` });
    const all = await asGuest<Listed>('GET', `${path}/issues`);
    assert.equal(all.body.length, 30);
    const address = (page: number, rel: string, size = '') =>
      `<${origin}${path}/issues?${size}page=${page}>; rel="${rel}"`;
    const links = ({ headers }: Answer<Listed>) => (headers.get('link') ?? '').split(', ').sort();
    assert.deepEqual(links(all), [address(2, 'last'), address(2, 'next')].sort());
    const middle = await asGuest<Listed>('GET', `${path}/issues?per_page=10&page=2`);
    assert.deepEqual(titles(middle)[0], 'Issue 21');
    const expected = ['1 first', '1 prev', '3 next', '4 last'].map((link) => {
      const [page, rel = ''] = link.split(' ');
      return address(Number(page), rel, 'per_page=10&');
    });
    assert.deepEqual(links(middle), expected.sort());
    const large = await asGuest<Listed>('GET', `${path}/issues?per_page=1000`);
    assert.deepEqual([large.body.length, large.headers.get('link')], [32, null]);
  });

  test('keeps the labels of a repository', async () => {
    const path = await newRepository();
    const made = await asOctocat('POST', `${path}/labels`, { name: 'bug', color: 'f29513', description: 'Wrong' });
    const bug = { ...made.body };
    const id = Number(bug['id']);
    assert.deepEqual(answered(made), [201, label(id, 'bug', { color: 'f29513', description: 'Wrong' })]);
    assert.deepEqual(answered(await asGuest('GET', `${path}/labels/bug`)), [200, bug]);
    assert.deepEqual(answered(await asGuest('GET', `${path}/labels`)), [200, [bug]]);
    const twice = await asOctocat('POST', `${path}/labels`, { name: 'Bug' });
    assert.deepEqual(answered(twice), [422, invalid('Label', 'name', 'already_exists')]);
    const red = await asOctocat('POST', `${path}/labels`, { name: 'red', color: 'red' });
    assert.deepEqual(answered(red), [422, invalid('Label', 'color', 'invalid')]);
    const at = await newIssue(path, { labels: ['bug'] });
    const renamed = await asOctocat('PATCH', `${path}/labels/bug`, { new_name: 'defect', color: '000000' });
    const defect = label(id, 'defect', { color: '000000', description: 'Wrong' });
    assert.deepEqual(answered(renamed), [200, defect]);
    assert.deepEqual((await asGuest('GET', at)).body['labels'], [defect]);
    assert.deepEqual(titles(await asGuest<Listed>('GET', `${path}/issues?labels=defect`)), ['Found a bug']);
    assert.equal((await asHubot('DELETE', `${path}/labels/defect`)).status, 403);
    assert.deepEqual(answered(await asOctocat('DELETE', `${path}/labels/defect`)), [204, null]);
    assert.deepEqual(answered(await asOctocat('DELETE', `${path}/labels/defect`)), [404, notFound]);
    assert.deepEqual((await asGuest('GET', at)).body['labels'], []);
    assert.deepEqual(titles(await asGuest<Listed>('GET', `${path}/issues?labels=defect`)), []);
  });

  test('adds labels to an issue, sets and removes them', async () => {
    const at = `${await newIssue(await newRepository(), { labels: ['a'] })}/labels`;
    const names = ({ status, body }: Answer<Listed>) => [status, ...body.map(({ name }) => name).sort()];
    assert.deepEqual(names(await asGuest<Listed>('GET', at)), [200, 'a']);
    assert.deepEqual(names(await asOctocat<Listed>('POST', at, { labels: ['b', 'a'] })), [200, 'a', 'b']);
    assert.deepEqual(names(await asOctocat<Listed>('PUT', at, { labels: ['b', 'c'] })), [200, 'b', 'c']);
    assert.deepEqual(names(await asOctocat<Listed>('DELETE', `${at}/b`)), [200, 'c']);
    const missing = { message: 'Label does not exist', documentation_url: DOCS };
    assert.deepEqual(answered(await asOctocat('DELETE', `${at}/b`)), [404, missing]);
    assert.deepEqual(answered(await asOctocat('DELETE', at)), [204, null]);
    assert.deepEqual(names(await asGuest<Listed>('GET', at)), [200]);
    assert.deepEqual(answered(await asOctocat('DELETE', `${at}/c`)), [404, missing]);
    assert.equal((await asHubot('POST', at, { labels: ['b'] })).status, 403);
    const without = await asOctocat('POST', at, {});
    assert.deepEqual(answered(without), [422, invalid('Issue', 'labels', 'missing_field')]);
  });

  test('adds and removes assignees', async () => {
    const at = `${await newIssue(await newRepository(), {})}/assignees`;
    const logins = ({ status, body }: Answer<Json>) => [
      status,
      ...(body['assignees'] as Listed).map(({ login }) => login).sort(),
    ];
    const added = await asOctocat('POST', at, { assignees: ['hubot', 'octocat'] });
    assert.deepEqual(logins(added), [201, 'hubot', 'octocat']);
    assert.deepEqual(logins(await asOctocat('DELETE', at, { assignees: ['hubot'] })), [200, 'octocat']);
    assert.equal((await asHubot('POST', at, { assignees: ['hubot'] })).status, 403);
  });

  test('keeps comments', async () => {
    const path = await newRepository();
    const at = await newIssue(path, {});
    server.clock.now = Date.parse(NOW);
    const made = await asHubot('POST', `${at}/comments`, { body: 'Me too' });
    const id = Number(made.body['id']);
    const comment = {
      id,
      url: `${origin}${path}/issues/comments/${id}`,
      body: 'Me too',
      user: hubot,
      author_association: 'NONE',
      created_at: NOW,
      updated_at: NOW,
    };
    assert.deepEqual(answered(made), [201, comment]);
    server.clock.now += 60_000;
    const second = (await asOctocat('POST', `${at}/comments`, { body: 'Thanks' })).body;
    assert.deepEqual(answered(await asGuest('GET', `${at}/comments`)), [200, [comment, second]]);
    assert.deepEqual(answered(await asGuest('GET', `${at}/comments?since=2026-08-14T10:00:30Z`)), [200, [second]]);
    const latest = await asGuest('GET', `${path}/issues/comments?sort=created&direction=desc`);
    assert.deepEqual(answered(latest), [200, [second, comment]]);
    assert.equal((await asGuest('GET', at)).body['comments'], 2);
    const one = `${path}/issues/comments/${id}`;
    assert.deepEqual(answered(await asGuest('GET', one)), [200, comment]);
    assert.deepEqual(answered(await asGuest('GET', `/repos/octocat/Hello-World/issues/comments/${id}`)), [
      404,
      notFound,
    ]);
    const changed = await asHubot('PATCH', one, { body: 'Not me' });
    assert.deepEqual(answered(changed), [200, { ...comment, body: 'Not me', updated_at: '2026-08-14T10:01:00Z' }]);
    const empty = await asHubot('POST', `${at}/comments`, { body: '' });
    assert.deepEqual(answered(empty), [422, invalid('Comment', 'body', 'missing_field')]);
    assert.equal((await asHubot('DELETE', `${path}/issues/comments/${String(second['id'])}`)).status, 403);
    assert.deepEqual(answered(await asHubot('DELETE', one)), [204, null]);
    assert.deepEqual(answered(await asHubot('DELETE', one)), [404, notFound]);
    assert.deepEqual(answered(await asHubot('POST', `${path}/issues/9/comments`, { body: 'x' })), [404, notFound]);
    assert.equal((await asGuest('POST', `${at}/comments`, { body: 'x' })).status, 401);
  });

  test('locks an issue against comments of others', async () => {
    const at = await newIssue(await newRepository(), {});
    assert.deepEqual(answered(await asOctocat('PUT', `${at}/lock`, { lock_reason: 'off-topic' })), [204, null]);
    const { body } = await asGuest('GET', at);
    assert.deepEqual([body['locked'], body['active_lock_reason']], [true, 'off-topic']);
    const refused = { message: 'Unable to create comment because issue is locked.', documentation_url: DOCS };
    assert.deepEqual(answered(await asHubot('POST', `${at}/comments`, { body: 'x' })), [403, refused]);
    assert.equal((await asOctocat('POST', `${at}/comments`, { body: 'x' })).status, 201);
    const wrong = await asOctocat('PUT', `${at}/lock`, { lock_reason: 'bored' });
    assert.deepEqual(answered(wrong), [422, invalid('Issue', 'lock_reason', 'invalid')]);
    assert.equal((await asHubot('DELETE', `${at}/lock`)).status, 403);
    assert.deepEqual(answered(await asOctocat('DELETE', `${at}/lock`)), [204, null]);
    assert.equal((await asGuest('GET', at)).body['active_lock_reason'], null);
    assert.equal((await asHubot('POST', `${at}/comments`, { body: 'x' })).status, 201);
    assert.deepEqual(answered(await asOctocat('PUT', `${at}/lock`)), [204, null]);
  });

  test('keeps a reaction once for each person and content', async () => {
    const path = await newRepository();
    const at = `${await newIssue(path, {})}/reactions`;
    server.clock.now = Date.parse(NOW);
    const made = await asHubot('POST', at, { content: '+1' });
    const id = Number(made.body['id']);
    const reaction = { id, user: hubot, content: '+1', created_at: NOW };
    assert.deepEqual(answered(made), [201, reaction]);
    server.clock.now += 5000;
    assert.deepEqual(answered(await asHubot('POST', at, { content: '+1' })), [200, reaction]);
    const heart = await asHubot('POST', at, { content: 'heart' });
    const own = await asOctocat('POST', at, { content: '+1' });
    assert.deepEqual([heart.status, own.status], [201, 201]);
    assert.deepEqual(answered(await asGuest('GET', at)), [200, [reaction, heart.body, own.body]]);
    assert.deepEqual(answered(await asGuest('GET', `${at}?content=heart`)), [200, [heart.body]]);
    const wrong = await asHubot('POST', at, { content: 'shrug' });
    assert.deepEqual(answered(wrong), [422, invalid('Reaction', 'content', 'invalid')]);
    const without = await asHubot('POST', at, {});
    assert.deepEqual(answered(without), [422, invalid('Reaction', 'content', 'missing_field')]);
    assert.equal((await asOctocat('DELETE', `${at}/${id}`)).status, 403);
    assert.deepEqual(answered(await asHubot('DELETE', `${at}/${id}`)), [204, null]);
    assert.deepEqual(answered(await asHubot('DELETE', `${at}/${id}`)), [404, notFound]);
    assert.equal((await asHubot('POST', at, { content: '+1' })).status, 201);
  });

  test('answers a body that is no JSON and paths that lead nowhere', async () => {
    const headers = { 'content-type': 'application/json' };
    const { cookie } = await server.as('octocat');
    const init = { method: 'POST', body: '{', headers: { ...headers, cookie, origin } };
    const answer = await server.fetch(new Request(`${origin}/user/repos`, init));
    assert.deepEqual(
      [answer.status, await answer.json()],
      [400, { message: 'Problems parsing JSON', documentation_url: DOCS }],
    );
    for (const path of ['/nowhere', '/repos/octocat/none/issues', '/repos/octocat/none/issues/comments'])
      assert.deepEqual(answered(await asOctocat('GET', path)), [404, notFound], path);
    assert.deepEqual(answered(await asOctocat('GET', '/_/records/Repository/1')).slice(0, 1), [404]);
  });
});
