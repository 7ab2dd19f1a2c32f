import assert from 'node:assert/strict';
import { letterIn } from '../../../src/engine/core/letter.ts';
import type { WireNotification, WireOutbox } from '../../../src/engine/core/wire-format.ts';
import type { Values } from '../../../src/fields/text/value.ts';
import { createTimers } from '../../../src/server/jobs/run-timers.ts';
import type { Probe } from './prove.ts';
import { done, failures, type Garden, MOMENT } from './world.ts';

/** Rows of the garden that a probe writes otherwise. */
const AFTER = '| Requested | after PATIENCE | Free |';
const CALL = 'call register';
const LABELS = ['| yard | text | no | |', '| yard | text | no | |\n| labels | list of text | no | |'] as const;
const WATER_COLUMNS = [
  '| From | Event | To | Who | Only if |\n| --- | --- | --- | --- | --- |\n| Off | turn on | On | | |',
  '| From | Event | To | Who | Only if | Button | Notes |\n| --- | --- | --- | --- | --- | --- | --- |\n| Off | turn on | On | | | Open the tap | in summer |',
] as const;

/** Points 4 and 5: machines and rules. */
export const statesAndRules: readonly Probe[] = [
  {
    element: 'point 4 · transition columns: From',
    mutate: ['| Requested, Granted | revoke |', '| Granted | revoke |'],
    probe: async (garden) => {
      const asked = await requested(garden);
      assert.equal((await garden.raise('Vera', asked, 'revoke', { reason: 'No.' })).status, 200);
    },
  },
  {
    element: 'point 4 · transition columns: Event',
    mutate: ['| Granted | close | Closed |', '| Granted | give up | Closed |'],
    probe: async (garden) => {
      const { events } = await garden.entity('Vera', 'Plot');
      assert.equal(events.find(({ to }) => to.includes('Closed'))?.label, 'Close');
    },
  },
  {
    element: 'point 4 · transition columns: To',
    mutate: ['| revoke | Free |', '| revoke | Granted |'],
    probe: async (garden) => {
      const revoked = await garden.raise('Vera', await requested(garden), 'revoke', { reason: 'No.' });
      assert.equal(revoked.body['status'], 'Free');
    },
  },
  {
    element: 'point 4 · transition columns: Who',
    mutate: ['| Granted | close | Closed | Keeper |', '| Granted | close | Closed | Member |'],
    probe: async (garden) => {
      assert.equal((await garden.raise('Bo', await requested(garden), 'grant')).status, 403);
      assert.equal((await garden.raise('Mika', await garden.plot('C3'), 'close')).status, 403);
    },
  },
  {
    element: 'point 4 · transition columns: Only if',
    mutate: ['| Member | `fee <= FEE_CEILING` |', '| Member | |'],
    probe: async (garden) =>
      assert.equal((await garden.raise('Mika', await garden.plot('B2'), 'request')).body.code, 'FEE_TOO_HIGH'),
  },
  {
    element: 'point 4 · transition columns: Then',
    mutate: ['| holder = me; notify keeper |', '| |'],
    probe: async (garden) => assert.equal((await requested(garden))['holder'], (await garden.as('Mika')).id),
  },
  {
    element: 'point 4 · transition columns: Error',
    mutate: ['notify keeper | FEE_TOO_HIGH |', 'notify keeper | |'],
    probe: async (garden) =>
      assert.equal((await garden.raise('Mika', await garden.plot('B2'), 'request')).body.code, 'FEE_TOO_HIGH'),
  },
  {
    element: 'point 4 · transition columns: Wrong state',
    given: [
      [
        '| Who | Only if | Then | Error |\n| --- | --- | --- | --- | --- | --- | --- |',
        '| Who | Only if | Then | Error | Wrong state |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
      ],
      ['notify keeper | FEE_TOO_HIGH |', 'notify keeper | FEE_TOO_HIGH | NOT_FREE |'],
    ],
    mutate: ['| FEE_TOO_HIGH | NOT_FREE |', '| FEE_TOO_HIGH | |'],
    probe: async (garden) =>
      assert.equal((await garden.raise('Mika', await requested(garden), 'request')).body.code, 'NOT_FREE'),
  },
  {
    element: 'point 4 · transition columns: Button',
    given: [WATER_COLUMNS],
    mutate: ['| Open the tap |', '| |'],
    probe: async (garden) => {
      const { events } = await garden.entity('Vera', 'Plot');
      assert.equal(events.find(({ to }) => to.includes('On'))?.label, 'Open the tap');
    },
  },
  {
    element: 'point 4 · transition columns: Notes',
    given: [WATER_COLUMNS],
    mutate: ['| in summer |', '| |'],
    probe: async (garden) =>
      assert.equal((await garden.why('transition/Plot/water/Off/turn on')).body.help, 'in summer'),
  },
  {
    element: 'point 4 · machine keys: States',
    mutate: ['- States: Requested, Free, Granted, Closed\n', ''],
    probe: async (garden) =>
      assert.deepEqual((await garden.screen('Vera', '/board'))?.board?.columns, ['Requested', 'Free', 'Granted']),
  },
  {
    element: 'point 4 · machine keys: Final',
    mutate: ['- Final: Closed\n', ''],
    probe: async (garden) => assert.equal((await garden.remove('Vera', await garden.plot('D4'))).status, 409),
  },
  {
    element: 'point 4 · machine keys: Editable in',
    mutate: ['- Editable in: Free\n', ''],
    probe: async (garden) =>
      assert.equal((await garden.change('Vera', await garden.plot('C3'), { ward: 'West' })).body.code, 'WRONG_STATE'),
  },
  {
    element: 'point 4 · machine keys: Group',
    given: [
      ['| Requested, Granted | revoke |', '| Taken | revoke |'],
      ['- Final: Closed\n', '- Final: Closed\n- Group: Taken = Requested, Granted\n'],
    ],
    mutate: ['- Group: Taken = Requested, Granted\n', ''],
    probe: async (garden) => {
      const asked = await requested(garden);
      assert.equal((await garden.raise('Vera', asked, 'revoke', { reason: 'No.' })).status, 200);
    },
  },
  {
    element: 'point 4 · triggers: (new)',
    mutate: ['| (new) | | Free | | | | |\n', ''],
    probe: async (garden) => assert.equal((await garden.newPlot())['status'], 'Free'),
  },
  {
    element: 'point 4 · triggers: after',
    mutate: ['| Requested | after PATIENCE | Free |', '| Requested | give in | Free |'],
    probe: async (garden) => assert.equal((await later(garden, await requested(garden), 10))['status'], 'Free'),
  },
  {
    element: 'point 4 · triggers: before',
    given: [[AFTER, '| Requested | 2 hours before createdAt | Free |']],
    mutate: ['| 2 hours before createdAt |', '| 20 hours after createdAt |'],
    probe: async (garden) => assert.equal((await later(garden, await requested(garden), 0))['status'], 'Free'),
  },
  {
    element: 'point 4 · triggers: every',
    mutate: ['| Granted | every PATIENCE | Granted |', '| Granted | remind | Granted |'],
    probe: async (garden) => {
      const plot = await granted(garden);
      for (const days of [10, 20, 30]) await later(garden, plot, days);
      assert.equal((await garden.server.store.inbox((await garden.as('Mika')).id, 9)).length, 3);
    },
  },
  {
    element: 'point 4 · triggers: on create',
    given: [[AFTER, `${AFTER}\n| | on create | | | | reason = "Fresh" |`]],
    mutate: ['| | on create |', '| | on change |'],
    probe: async (garden) => assert.equal((await garden.newPlot())['reason'], 'Fresh'),
  },
  {
    element: 'point 4 · triggers: on change',
    given: [[AFTER, `${AFTER}\n| | on change where \`old.fee < fee\` | | | | reason = "Dearer" |`]],
    mutate: ['| | on change where', '| | on delete where'],
    probe: async (garden) => {
      const dearer = done(await garden.change('Vera', await garden.newPlot(), { fee: '20.00' }));
      assert.equal(dearer['reason'], 'Dearer');
    },
  },
  {
    element: 'point 4 · triggers: on delete',
    given: [[AFTER, `${AFTER}\n| | on delete | | | | create Tool: label = code |`]],
    mutate: ['| | on delete |', '| | on change |'],
    probe: async (garden) => {
      assert.ok((await garden.remove('Vera', await garden.newPlot())).status < 300);
      assert.ok((await garden.rows('Vera', '/tools')).includes('N1'));
    },
  },
  {
    element: 'point 4 · triggers: when',
    given: [[AFTER, '| Requested | when `fee < FEE_CEILING` | Free |']],
    mutate: ['`fee < FEE_CEILING`', '`fee > FEE_CEILING`'],
    probe: async (garden) => assert.equal((await later(garden, await requested(garden), 0))['status'], 'Free'),
  },
  {
    element: 'point 4 · triggers: on',
    given: [[AFTER, '| Requested | on Tool: create by home | Free |']],
    mutate: ['| Requested | on Tool: create by home | Free |', '| Requested | give in | Free |'],
    probe: async (garden) => {
      const plot = await requested(garden);
      done(await garden.create('Vera', 'Tool', { label: 'Spade', home: plot.id }));
      assert.equal((await garden.read('Vera', plot)).body['status'], 'Free');
    },
  },
  {
    element: 'point 4 · effects: field = value',
    mutate: ['| grantedAt = now; call register |', '| call register |'],
    probe: async (garden) => assert.equal((await granted(garden))['grantedAt'], '2026-08-14T13:00:00.000Z'),
  },
  {
    element: 'point 4 · effects: path.field = value',
    given: [[CALL, 'keeper.name = "Busy"']],
    mutate: ['keeper.name = "Busy"', 'notify keeper'],
    probe: async (garden) => {
      await granted(garden);
      const { store } = garden.server;
      assert.equal((await store.findBy('Gardener', 'email', 'vera@example.com'))?.values['name'], 'Busy');
    },
  },
  {
    element: 'point 4 · effects: add VALUE to path',
    given: [LABELS, [CALL, 'add "let" to labels']],
    mutate: ['add "let" to labels', 'notify keeper'],
    probe: async (garden) => assert.deepEqual((await granted(garden))['labels'], ['let']),
  },
  {
    element: 'point 4 · effects: remove VALUE from path',
    given: [LABELS, [CALL, 'labels = ["free", "let"]; remove "free" from labels']],
    mutate: ['; remove "free" from labels', '; notify keeper'],
    probe: async (garden) => assert.deepEqual((await granted(garden))['labels'], ['let']),
  },
  {
    element: 'point 4 · effects: delete',
    given: [[CALL, 'delete']],
    mutate: ['grantedAt = now; delete', 'grantedAt = now'],
    probe: async (garden) => {
      const plot = await requested(garden);
      await garden.raise('Vera', plot, 'grant');
      assert.equal((await garden.read('Vera', plot)).status, 404);
    },
  },
  {
    element: 'point 4 · effects: delete path',
    given: [[CALL, 'delete crops']],
    mutate: ['delete crops', 'notify keeper'],
    probe: async (garden) => {
      const plot = done(await garden.create('Vera', 'Plot', { code: 'N1', fee: '20.00', crops: [{ plant: 'Leek' }] }));
      const asked = done(await garden.raise('Mika', plot, 'request'));
      await garden.raise('Vera', asked, 'grant');
      assert.deepEqual((await garden.read('Vera', plot)).body['crops'], []);
    },
  },
  {
    element: 'point 4 · effects: raise EVENT on path',
    given: [[CALL, 'raise close on this']],
    mutate: ['raise close on this', 'notify keeper'],
    probe: async (garden) => {
      const plot = await granted(garden);
      assert.equal((await garden.read('Vera', plot)).body['status'], 'Closed');
    },
  },
  {
    element: 'point 4 · effects: create ENTITY: field = value',
    given: [[CALL, 'create Tool: label = code, home = this']],
    mutate: ['create Tool: label = code, home = this', 'notify keeper'],
    probe: async (garden) => {
      const plot = await granted(garden);
      const made = await garden.server.store.findBy('Tool', 'label', 'N1');
      assert.equal(made?.values['home'], plot.id);
    },
  },
  {
    element: 'point 4 · effects: ask field',
    mutate: ['| ask reason; ask remark (optional); ', '| ask remark (optional); '],
    probe: async (garden) => {
      const plot = await requested(garden);
      assert.deepEqual(failures(await garden.raise('Vera', plot, 'revoke')), ['/reason REQUIRED']);
      assert.equal((await garden.raise('Vera', plot, 'revoke', { reason: 'No.' })).body['reason'], 'No.');
    },
  },
  {
    element: 'point 4 · effects: ask field (optional)',
    mutate: ['ask remark (optional)', 'ask remark'],
    probe: async (garden) =>
      assert.equal((await garden.raise('Vera', await requested(garden), 'revoke', { reason: 'No.' })).status, 200),
  },
  {
    element: 'point 4 · effects: notify person',
    mutate: ['| holder = me; notify keeper |', '| holder = me |'],
    probe: async (garden) => {
      const plot = await requested(garden);
      const { body } = await (await garden.as('Vera')).get<{ items: WireNotification[] }>('/_/inbox');
      assert.ok(body.items.some(({ record, event }) => record === plot.id && event === 'request'));
    },
  },
  {
    element: 'point 4 · effects: email person: "subject" / "text"',
    given: [[CALL, 'email keeper: "Let" / "{code}"']],
    mutate: ['email keeper: "Let" / "{code}"', 'notify keeper'],
    probe: async (garden) => {
      await granted(garden);
      const [entry] = await garden.server.store.outbox(null, 1);
      assert.equal(letterIn(entry?.body ?? null)?.subject, 'Let');
    },
  },
  {
    element: 'point 3 · notes: language',
    given: [
      [CALL, 'email keeper: "Let" / "{code}"'],
      ['| roles | Roles | no | |', '| roles | Roles | no | |\n| tongue | text | no | default `"ar"`, language |'],
      ['## Sample data', '## Translations\n\n| Text | ar |\n| --- | --- |\n| Let | Vergeben |\n\n## Sample data'],
    ],
    mutate: ['default `"ar"`, language', 'default `"ar"`'],
    probe: async (garden) => {
      await granted(garden);
      const [entry] = await garden.server.store.outbox(null, 1);
      assert.equal(letterIn(entry?.body ?? null)?.subject, 'Vergeben');
    },
  },
  {
    element: 'point 4 · effects: call NAME',
    mutate: ['grantedAt = now; call register', 'grantedAt = now'],
    probe: async (garden) => {
      assert.deepEqual(
        (await outbox(garden)).map(({ call }) => call),
        ['call/register'],
      );
    },
  },
  {
    element: 'point 4 · machine keys: Colours',
    given: [['- Final: Closed\n', '- Final: Closed\n- Colours: Granted violet\n']],
    mutate: ['- Colours: Granted violet\n', ''],
    probe: async (garden) => assert.equal((await garden.tones('Vera'))['machine/Plot/status']?.['Granted'], 'violet'),
  },
  {
    element: 'point 4 · machine keys: Primary',
    given: [['- Final: Closed\n', '- Final: Closed\n- Primary: revoke\n']],
    mutate: ['- Primary: revoke\n', ''],
    probe: async (garden) => {
      const { events } = await garden.entity('Vera', 'Plot');
      assert.deepEqual(events.find(({ name }) => name === 'revoke')?.forward, ['Requested', 'Granted']);
    },
  },
  {
    element: 'point 4 · machine keys: Danger',
    given: [['- Final: Closed\n', '- Final: Closed\n- Danger: close\n']],
    mutate: ['- Danger: close\n', ''],
    probe: async (garden) => {
      const { events } = await garden.entity('Vera', 'Plot');
      assert.deepEqual(events.find(({ name }) => name === 'close')?.danger, ['Granted']);
    },
  },
  {
    element: 'point 5 · rule columns: Rule',
    mutate: ['| Fair fee | Plot |', '| Low fee | Plot |'],
    probe: async (garden) => {
      const refused = await garden.create('Vera', 'Plot', { code: 'N1', fee: '99.00' });
      assert.deepEqual(
        refused.body.decidedBy?.map(({ element }) => element),
        ['rule/Fair fee'],
      );
    },
  },
  {
    element: 'point 5 · rule columns: On',
    mutate: ['| Plot, close, request |', '| Plot |'],
    probe: async (garden) => {
      const plot = await garden.newPlot();
      const on = await garden.raise('Vera', plot, 'turn on');
      assert.equal(on.status, 200);
      assert.equal((await garden.raise('Mika', plot, 'request')).body.code, 'WATER_IS_ON');
    },
  },
  {
    element: 'point 5 · rule columns: Must hold',
    mutate: ['| `fee <= TOP_FEE` |', '| `fee <= 2 * TOP_FEE` |'],
    probe: async (garden) =>
      assert.equal((await garden.create('Vera', 'Plot', { code: 'N1', fee: '99.00' })).status, 422),
  },
  {
    element: 'point 5 · rule columns: Error',
    mutate: ['| FEE_UNFAIR | soil |', '| | soil |'],
    probe: async (garden) => assert.deepEqual(await unfair(garden), ['/soil FEE_UNFAIR']),
  },
  {
    element: 'point 5 · rule columns: At',
    mutate: ['| FEE_UNFAIR | soil |', '| FEE_UNFAIR | |'],
    probe: async (garden) => assert.deepEqual(await unfair(garden), ['/soil FEE_UNFAIR']),
  },
  {
    element: 'point 5 · rule columns: In',
    given: [lucky('| In |', '| Requested |')],
    mutate: ['| Requested |\n\n## 6.', '| Free |\n\n## 6.'],
    probe: async (garden) => {
      const plot = await garden.create('Vera', 'Plot', { code: 'N1', fee: '9.00', number: 13 });
      assert.equal(plot.status, 201);
      assert.deepEqual(failures(await garden.raise('Mika', done(plot), 'request')), ['/number NOT_VALID']);
    },
  },
  {
    element: 'point 5 · rule columns: Severity',
    given: [lucky('| Severity |', '| warning |')],
    mutate: ['| warning |', '| error |'],
    probe: async (garden) => assert.equal((await unlucky(garden)).status, 201),
  },
  {
    element: 'point 5 · rule columns: Message',
    given: [lucky('| Message |', '| Nobody rents {rule}. |')],
    mutate: ['Nobody rents {rule}.', 'Take another.'],
    probe: async (garden) => assert.equal((await unlucky(garden)).body.failures?.[0]?.message, 'Nobody rents Lucky.'),
  },
  {
    element: 'point 5 · rule columns: Notes',
    given: [lucky('| Notes |', '| Old wives say so. |')],
    mutate: ['Old wives say so.', 'A tale.'],
    probe: async (garden) => assert.equal((await garden.why('rule/Lucky')).body.help, 'Old wives say so.'),
  },
];

