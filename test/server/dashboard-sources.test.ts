import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutExclusions } from '../../src/client/screen-parts/without-exclusions.ts';
import type { WirePage, WireTile } from '../../src/engine/core/wire-format.ts';
import type { ViewFilter } from '../../src/engine/view/view.ts';
import { idOf } from '../../src/model/types/element.ts';
import { somebodyOfEach } from '../support/browser/walk.ts';
import { workshop } from '../support/documents/screens-workshop.ts';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';

interface Count {
  readonly what: string;
  readonly rows: number;
}

/** The numbers of records that every figure of every dashboard counts, and those that its link would list. */
async function countsOf(server: TestServer): Promise<{ readonly counted: Count[]; readonly listed: Count[] }> {
  const [counted, listed]: [Count[], Count[]] = [[], []];
  const unlinked: string[] = [];
  for (const { name } of await somebodyOfEach(server)) {
    const person = await server.as(name);
    const { view } = (
      await person.get<{
        view: { screens: readonly { id: string; kind: string; list: string | null; filters: readonly ViewFilter[] }[] };
      }>('/_/app')
    ).body;
    for (const { id, list } of view.screens.filter(({ kind }) => kind === 'dashboard')) {
      const open = withoutExclusions(view.screens.find((each) => each.id === list)?.filters ?? []);
      const { tiles } = (await person.get<{ tiles: readonly WireTile[] }>(`/_/tiles?screen=${encodeURIComponent(id)}`))
        .body;
      for (const { id: tile, points, source } of tiles ?? []) {
        for (const [index, { label, rows }] of points.entries()) {
          const condition = source?.points[index];
          if (condition === undefined || condition === null) {
            unlinked.push(`${tile} ${label}`);
            continue;
          }
          const scope = source?.scope ?? null;
          for (const [screen, filter] of [
            [id, condition],
            ...(list === null || scope === null
              ? []
              : [
                  [list, [scope, condition].flatMap((part) => (part === '' ? [] : `(${part})`)).join(' and ')] as const,
                ]),
          ] as const) {
            const query = new URLSearchParams({
              screen,
              filter,
              total: 'exact',
              ...(screen === list ? { filters: open } : {}),
            });
            const { status, body } = await person.get<WirePage>(`/_/list?${query}`);
            const what = `${name}: ${tile} ${label} in ${screen}: ${filter}`;
            assert.equal(status, 200, `${what} ${JSON.stringify(body)}`);
            counted.push({ what, rows });
            listed.push({ what, rows: body.total?.count ?? body.items.length });
          }
        }
      }
    }
  }
  assert.deepEqual(unlinked, []);
  return { counted, listed };
}

describe('the link of a dashboard figure lists exactly the records that the figure counts:', () => {
  for (const example of ['expense-claims', 'helpdesk', 'tasks']) {
    test(example, async () => {
      const server = await startServer(exampleText(`${example}.md`));
      try {
        const { counted, listed } = await countsOf(server);
        assert.ok(counted.length > 0, 'no figure has a link');
        assert.deepEqual(listed, counted);
      } finally {
        await server.stop();
      }
    });
  }

  test('a figure has no link if its condition reads something hidden from the person', async () => {
    const server = await startServer(workshop.replace('Number: Jobs, count', '$& where `price > 1 EUR`'));
    try {
      const tiles = `/_/tiles?screen=${encodeURIComponent(idOf('screen', '/figures'))}`;
      const linked = async (name: string) =>
        (await (await server.as(name)).get<{ tiles: readonly WireTile[] }>(tiles)).body.tiles[0]?.source?.points;
      assert.deepEqual(await linked('Ada'), ['price > 1 EUR']);
      assert.equal(await linked('Ben'), undefined);
    } finally {
      await server.stop();
    }
  });
});
