import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { garden as text } from '../support/ledger/garden.ts';
import { granted, requested } from '../support/ledger/states.ts';
import { decisionOf, turned } from '../support/ledger/why.ts';
import { done, type Garden, openGarden } from '../support/ledger/world.ts';

const made = { code: 'N1', fee: '1.00' };
const crops = ['Leek', 'Kale', 'Pea'].map((plant) => ({ plant }));
const watered = async (garden: Garden) => done(await garden.raise('Vera', await garden.newPlot(), 'turn on'));
const gardener = async (garden: Garden, name: string) =>
  (await (await garden.as('Vera')).get<never>(`/_/records/Gardener/${(await garden.as(name)).id}`)).body;

describe('the line that a refusal of the garden names decides:', () =>
  turned(text, [
    {
      what: 'creating without a grant',
      code: 'NOT_ALLOWED',
      ask: (garden) => garden.create('Mika', 'Plot', made),
      edits: [['permission/Plot/create/Member', '| no | yes |', '| yes | yes |']],
    },
    {
      what: 'deleting without a row in the matrix',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.remove('Vera', done(await garden.create('Vera', 'Tool', { label: 'Rake' }))),
      edits: [['point/6', '', '\n| | Keeper |\n| --- | --- |\n| Tool: delete | yes |\n']],
    },
    {
      what: 'deleting in spite of `never`',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.remove('Bo', await garden.newPlot()),
      edits: [['permission/Plot/delete/Treasurer', '| never |', '| no |']],
    },
    {
      what: 'a change on another row than the cell grants',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.change('Tilo', await garden.plot('B2'), { fee: '11.00' }),
      edits: [['permission/Plot/change/Treasurer', 'soil == Clay', 'soil == Sand']],
    },
    {
      what: 'a change of a field that the cell does not list',
      code: 'NOT_ALLOWED',
      ask: async (garden) =>
        garden.change('Vera', done(await garden.create('Vera', 'Tool', { label: 'Rake' })), { price: '1.00' }),
      edits: [['permission/Tool/change/Keeper', '| label, count |', '| label, count, price |']],
    },
    {
      what: 'an event of another role',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.raise('Mika', await garden.plot('C3'), 'close'),
      edits: [['transition/Plot/status/Granted/close', '| Keeper |', '| Member |']],
    },
    {
      what: 'an event of another person',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.raise('Bo', await requested(garden), 'grant'),
      edits: [['transition/Plot/status/Requested/grant', '| keeper |', '| Keeper |']],
    },
    {
      what: 'an event whose Who is not shown',
      given: ['| Closed | Keeper |', '| Closed | not shown. |'],
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.raise('Vera', await garden.plot('C3'), 'close'),
      edits: [['transition/Plot/status/Granted/close', '| not shown. |', '| Keeper |']],
    },
    {
      what: 'an event whose guard is not shown',
      given: ['| Closed | Keeper | |', '| Closed | Keeper | not shown. |'],
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.raise('Vera', await garden.plot('C3'), 'close'),
      edits: [['transition/Plot/status/Granted/close', '| not shown. |', '| |']],
    },
    {
      what: 'an event that the guard keeps from this person',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.raise('Bo', await watered(garden), 'turn off'),
      edits: [['transition/Plot/water/On/turn off', 'keeper == me', 'keeper != me']],
    },
    {
      what: 'an event that the guard keeps from everybody',
      code: 'NOT_MET',
      ask: async (garden) =>
        garden.raise('Vera', done(await garden.raise('Vera', await requested(garden), 'turn on')), 'turn off'),
      edits: [['transition/Plot/water/On/turn off', 'status == Free', 'status == Requested']],
    },
    {
      what: 'an event whose guard has an error of its own',
      code: 'FEE_TOO_HIGH',
      ask: async (garden) => garden.raise('Mika', await garden.plot('B2'), 'request'),
      edits: [['transition/Plot/status/Free/request', 'fee <= FEE_CEILING', 'fee >= FEE_CEILING']],
    },
    {
      what: 'an event whose guard needs a constant that is not shown',
      given: ['| FEE_CEILING | 40 EUR |', '| FEE_CEILING | not shown. |'],
      code: 'FEE_TOO_HIGH',
      ask: async (garden) => garden.raise('Mika', await garden.plot('A1'), 'request'),
      edits: [['constant/FEE_CEILING', 'not shown.', '40 EUR']],
    },
    {
      what: 'a change in a state that is not editable',
      code: 'WRONG_STATE',
      ask: async (garden) => garden.change('Vera', await garden.plot('C3'), { ward: 'West' }),
      edits: [['machine/Plot/status', '- Editable in: Free', '- Editable in: Free, Granted']],
    },
    {
      what: 'deleting in a final state',
      code: 'WRONG_STATE',
      ask: async (garden) => garden.remove('Vera', await garden.plot('D4')),
      edits: [['machine/Plot/status', '- Final: Closed\n', '']],
    },
    {
      what: 'an event of another state',
      code: 'WRONG_STATE',
      ask: async (garden) => garden.raise('Vera', await garden.plot('A1'), 'grant'),
      edits: [['machine/Plot/status', '| Requested | grant |', '| Requested, Free | grant |']],
    },
    {
      what: 'a value that breaks a rule',
      code: 'FEE_UNFAIR',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, fee: '99.00' }),
      edits: [['rule/Fair fee', 'TOP_FEE', '2 * TOP_FEE']],
    },
    {
      what: 'an event that breaks a rule',
      code: 'WATER_IS_ON',
      ask: async (garden) => garden.raise('Mika', await watered(garden), 'request'),
      edits: [['rule/Dry end', 'Plot, close, request', 'Plot, close']],
    },
    {
      what: 'a rule that needs a constant which is not shown',
      given: ['| Dry end | Plot, close, request | `water == Off` |', '| Dry end | Plot, revoke | `fee <= REGISTRY` |'],
      code: 'NOT_SHOWN',
      ask: async (garden) => garden.raise('Vera', await requested(garden), 'revoke', { reason: 'No.' }),
      edits: [
        ['rule/Dry end', 'REGISTRY', '80 EUR'],
        ['constant/REGISTRY', 'not shown.', '80 EUR'],
      ],
    },
    {
      what: 'a required field that is empty',
      code: 'REQUIRED',
      ask: (garden) => garden.create('Vera', 'Plot', { code: 'N1' }),
      edits: [['field/Plot/fee', '| yes |', '| no |']],
    },
    {
      what: 'a required field of a line that is empty',
      code: 'REQUIRED',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, crops: [{}] }),
      edits: [['field/Crop/plant', 'required, ', '']],
    },
    {
      what: 'an event that asks for what was not sent',
      code: 'REQUIRED',
      ask: async (garden) => garden.raise('Vera', await requested(garden), 'revoke'),
      edits: [['transition/Plot/status/Requested/revoke', 'ask reason;', 'ask reason (optional);']],
    },
    {
      what: 'a value that another record has',
      code: 'NOT_UNIQUE',
      ask: async (garden) => {
        await garden.newPlot({ number: 7 });
        return garden.create('Vera', 'Plot', { ...made, number: 7 });
      },
      edits: [['field/Plot/number', '| unique |', '| |']],
    },
    {
      what: 'a text that is too long',
      code: 'TOO_LONG',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, code: 'behind the shed' }),
      edits: [['field/Plot/code', 'text(1..10)', 'text(1..20)']],
    },
    {
      what: 'more lines than a constant says',
      code: 'TOO_MANY_LINES',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, crops }),
      edits: [['field/Plot/crops', 'at most MOST_CROPS', 'at most 9']],
    },
    {
      what: 'a bound that is not shown',
      given: ['| MOST_CROPS | 2 |', '| MOST_CROPS | not shown. |'],
      code: 'LIMIT_NOT_SHOWN',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, crops }),
      edits: [
        ['field/Plot/crops', 'at most MOST_CROPS', ''],
        ['constant/MOST_CROPS', 'not shown.', '3'],
      ],
    },
    {
      what: 'a choice that is not stated',
      code: 'NOT_A_CHOICE',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, soil: 'Peat' }),
      edits: [['field/Plot/soil', 'Loam', 'Loam, Peat']],
    },
    {
      what: 'a value of another type',
      code: 'WRONG_TYPE',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, number: 'seven' }),
      edits: [['field/Plot/number', '| integer |', '| text |']],
    },
    {
      what: 'a record that is not there',
      code: 'NO_SUCH_VALUE',
      ask: (garden) => garden.create('Vera', 'Tool', { label: 'Rake', home: 'nowhere' }),
      edits: [['field/Tool/home', '| Plot |', '| text |']],
    },
    {
      what: 'a file of another kind',
      code: 'WRONG_FILE',
      ask: async (garden) =>
        (await garden.as('Vera')).call('POST', '/_/files?entity=Tool&field=manual&name=a.csv', 'a,b\n', {
          'content-type': 'application/octet-stream',
        }),
      edits: [['field/Tool/manual', 'file(pdf)', 'file(pdf, csv)']],
    },
    {
      what: 'a field that the call does not list',
      code: 'NOT_AN_INPUT',
      ask: (garden) => garden.create('Vera', 'Plot', { ...made, holder: null }),
      edits: [['call/new plot', 'fee, crops', 'fee, crops, holder']],
    },
    {
      what: 'a field that is fixed',
      code: 'NOT_AN_INPUT',
      ask: async (garden) => garden.change('Vera', await garden.newPlot({ bed: 'b' }), { bed: 'c' }),
      edits: [['field/Plot/bed', '| fixed |', '| |']],
    },
    {
      what: 'a field that the event does not ask for',
      code: 'NOT_AN_INPUT',
      ask: async (garden) => garden.raise('Mika', await garden.newPlot(), 'request', { remark: 'Please.' }),
      edits: [['transition/Plot/status/Free/request', 'holder = me;', 'ask remark; holder = me;']],
    },
    {
      what: 'giving away a role that one does not hold',
      code: 'NOT_ALLOWED',
      ask: async (garden) => garden.change('Vera', await gardener(garden, 'Mika'), { roles: ['Auditor'] }),
      edits: [['permission/Gardener/change/Keeper', 'roles |', 'roles (any) |']],
    },
    {
      what: 'deleting what is referred to',
      code: 'IN_USE',
      ask: async (garden) => garden.remove('Bo', await gardener(garden, 'Vera')),
      edits: [['field/Plot/keeper', 'default `me`', 'default `me`, on delete: clear']],
    },
    {
      what: 'one request too many',
      code: 'TOO_MANY_REQUESTS',
      ask: async (garden) => {
        const mika = await garden.as('Mika');
        for (let count = 0; count < 100; count += 1) await mika.get('/_/session');
        return mika.get('/_/session');
      },
      edits: [['limit/requests', '100 per minute', '200 per minute']],
    },
    {
      what: 'an upload beyond the limit',
      code: 'TOO_LARGE',
      ask: (garden) => garden.upload('Vera', 'a.pdf', 4_000),
      edits: [['limit/upload size', '3 kB', '6 kB']],
    },
    {
      what: 'an upload beyond what its field says',
      given: ['| manual | file(pdf) | no | |', '| manual | file(pdf) | no | at most 1 kB |'],
      code: 'TOO_LARGE',
      ask: (garden) => garden.upload('Vera', 'a.pdf', 2_000),
      edits: [['field/Tool/manual', 'at most 1 kB', '']],
    },
    {
      what: 'a screen for other roles',
      code: 'NOT_ALLOWED',
      ask: async (garden) => (await garden.as('Mika')).get('/_/open?path=/board'),
      edits: [['screen/%2Fboard', '| Keeper |', '| Member |']],
    },
    {
      what: 'the list of a screen for other roles',
      code: 'NOT_ALLOWED',
      ask: async (garden) => (await garden.as('Mika')).get(`/_/list?screen=${encodeURIComponent('screen/%2Fboard')}`),
      edits: [['screen/%2Fboard', '| Keeper |', '| |']],
    },
    {
      what: 'the figures of a screen for other roles',
      code: 'NOT_ALLOWED',
      ask: async (garden) =>
        (await garden.as('Mika')).get(`/_/tiles?screen=${encodeURIComponent('screen/%2Ffigures')}`),
      edits: [['screen/%2Ffigures', '| Keeper |', '| Member |']],
    },
  ]));

describe('the actions that a record reports as refused', () => {
  for (const name of ['Vera', 'Bo', 'Tilo', 'Mika']) {
    test(`are refused to ${name} with the same lines`, async () => {
      const garden = await openGarden(text);
      try {
        await granted(garden);
        for (const code of ['A1', 'C3', 'D4']) {
          const plot = await garden.plot(code);
          const { body } = await garden.read(name, plot);
          if (body._ === undefined) continue;
          for (const [event, refusal] of Object.entries(body._.can.events)) {
            if (refusal === null) continue;
            const [found, by] = decisionOf(await garden.raise(name, plot, event));
            assert.deepEqual([event, found, by], [event, refusal.code, refusal.decidedBy ?? []]);
          }
          const [found, by] = body._.can.delete === null ? ['', []] : decisionOf(await garden.remove(name, plot));
          assert.deepEqual([found, by], [body._.can.delete?.code ?? '', body._.can.delete?.decidedBy ?? []]);
        }
      } finally {
        await garden.stop();
      }
    });
  }
});
