import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Send } from '../../src/server/core/outgoing-request.ts';
import { deliverDue } from '../../src/server/jobs/send-outbox.ts';
import { findings, running } from '../support/notation/small-document.ts';

const parcels = (calls: string, then = 'call packed') => `# Specification: Parcels

## 3. Entities and their fields

### Clerk

- name: text, required, title
- email: email, required, unique, sign-in
- boss: Clerk

### Parcel

- label: text, required, title
- by: Clerk, default me
- items: list of Item

### Item

Belongs to Parcel.

- what: text, required
- count: integer
- maker: Clerk

## 4. States and transitions

### Parcel: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Packed | | ${then} |
| Packed | send | Sent | member | |

- Final: Sent

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Clerk: read | yes |
| Parcel: read, create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| new | POST /api/parcels | create Parcel | label, items |
${calls}

## Sample data

### Clerk

| name | email | boss |
| --- | --- | --- |
| Ada | ada@example.com | Bo |
| Bo | bo@example.com | |
`;

/** The bodies that leave when a parcel is made. */
async function sent(calls: string, then?: string): Promise<readonly unknown[]> {
  const text = parcels(calls, then);
  assert.deepEqual(
    findings(text).filter((each) => !each.startsWith('note')),
    [],
  );
  const bodies: unknown[] = [];
  await running(text, async (server) => {
    const ada = await server.as('Ada');
    const items = [{ what: 'Lid', count: 2, maker: ada.id }, { what: 'Base' }];
    const made = await ada.post('/api/parcels', { label: 'Box', items });
    assert.equal(made.status, 201, made.text);
    const send: Send = async ({ body }) => {
      bodies.push(JSON.parse(body ?? 'null'));
      return { status: 202, retryAfter: null };
    };
    while ((await deliverDue(server.runtime, send)) > 0);
  });
  return bodies;
}

const one = (body: string) => `| packed | POST https://courier.example/jobs | outside | \`${body}\` |`;

describe('the body of a call to the outside', () => {
  for (const [body, expected] of [
    ['{ "label": label }', { label: 'Box' }],
    ['{ "by": by.name, "boss": by.boss.name }', { by: 'Ada', boss: 'Bo' }],
    [
      '{ "items": [{ "what": what, "maker": maker.boss.name }] }',
      {
        items: [
          { what: 'Lid', maker: 'Bo' },
          { what: 'Base', maker: null },
        ],
      },
    ],
    ['{ "in": { "items": [{ "n": count }] } }', { in: { items: [{ n: 2 }, { n: null }] } }],
    ['{ "all": [{ "name": label }, { "name": by.name }] }', { all: [{ name: 'Box' }, { name: 'Ada' }] }],
    ['{ "all": [label, by.name] }', { all: ['Box', 'Ada'] }],
    ['[{ "label": label }]', [{ label: 'Box' }]],
  ] as const)
    test(body, async () => {
      assert.deepEqual(await sent(one(body)), [expected]);
    });

  test('two calls to one address are both sent, and nothing is reported', async () => {
    const calls = `| packed | POST https://mail.example/send | outside | \`{ "subject": "packed" }\` |
| told | POST https://mail.example/send | outside | \`{ "subject": "told", "label": label }\` |`;
    assert.deepEqual(await sent(calls, 'call packed; call told'), [
      { subject: 'packed' },
      { subject: 'told', label: 'Box' },
    ]);
  });

  test('a name that a line does not have is reported where it stands', () => {
    const found = findings(parcels(one('{ "items": [{ "what": weight }] }'))).filter((each) =>
      each.startsWith('error'),
    );
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^error call-body-wrong 50: In what packed sends of Item: /);
  });

  test('calls of ours at one address are still reported', () => {
    const twice = parcels('| more | POST /api/parcels | create Parcel | label |', '');
    assert.ok(findings(twice).some((each) => each.includes('stated-twice')));
  });
});
