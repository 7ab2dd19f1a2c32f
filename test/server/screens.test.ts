import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { WirePage, WireTile } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';
import { idOf } from '../../src/model/types/element.ts';
import { workshop } from '../support/documents/screens-workshop.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer(workshop, { now: Date.UTC(2026, 7, 14, 13) });
});
after(() => server.stop());

async function viewOf(name: string): Promise<View> {
  return (await (await server.as(name)).get<{ view: View }>('/_/app')).body.view;
}

const screenOf = async (name: string, route: string) =>
  (await viewOf(name)).screens.find((each) => each.route === route);

async function asked(name: string, route: string, query = '') {
  const path = `/_/list?screen=${encodeURIComponent(idOf('screen', route))}${query}`;
  return (await server.as(name)).get<WirePage & { detail?: string }>(path);
}

async function titles(name: string, route: string, query = ''): Promise<string[]> {
  const { status, body } = await asked(name, route, query);
  assert.equal(status, 200);
  return body.items.map((item) => item._.title);
}

describe('filters and switches of a screen', () => {
  test('stand at first as the document says, and the server decides what they leave', async () => {
    // Late: due before the 14th. Done ones are kept away until they are asked for.
    assert.deepEqual(await titles('Ada', '/'), ['Chair', 'Door']);
    assert.deepEqual(await titles('Ada', '/', '&filters=,'), ['Chair', 'Door', 'Lamp']);
    assert.deepEqual(await titles('Ada', '/', '&filters=Show%2520done'), ['Bench', 'Chair', 'Door', 'Lamp']);
    assert.deepEqual(await titles('Ada', '/', '&filters=Show%2520done,Late'), ['Bench', 'Chair', 'Door']);
  });

  test('a record for which the condition of a switch is empty is not kept away', async () => {
    // Lamp has no price: whether it is dear is unknown.
    assert.deepEqual(await titles('Ada', '/dear'), ['Chair', 'Lamp']);
  });

  test('that look at what somebody may not read are not theirs to turn, and stand as at first', async () => {
    const names = async (name: string) => (await screenOf(name, '/dear'))?.filters.map((each) => each.name);
    assert.deepEqual(await names('Ada'), ['Show dear']);
    assert.deepEqual(await names('Ben'), []);
    const refused = await asked('Ben', '/dear', '&filters=Show%2520dear');
    assert.equal(refused.status, 400);
    const missing = await asked('Ben', '/dear', '&filters=Nothing%2520such');
    assert.equal(refused.body.detail?.replace('Show dear', 'Nothing such'), missing.body.detail);
    assert.deepEqual(await titles('Ben', '/dear'), ['Chair', 'Lamp']);
  });

  test('never leave in what may not be read', async () => {
    assert.ok(!(await titles('Ben', '/', '&filters=Show%2520done')).includes('Bench'));
  });

  test('narrow the figures of a dashboard and the records behind them', async () => {
    const figures = async (name: string, query = '') => {
      const path = `/_/tiles?screen=${encodeURIComponent(idOf('screen', '/figures'))}${query}`;
      const { status, body } = await (await server.as(name)).get<{ tiles: readonly WireTile[] }>(path);
      return status === 200 ? body.tiles.map(({ points }) => points[0]?.value) : status;
    };
    // Ada's own that are not done: the door. Done ones come in, and all of everybody.
    assert.deepEqual(await figures('Ada'), ['1', '250.00']);
    assert.deepEqual(await figures('Ada', '&filters=Mine,Show%2520done'), ['2', '330.00']);
    assert.deepEqual(await figures('Ada', '&filters=Show%2520done'), ['4', '420.00']);
    assert.deepEqual(await figures('Ada', '&filters=,'), ['3', '340.00']);
    assert.deepEqual(await titles('Ada', '/figures', '&filters=,&sort=title'), ['Chair', 'Door', 'Lamp']);
    // Ben reads no price: that figure alone is not his.
    assert.deepEqual(await figures('Ben', '&filters=,'), ['3', undefined]);
    assert.equal(await figures('Ada', '&filters=Nothing'), 400);
    assert.deepEqual(
      (await screenOf('Ada', '/figures'))?.filters.map(({ name, on }) => [name, on]),
      [
        ['Mine', true],
        ['Show done', false],
      ],
    );
  });

  test('their conditions do not leave the server', async () => {
    assert.doesNotMatch(JSON.stringify(await viewOf('Ben')), /100 EUR/);
  });
});

