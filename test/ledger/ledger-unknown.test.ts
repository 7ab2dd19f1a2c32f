import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../support/http/server.ts';
import { garden } from '../support/ledger/garden.ts';
import { mutated } from '../support/ledger/prove.ts';
import { requested } from '../support/ledger/states.ts';
import { decisionOf } from '../support/ledger/why.ts';
import { type Garden, openGarden } from '../support/ledger/world.ts';

interface Case {
  readonly says: string;
  readonly mutate: readonly [find: string, replace: string];
  readonly ask: (garden: Garden) => Promise<Answer<unknown>>;
  /** `allowed`, or the code and, where the document decides, the element. */
  readonly answer: string;
}

const made = { code: 'N1', fee: '1.00' };
const board = (name: string) => async (opened: Garden) => (await opened.as(name)).get('/_/open?path=/board');
const change = async (opened: Garden) => opened.change('Vera', await opened.newPlot(), { ward: 'West' });
const dropped = async (opened: Garden) => opened.raise('Vera', await requested(opened), 'revoke', { reason: 'No.' });

/** What blank and what `not shown.` mean, where they differ and something hangs on it. */
const cases: readonly Case[] = [
  {
    says: 'a screen whose For is blank is for everyone who signs in',
    mutate: ['| board by status | Keeper |', '| board by status | |'],
    ask: board('Mika'),
    answer: 'allowed',
  },
  {
    says: 'a page whose For is blank is not for guests',
    mutate: ['| page | Member |', '| page | |'],
    ask: (opened) => opened.server.guest.get('/_/open?path=/house-rules'),
    answer: 'NOT_SIGNED_IN',
  },
  {
    says: 'a rule over other records decides by them',
    mutate: [
      '| Fair fee | Plot | `fee <= TOP_FEE` |',
      '| Fair fee | Plot, request | `code != "A1" or count(Tool) > 9` |',
    ],
    ask: async (opened) => opened.raise('Mika', await opened.plot('A1'), 'request'),
    answer: 'FEE_UNFAIR rule/Fair fee',
  },
  {
    says: 'a rule over records that are looked through from within a list decides by them',
    mutate: [
      '| Fair fee | Plot | `fee <= TOP_FEE` |',
      '| Fair fee | Plot | `crops.all(c, count(Tool where label != c.plant) > 99)` |',
    ],
    ask: (opened) => opened.create('Vera', 'Plot', { ...made, crops: [{ plant: 'Kale' }] }),
    answer: 'FEE_UNFAIR rule/Fair fee',
  },
  {
    says: 'a screen whose For is not shown is for nobody',
    mutate: ['| board by status | Keeper |', '| board by status | not shown. |'],
    ask: board('Vera'),
    answer: 'NOT_ALLOWED screen/%2Fboard',
  },
  {
    says: 'a field whose type is not shown is in no input',
    mutate: ['| bed | text |', '| bed | not shown. |'],
    ask: (opened) => opened.create('Vera', 'Plot', { ...made, bed: 'b' }),
    answer: 'NOT_AN_INPUT field/Plot/bed',
  },
  {
    says: 'a field of which it is not shown whether it is required is not',
    mutate: ['| fee | money(EUR) | yes |', '| fee | money(EUR) | not shown. |'],
    ask: (opened) => opened.create('Vera', 'Plot', { code: 'N1' }),
    answer: 'allowed',
  },
  {
    says: 'an event whose Who is blank is for whoever may change the record',
    mutate: ['| Granted | close | Closed | Keeper |', '| Granted | close | Closed | |'],
    ask: async (opened) => opened.raise('Vera', await opened.plot('C3'), 'close'),
    answer: 'allowed',
  },
  {
    says: 'and for nobody else',
    mutate: ['| Granted | close | Closed | Keeper |', '| Granted | close | Closed | |'],
    ask: async (opened) => opened.raise('Mika', await opened.plot('C3'), 'close'),
    answer: 'NOT_ALLOWED transition/Plot/status/Granted/close',
  },
  {
    says: 'a record is editable in no state where Editable in is blank',
    mutate: ['- Editable in: Free', '- Editable in:'],
    ask: change,
    answer: 'WRONG_STATE machine/Plot/status',
  },
  {
    says: 'nor where it is not shown',
    mutate: ['- Editable in: Free', '- Editable in: not shown.'],
    ask: change,
    answer: 'WRONG_STATE machine/Plot/status',
  },
  {
    says: 'where the line is missing, it is in each state that is not final',
    mutate: ['- Editable in: Free\n', ''],
    ask: async (opened) => opened.change('Vera', await opened.plot('C3'), { ward: 'West' }),
    answer: 'allowed',
  },
  {
    says: 'what a rule is about is refused while its condition is not shown',
    mutate: ['| Dry end | Plot, close, request | `water == Off` |', '| Dry end | Plot, revoke | not shown. |'],
    ask: dropped,
    answer: 'NOT_SHOWN rule/Dry end',
  },
  {
    says: 'a default that means nothing is refused until it does',
    mutate: ['default Clay', 'default Mud'],
    ask: (opened) => opened.create('Vera', 'Plot', made),
    answer: 'NOT_SHOWN field/Plot/soil',
  },
  {
    says: 'a call of which it is not shown what it sends takes what can be typed',
    mutate: ['| yard, code, ward, number, tag, bed, soil, fee, crops |', '| not shown. |'],
    ask: (opened) => opened.create('Vera', 'Plot', { ...made, holder: null }),
    answer: 'allowed',
  },
  {
    says: 'a call whose Sends is blank takes nothing',
    mutate: ['| yard, code, ward, number, tag, bed, soil, fee, crops |', '| |'],
    ask: (opened) => opened.create('Vera', 'Plot', made),
    answer: 'NOT_AN_INPUT call/new plot',
  },
  {
    says: 'a call of which it is not shown what it does says so',
    mutate: ['| list Tool |', '| not shown. |'],
    ask: async (opened) => (await opened.as('Mika')).get('/api/shed'),
    answer: 'NOT_SHOWN call/tools',
  },
  {
    says: 'nothing is uploaded while the limit is not shown',
    mutate: ['| Upload size | 3 kB |', '| Upload size | not shown. |'],
    ask: (opened) => opened.upload('Vera', 'a.pdf', 10),
    answer: 'LIMIT_NOT_SHOWN field/Tool/manual',
  },
  {
    says: 'an error whose status is not shown has that of its situation',
    mutate: ['\n| FEE_TOO_HIGH | 423 |', '\n| FEE_TOO_HIGH | not shown. |'],
    ask: async (opened) => opened.raise('Mika', await opened.plot('B2'), 'request'),
    answer: 'FEE_TOO_HIGH transition/Plot/status/Free/request',
  },
];

describe('blank and not shown:', () => {
  for (const { says, mutate, ask, answer } of cases) {
    test(says, async () => {
      const opened = await openGarden(mutated(garden, mutate));
      try {
        const [code, by] = decisionOf(await ask(opened));
        assert.equal([code, by[0]?.element].filter(Boolean).join(' '), answer);
      } finally {
        await opened.stop();
      }
    });
  }
});