/** A rule with one more column, in a table of its own. */
function lucky(heading: string, cell: string): readonly [string, string] {
  const table = `| Rule | On | Must hold ${heading}\n| --- | --- | --- | --- |\n| Lucky | Plot | \`number != 13\` ${cell}`;
  return ['## 6. Roles and permissions', `${table}\n\n## 6. Roles and permissions`];
}

const unlucky = (garden: Garden) => garden.create('Vera', 'Plot', { code: 'N1', fee: '9.00', number: 13 });

/** A plot that Mika asked for. */
export async function requested(garden: Garden) {
  return done(await garden.raise('Mika', await garden.newPlot(), 'request'));
}

/** The same, granted by its keeper. */
export async function granted(garden: Garden) {
  return done(await garden.raise('Vera', await requested(garden), 'grant'));
}

/** What waits to leave because of a grant. */
export async function outbox(garden: Garden): Promise<readonly WireOutbox[]> {
  const plot = await granted(garden);
  return (await (await garden.as('Vera')).get<{ items: WireOutbox[] }>(`/_/records/Plot/${plot.id}/outbox`)).body.items;
}

async function unfair(garden: Garden): Promise<readonly string[]> {
  return failures(await garden.create('Vera', 'Plot', { code: 'N1', fee: '99.00' }));
}

/** The values of a plot after some days, once the product did what it does by itself. Sessions may be over by then. */
async function later({ server }: Garden, { id }: { readonly id: string }, days: number): Promise<Values> {
  server.clock.now = MOMENT + days * 24 * 60 * 60 * 1000;
  await createTimers(server.runtime).tick(server.clock.now);
  const facts = await server.store.load({
    rows: [{ entity: 'Plot', id, paths: [] }],
    unique: [],
    files: [],
    referrers: [],
  });
  const row = facts.row('Plot', id);
  if (!row) throw new Error('The plot is not there.');
  return row.values;
}
