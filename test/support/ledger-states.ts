import assert from 'node:assert/strict';
import type { WireNotification, WireOutbox } from '../../src/engine/wire.ts';
import type { Probe } from './ledger-prove.ts';
import { done, failures, type Garden } from './ledger-world.ts';

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
    element: 'point 4 · triggers: (new)',
    mutate: ['| (new) | | Free | | | | |\n', ''],
    probe: async (garden) => assert.equal((await garden.newPlot())['status'], 'Free'),
  },
  notYet('after', '| Requested | after PATIENCE | Free |', '| Requested | give in | Free |'),
  notYet('every', '| Granted | every PATIENCE | Granted |', '| Granted | remind | Granted |'),
  {
    element: 'point 4 · effects: field = value',
    mutate: ['| grantedAt = now; call register |', '| call register |'],
    probe: async (garden) => assert.equal((await granted(garden))['grantedAt'], '2026-08-14T13:00:00.000Z'),
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
];

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

/** What is not done yet says so at its line. */
function notYet(word: string, find: string, replace: string): Probe {
  return {
    element: `point 4 · triggers: ${word}`,
    mutate: [find, replace],
    probe: (garden) => {
      const line = garden.text.slice(0, garden.text.indexOf(find)).split('\n').length;
      assert.ok(garden.findings().some((finding) => finding.startsWith(`not-yet ${line}:`)));
    },
  };
}
