import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scanJson } from '../../src/server/http/scan-json.ts';
import { origin, startServer, type TestServer } from '../support/http/server.ts';
import { random as randomOf } from '../support/notation/documents.ts';

const NOTES = `# Specification: Notes

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in

### Note

- label: text(..20), required, title
- size: integer
- parts: list of Part

### Part

Belongs to Note.

- town: text, required

## 6. Roles and permissions

- Author: everyone who signs in

| | Author |
| --- | --- |
| Note: read, create, change | yes |
| Person: read | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new note | POST /api/notes | create Note | label, size, parts |

## 8. The error catalogue

- Body: \`{ "status": status, "errors": [{ "code": code, "field": field }] }\`

| Code | Status | Message | Stands for |
| --- | --- | --- | --- |
| bad_json | 400 | Bad JSON. | UNREADABLE |
| bad_type | 400 | JSON only. | UNSUPPORTED_MEDIA_TYPE |
| bad_method | 405 | Not here. | METHOD_NOT_ALLOWED |
| extra | 400 | Not known. | NOT_AN_INPUT |
| bad_query | 422 | Not known. | UNKNOWN_PARAMETER |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

async function withNotes(work: (send: Send, server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer(NOTES);
  try {
    const { cookie } = await server.as('Ada');
    const send: Send = async (body, { type = 'application/json', method = 'POST', path = '/api/notes' } = {}) => {
      const headers = { cookie, ...(body === null ? {} : { 'content-type': type }) };
      const answer = await server.fetch(new Request(`${origin}${path}`, { method, headers, body: body as BodyInit }));
      return { status: answer.status, body: JSON.parse(await answer.text()) as Told };
    };
    await work(send, server);
  } finally {
    await server.stop();
  }
}

interface Told {
  readonly status?: number;
  readonly errors?: readonly { readonly code: string; readonly field: string | null }[];
}
interface SendOptions {
  readonly type?: string;
  readonly method?: string;
  readonly path?: string;
}
type Send = (
  body: string | Uint8Array | null,
  options?: SendOptions,
) => Promise<{ readonly status: number; readonly body: Told }>;

describe('a body that can’t be read', () => {
  test('answers the stated error, with the member where there is one', async () => {
    await withNotes(async (send) => {
      const refusals: readonly (readonly [string | Uint8Array | null, SendOptions, number, string, string | null])[] = [
        ['{ "label": ', {}, 400, 'bad_json', null],
        ['{ "label": "A", "label": "B" }', {}, 400, 'bad_json', 'label'],
        ['{ "label": "A", "l\\u0061bel": "B" }', {}, 400, 'bad_json', 'label'],
        ['{ "label": "A", "parts": [{}, { "town": "U", "town": "V" }] }', {}, 400, 'bad_json', 'parts[1].town'],
        ['[]', {}, 400, 'bad_json', null],
        [new Uint8Array([123, 34, 255, 34, 125]), {}, 400, 'bad_json', null],
        ['{}', { type: 'text/plain' }, 400, 'bad_type', null],
        ['{ "label": "A", "colour": 1 }', {}, 400, 'extra', 'colour'],
        ['{ "label": "A", "size": "x" }', {}, 422, 'WRONG_TYPE', 'size'],
        [null, { method: 'PUT' }, 405, 'bad_method', null],
        [null, { method: 'GET', path: '/api/notes?colour=1' }, 422, 'bad_query', null],
      ];
      for (const [body, options, status, code, field] of refusals)
        assert.deepEqual(
          await send(body, options),
          { status, body: { status, errors: [{ code, field }] } },
          `${String(body)} ${JSON.stringify(options)}`,
        );
    });
  });

  test('is never a fault: any change of a valid body answers in the stated shape', async () => {
    const random = randomOf(Number(process.env['NINEFOLD_SEED'] ?? 20_260));
    const valid = '{ "label": "A \\u00e4", "size": 3, "parts": [{ "town": "Ulm" }, { "town": null }], "more": {} }';
    const pieces = ['{', '}', '[', ']', '"', ',', ':', '\\', '\\u', '0', '-', 'e9', 'null', '\u0000', '\ud800', ' '];
    await withNotes(async (send) => {
      for (let round = 0; round < 150; round += 1) {
        const at = random(valid.length);
        const cut = random(4);
        const piece = pieces[random(pieces.length)] ?? '';
        const { status, body } = await send(valid.slice(0, at) + piece + valid.slice(at + cut));
        assert.ok(status === 201 || status === 400 || status === 422, String(status));
        if (status !== 201) assert.deepEqual([body.status, (body.errors ?? []).length > 0], [status, true]);
      }
    });
  });

  test('a name that an object has twice is found, and no other', () => {
    const repeatedIn = (text: string) => scanJson(text).repeated;
    assert.equal(repeatedIn('[{ "a": 1 }, { "a": { "a": "a" } }, "a", "a"]'), null);
    assert.deepEqual(repeatedIn('{ "a": { "b": 1 }, "c": [[], { "b": 1, "b": 2 }], "a": 3 }'), ['c', 1, 'b']);
    assert.deepEqual(repeatedIn('{ "__proto__": 1, "__proto__": 2 }'), ['__proto__']);
  });
});
