import assert from 'node:assert/strict';
import type { Probe } from './prove.ts';
import { done } from './world.ts';

/** Point 6: roles and the matrix. */
export const roles: readonly Probe[] = [
  {
    element: 'point 6 · role columns: Role',
    mutate: ['| Auditor | looks on |', '| Inspector | looks on |'],
    probe: async (garden) =>
      assert.equal((await garden.create('Vera', 'Tool', { label: 'Rake', grade: 'Auditor' })).status, 201),
  },
  {
    element: 'point 6 · role columns: Description',
    mutate: ['| Keeper | gives out the plots |', '| Keeper | |'],
    probe: async (garden) => {
      const { model } = await garden.view('Vera');
      assert.equal(model.roles.find(({ name }) => name === 'Keeper')?.help, 'gives out the plots');
    },
  },
  {
    element: 'point 6 · roles: everyone who signs in',
    mutate: ['| Member | everyone who signs in |', '| Member | whoever pays |'],
    probe: async (garden) => assert.deepEqual((await garden.view('Mika')).roles, ['Member']),
  },
  {
    element: 'point 6 · roles: not signed in',
    given: [['| Auditor | looks on |', '| Auditor | looks on |\n| Visitor | not signed in |']],
    mutate: ['| Visitor | not signed in |', '| Visitor | walks by |'],
    probe: async (garden) => {
      const { body } = await garden.server.guest.get<{ view: { roles: string[] } }>('/_/app');
      assert.deepEqual(body.view.roles, ['Visitor']);
    },
  },
  {
    element: 'point 6 · roles: includes ROLE',
    given: [['| Auditor | looks on |', '| Auditor | includes Keeper |']],
    mutate: ['| Auditor | includes Keeper |', '| Auditor | looks on |'],
    probe: async (garden) => {
      const made = await garden.create('Vera', 'Gardener', {
        name: 'Ada',
        email: 'ada@example.com',
        roles: ['Auditor'],
      });
      done(made);
      assert.ok((await garden.view('Ada')).roles.includes('Keeper'));
    },
  },
  {
    element: 'point 6 · roles: whoever is `Entity.path`',
    given: [
      ['| Auditor | looks on |', '| Auditor | looks on |\n| Holder | whoever is `Plot.holder` |'],
      [
        '| | Member | Keeper | Treasurer | Auditor |\n| --- | --- | --- | --- | --- |\n',
        '| | Holder | Member | Keeper | Treasurer | Auditor |\n| --- | --- | --- | --- | --- | --- |\n| Plot: delete | yes | | | | |\n',
      ],
      ['| Plot: read | `status', '| Plot: read | yes | `status'],
      ['| Plot: delete | | yes | never |', '| Tool: delete | | | yes | never |'],
    ],
    mutate: ['whoever is `Plot.holder`', 'whoever is `Plot.keeper`'],
    probe: async (garden) => {
      const plot = await garden.newPlot();
      done(await garden.raise('Mika', plot, 'request'));
      assert.deepEqual(
        [(await garden.remove('Tilo', plot)).status, (await garden.remove('Mika', plot)).status],
        [403, 204],
      );
    },
  },
  {
    element: 'point 6 · operations: read',
    mutate: ['| Tool: read | yes |', '| Tool: delete | yes |'],
    probe: async (garden) => assert.equal((await (await garden.as('Mika')).get('/api/shed')).status, 200),
  },
  {
    element: 'point 6 · operations: create',
    mutate: ['| Tool: create | | yes |', '| Tool: delete | | yes |'],
    probe: async (garden) => assert.equal((await garden.create('Vera', 'Tool', { label: 'Rake' })).status, 201),
  },
  {
    element: 'point 6 · operations: change',
    mutate: ['| Tool: change | | label, count |', '| Tool: delete | | label, count |'],
    probe: async (garden) => {
      const rake = done(await garden.create('Vera', 'Tool', { label: 'Rake' }));
      assert.equal((await garden.change('Vera', rake, { count: 2 })).body['count'], 2);
    },
  },
  {
    element: 'point 6 · operations: delete',
    mutate: ['| Gardener: delete | | yes |', '| Tool: delete | | yes |'],
    probe: async (garden) => {
      const guest = done(await garden.create('Vera', 'Gardener', { name: 'Guest', email: 'guest@example.com' }));
      assert.equal((await garden.remove('Vera', guest)).status, 204);
    },
  },
  {
    element: 'point 6 · operations: restore',
    given: [['| Gardener: delete | | yes |', '| Gardener: delete | | yes | | |\n| Gardener: restore | yes | |']],
    mutate: ['| Gardener: restore | yes |', '| Gardener: restore | |'],
    probe: async (garden) => {
      const guest = done(await garden.create('Vera', 'Gardener', { name: 'Guest', email: 'guest@example.com' }));
      const { status } = await garden.remove('Vera', guest);
      if (status !== 204) throw new Error(`Deleting was answered ${status}.`);
      const mika = await garden.as('Mika');
      const back = await mika.post(`/_/records/Gardener/${guest.id}/restore`, undefined, { 'if-match': '*' });
      assert.deepEqual([(await mika.get('/_/deleted/Gardener')).status, back.status], [200, 200]);
    },
  },
  {
    element: 'point 6 · grants: yes',
    mutate: ['| Plot: create | no | yes |', '| Plot: create | no | no |'],
    probe: async (garden) =>
      assert.equal((await garden.create('Vera', 'Plot', { code: 'N1', fee: '1.00' })).status, 201),
  },
  {
    element: 'point 6 · grants: no',
    mutate: ['| Plot: create | no |', '| Plot: create | yes |'],
    probe: async (garden) => {
      const refused = await garden.create('Mika', 'Plot', { code: 'N1', fee: '1.00' });
      assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_ALLOWED']);
    },
  },
  {
    element: 'point 6 · grants: never',
    mutate: ['| Plot: delete | | yes | never |', '| Plot: delete | | yes | no |'],
    probe: async (garden) => {
      const plot = await garden.newPlot();
      assert.equal((await garden.remove('Bo', plot)).status, 403);
    },
  },
  {
    element: 'point 6 · grants: never where `condition`',
    given: [['| Plot: read | `status != Closed` | yes |', '| Plot: read | never where `soil == Sand` | yes |']],
    mutate: ['never where `soil == Sand`', 'never where `soil == Loam`'],
    probe: async (garden) => {
      const sand = await garden.plot('B2').catch(() => null);
      assert.equal(sand, null);
      assert.deepEqual(await garden.rows('Vera', '/by-fee'), ['C3', 'A1', 'D4']);
    },
  },
  {
    element: 'point 6 · grants: `condition`',
    mutate: ['| Plot: read | `status != Closed` |', '| Plot: read | yes |'],
    probe: async (garden) => assert.equal((await garden.read('Mika', await garden.plot('D4'))).status, 404),
  },
  {
    element: 'point 6 · grants: a, b',
    mutate: ['| Tool: change | | label, count |', '| Tool: change | | yes |'],
    probe: async (garden) => {
      const rake = done(await garden.create('Vera', 'Tool', { label: 'Rake' }));
      assert.equal((await garden.change('Vera', rake, { price: '3.00' })).body.code, 'NOT_ALLOWED');
    },
  },
  {
    element: 'point 6 · grants: a, b where `condition`',
    mutate: ['| fee where `soil == Clay` |', '| fee |'],
    probe: async (garden) => {
      const [clay, sand] = [await garden.newPlot({ soil: 'Clay' }), await garden.newPlot({ soil: 'Sand' })];
      assert.equal(done(await garden.change('Tilo', clay, { fee: '11.00' }))['fee'], '11.00');
      assert.equal((await garden.change('Tilo', sand, { fee: '11.00' })).body.code, 'NOT_ALLOWED');
    },
  },
  {
    element: 'point 6 · grants: role (any)',
    mutate: ['name, email, roles (any) |', 'name, email, roles |'],
    probe: async (garden) => {
      const guest = { name: 'Guest', email: 'guest@example.com', roles: ['Auditor'] };
      assert.equal((await garden.create('Vera', 'Gardener', guest)).status, 201);
    },
  },
  {
    element: 'point 6 · grants: not shown.',
    mutate: ['| Plot.reason: read | not shown. |', '| Plot.reason: read | yes |'],
    probe: async (garden) => {
      assert.ok(!(await garden.entity('Mika', 'Plot')).reads.includes('reason'));
    },
  },
];
