import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewOf } from '../../src/engine/view/view.ts';
import { rooms } from '../engine-rooms.ts';
import { person } from '../engine-world.ts';
import { type Caller, exampleText, startServer } from '../support/http/server.ts';

test('a browser is given the rules of what its person can write, and of nothing that they only read', () => {
  const world = rooms((text) => text.replace('`seats > 0 or nothing == 1`', '`seats > 0`'));
  const rulesOf = (name: string) =>
    viewOf(world.app, person(world, name).roles, { dev: false, person: null }).model.rules.map((rule) => rule.name);
  assert.deepEqual(
    rulesOf('Kim').filter((name) => name === 'V5'),
    ['V5'],
    'who keeps rooms writes them',
  );
  assert.ok(rulesOf('Gus').includes('V1'), 'who visits books them');
  assert.ok(!rulesOf('Gus').includes('V5'), 'and only reads them');
});

/** The example with a paragraph under each point and each part, which names the point that it stands under. */
function withProse(): string {
  let point = 0;
  return exampleText('expense-claims.md')
    .split('\n')
    .flatMap((line) => {
      point = Number(/^## (\d)\./.exec(line)?.[1] ?? point);
      return /^#{2,4} /.test(line) ? [line, '', `Internal remark of point ${point}.`, ''] : [line];
    })
    .join('\n');
}

test('in production nobody receives prose of the document that none of their screens shows', async (t) => {
  const server = await startServer(withProse());
  t.after(server.stop);
  // Point 1 is the page About of people who hold a role, point 2 the help of a screen for managers.
  const expected: readonly (readonly [Caller, readonly number[]])[] = [
    [server.guest, []],
    [await server.as('Ana'), [1]],
    [await server.as('Miro'), [1, 2]],
  ];
  const inDev = (await server.guest.get('/_/app')).text;
  assert.match(inDev, /Internal remark of point 5/);
  const live = await startServer(withProse(), { store: server.store, dev: false });
  for (const [person, points] of expected) {
    const { text, status } = await live.guest.get('/_/app', { cookie: person.cookie });
    assert.equal(status, 200);
    const remarks = [...new Set(text.match(/Internal remark of point \d/g))].sort();
    assert.deepEqual(
      remarks,
      points.map((point) => `Internal remark of point ${point}`),
    );
  }
  await live.runtime.close();
});

const LOANS = `# Specification: Loans

## 3. Entities and their fields

### Person

- email: email, required, unique, sign-in, title
- role: Role

### Loan

- title: text, required, title
- wish: date, asked on plan
- due: date
- fee: integer
- price: integer

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | plan | Planned | Clerk | ask wish; due = wish; fee = price + 4711 |
| Planned | end | Over | Clerk | |

## 6. Roles and permissions

- Clerk: lends

| | Clerk |
| --- | --- |
| Loan: read | title, wish, due, fee, status |
| Person: read | yes |

## Sample data

### Person

| email | role |
| --- | --- |
| ann@example.com | Clerk |
`;

test('a browser is told what an event fills, and with what only as far as its person reads that', async (t) => {
  const server = await startServer(LOANS);
  t.after(server.stop);
  const ann = await server.as('ann');
  const { body, text } = await ann.get<{ view: ReturnType<typeof viewOf> }>('/_/app');
  const all = body.view.model.machines.flatMap(({ transitions }) => transitions);
  const plan = all.find(({ event }) => event === 'plan');
  const told = plan?.effects.map((effect) =>
    effect.kind === 'set' ? [effect.field, effect.value.text] : [effect.kind],
  );
  assert.deepEqual(told, [['ask'], ['due', 'wish'], ['fee', '']]);
  assert.doesNotMatch(text, /4711/);
});

test('what field notes leave open reaches browsers in development only', async () => {
  const text = exampleText('lending.md').replace(
    '"format and size are not shown"',
    '"Square. Format and size are not shown."',
  );
  const helpIn = async (dev: boolean): Promise<readonly string[]> => {
    const server = await startServer(text);
    try {
      const { compiled, model } = server.runtime.current();
      const roles = new Set(model.roles.map(({ name }) => name));
      const { entities } = viewOf(compiled, roles, { dev, person: null }).model;
      return entities.flatMap(({ fields }) => fields.filter(({ name }) => name === 'photo').map(({ help }) => help));
    } finally {
      await server.stop();
    }
  };
  assert.deepEqual(await helpIn(true), ['Square. Format and size are not shown.']);
  assert.deepEqual(await helpIn(false), ['Square.']);
});
