import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { sendRandomRequests } from '../support/contracts/random-requests.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { SHOP } from '../support/contracts/shop.ts';
import { exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
/** The number of requests to each document: `NINEFOLD_REQUESTS=100000 npm test -- contracts/responses`. */
const count = Number(process.env['NINEFOLD_REQUESTS'] ?? 500);

/** Returns a function that sends requests as the caller with this cookie; empty for a guest. */
function senderOf({ fetch, clock }: TestServer, cookie: string) {
  return (path: string, init: RequestInit) => {
    // Time passes, so that the limit of requests is not reached.
    clock.now += 3000;
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    return fetch(new Request(`${origin}${path}`, { ...init, headers }));
  };
}

async function run(text: string, people: readonly string[]) {
  const server = await startServer(text);
  try {
    const callers = [senderOf(server, '')];
    for (const person of people) callers.push(senderOf(server, (await server.as(person)).cookie));
    const document = openApiOf(server.runtime.current().compiled);
    return await sendRandomRequests(document, callers, { seed, count });
  } finally {
    await server.stop();
  }
}

describe('responses to generated requests', () => {
  const documents = [
    ['tasks', exampleText('tasks.md'), ['Inês', 'Rui', 'Vera']],
    ['lending', exampleText('lending.md'), ['Hannah', 'Jonas']],
    ['a shop with shapes', SHOP, ['Ada', 'Ben']],
    ['payments', exampleText('apis/payments.md'), ['Ada']],
    ['todo-backend', exampleText('apis/todo-backend.md'), []],
    ['petclinic', exampleText('apis/petclinic.md'), []],
    ['issue-tracker', exampleText('apis/issue-tracker.md'), ['octocat', 'hubot']],
  ] as const;
  for (const [name, text, people] of documents)
    test(`are all as the OpenAPI document of ${name} states`, async () => {
      const { statuses, problems } = await run(text, people);
      assert.deepEqual(problems, [], problems.join('\n'));
      const answered = [200, 201, 202].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
      assert.ok(answered > count / 20, JSON.stringify([...statuses]));
    });
});

describe('the validator of responses', () => {
  const document = openApiOf(compile(assume(readDocument(SHOP).model), ''));
  const validator = createResponseValidator(JSON.parse(JSON.stringify(document)));
  const problems = (status: number, body: unknown, mediaType: string | null = 'application/json') =>
    validator.problems('GET', '/words', { status, mediaType, text: body === undefined ? '' : JSON.stringify(body) });

  test('admits what the operation states', () => {
    assert.deepEqual(problems(200, { words: ['one'] }), []);
    assert.deepEqual(problems(304, undefined, null), []);
    assert.deepEqual(problems(410, { errors: { error: ['Gone.'] }, code: 'GONE' }), []);
  });

  test('reports other statuses, media types, members and bodies', () => {
    assert.match(problems(418, {})[0] ?? '', /status 418 is not stated/);
    assert.match(problems(200, { words: [] }, 'text/html')[0] ?? '', /does not state text\/html/);
    assert.match(problems(200, { words: [1] })[0] ?? '', /\/words\/0 must be string/);
    assert.match(problems(200, { words: [], more: 1 })[0] ?? '', /must NOT have additional properties/);
    assert.match(problems(304, { words: [] })[0] ?? '', /states no body/);
  });
});