describe('links of a screen', () => {
  test('lead to what the person opens, by their text or the name of the screen', async () => {
    const links = async (name: string) =>
      (await screenOf(name, '/'))?.links.map(({ text, route }) => `${text} ${route}`);
    const open = ['Something broke /jobs/new', 'House rules /rules'];
    assert.deepEqual(await links('Ada'), [...open, 'Secret /masters']);
    assert.deepEqual(await links('Ben'), open);
  });

  test('lead out of the application too, whoever follows them', async (t) => {
    const stated = 'Secret → `/masters`';
    assert.ok(workshop.includes(stated));
    const links = `${stated}, Guild → \`https://guild.example/help\`, \`http://old.example/a\``;
    const other = await startServer(workshop.replace(stated, links));
    t.after(other.stop);
    const { body } = await (await other.as('Ben')).get<{ view: View }>('/_/app');
    assert.deepEqual(body.view.screens.find(({ route }) => route === '/')?.links.slice(2), [
      { text: 'Guild', route: 'https://guild.example/help', screen: null },
      { text: 'http://old.example/a', route: 'http://old.example/a', screen: null },
    ]);
  });
});

describe('sections of a record', () => {
  test('stand behind the other fields, for those whom they are for, with what those read', async () => {
    const sections = async (name: string) =>
      (await screenOf(name, '/jobs/:id'))?.sections.map(({ label, fields }) => `${label}: ${fields.join(', ')}`);
    assert.deepEqual(await sections('Ada'), ['Money: price, billed', 'Where it is: owner, dueOn']);
    assert.deepEqual(await sections('Ben'), ['Where it is: owner, dueOn']);
    assert.deepEqual((await screenOf('Ben', '/jobs/:id'))?.fields, ['title', 'invoice', 'status', 'owner', 'dueOn']);
  });

  test('stand on lists too, and without fields as a heading wherever they are', async () => {
    const seen = async (name: string, route: string) => {
      const screen = await screenOf(name, route);
      return [screen?.sections.map(({ label, fields }) => [label, fields]), screen?.fields];
    };
    assert.deepEqual(await seen('Ada', '/cards'), [[['Money', ['price']]], ['title', 'dueOn', 'owner', 'price']]);
    assert.deepEqual(await seen('Ben', '/cards'), [[], ['title', 'dueOn', 'owner']]);
    assert.deepEqual((await seen('Ben', '/figures'))[0], [['What it comes to', []]]);
    assert.deepEqual((await seen('Ben', '/rules'))[0], [['In the evening', []]]);
  });

  test('stand on a form too, with what one types there', async () => {
    const form = await screenOf('Ada', '/jobs/new');
    assert.deepEqual(
      form?.sections.map(({ label, fields }) => [label, fields]),
      [['What it is', ['title', 'price']]],
    );
    assert.deepEqual(form?.fields.slice(-2), ['title', 'price']);
  });
});

describe('who opens a screen', () => {
  const opening = async (name: string, path: string) =>
    (await server.as(name)).get<{ leads?: { route: string | null; message: string | null } | null }>(
      `/_/open?path=${encodeURIComponent(path)}`,
    );

  async function pathOf(title: string): Promise<string> {
    const { body } = await asked('Ada', '/', '&filters=Show%2520done');
    return `/jobs/${body.items.find((item) => item._.title === title)?.id}`;
  }

  test('is decided by the record that it shows', async () => {
    assert.equal((await opening('Ada', await pathOf('Door'))).body.leads, null);
    assert.deepEqual((await opening('Ada', await pathOf('Lamp'))).body.leads, {
      route: '/rules',
      message: 'Lamps are not for looking at.',
    });
  });

  test('says nothing of a record that one may not read, or that never was', async () => {
    assert.equal((await opening('Ben', await pathOf('Bench'))).body.leads, null);
    assert.equal((await opening('Ben', '/jobs/none')).body.leads, null);
  });

  test('is led elsewhere where the screen is not for them, with the words for it', async () => {
    assert.equal((await opening('Ada', '/masters')).body.leads, null);
    assert.deepEqual((await opening('Ben', '/masters')).body.leads, {
      route: '/rules',
      message: 'That is for the master.',
    });
  });

  test('is nobody while the condition is not shown: they are led to where they begin', async () => {
    assert.deepEqual((await opening('Ada', '/dim')).body.leads, { route: null, message: null });
  });

  test('finds in the menu what its condition gives them', async () => {
    const has = async (name: string) => (await viewOf(name)).navigation.some(({ route }) => route === '/told');
    assert.deepEqual([await has('Ada'), await has('Ben')], [true, false]);
    assert.equal((await opening('Ben', '/told')).body.leads, null);
  });
});

test('a screen is fetched anew as often as it says, and no form is', async () => {
  assert.equal((await screenOf('Ada', '/'))?.refresh, 2000);
  assert.equal((await screenOf('Ada', '/rules'))?.refresh, null);
});
