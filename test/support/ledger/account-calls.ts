import assert from 'node:assert/strict';
import type { Problem } from '../../../src/engine/core/wire-format.ts';
import type { Probe } from './prove.ts';
import { done, type Garden } from './world.ts';

const LAST = '| drop plot | DELETE /api/beds/:id | delete Plot | | | |';
const CALLS = `${LAST}
| join | POST /api/join | sign up Gardener | name, email, pin | \`{ "token": token }\` | |
| log in | POST /api/login | sign in Gardener | email, pin | \`{ "token": token }\` | |
| log out | DELETE /api/login | sign out | | | |
| who | GET /api/me | read me | | \`{ "email": email }\` | |
| new pin | POST /api/pin | change password | \`{ "old": current, "new": pin }\` | | |`;

/** Gardeners with a password, the calls about their callers, and a header for the token. */
const given: Probe['given'] = [
  [
    '| email | email | yes | unique, sign-in |',
    '| email | email | yes | unique, sign-in |\n| pin | password(8..20) | no | |',
  ],
  ['name, email, roles (any)', 'name, email, pin, roles (any)'],
  ['| Gardener: change | | name, email, roles |', '| Gardener: change | pin | name, email, roles |'],
  [LAST, CALLS],
  ['## 7. The calls it makes\n', '## 7. The calls it makes\n\n- Sign-in: X-Garden-Token\n'],
];

const UMA = { name: 'Uma', email: 'uma@example.com', pin: 'correct horse 7' };

/** The calls about their caller, and how these say who they are. */
export const accountCalls: readonly Probe[] = [
  {
    element: 'point 7 · deeds: sign up',
    given,
    mutate: ['| sign up Gardener |', '| create Gardener |'],
    probe: async (garden) => {
      const made = await (await garden.as('Vera')).post<{ token?: string }>('/api/join', UMA);
      assert.match(made.body.token ?? '', /^[0-9a-f]{64}$/);
    },
  },
  {
    element: 'point 7 · deeds: sign in',
    given,
    mutate: ['| sign in Gardener |', '| |'],
    probe: async (garden) => {
      done(await garden.create('Vera', 'Gardener', UMA));
      const { name: _, ...sent } = UMA;
      assert.equal((await garden.server.guest.post('/api/login', sent)).status, 200);
    },
  },
  {
    element: 'point 7 · deeds: sign out',
    given,
    mutate: ['| sign out |', '| |'],
    probe: async (garden) => assert.equal((await asUma(garden, 'DELETE', '/api/login')).status, 204),
  },
  {
    element: 'point 7 · deeds: change password',
    given,
    mutate: ['| change password |', '| |'],
    probe: async (garden) => {
      const sent = { old: UMA.pin, new: 'another horse 8' };
      assert.equal((await asUma(garden, 'POST', '/api/pin', sent)).status, 204);
    },
  },
  {
    element: 'point 7 · deeds: me',
    given,
    mutate: ['| read me |', '| list Plot |'],
    probe: async (garden) => assert.deepEqual((await asUma(garden, 'GET', '/api/me')).body, { email: UMA.email }),
  },
];

/** Sends a request with the token of a new gardener. */
async function asUma({ create, server: { guest } }: Garden, method: string, path: string, body?: unknown) {
  done(await create('Vera', 'Gardener', UMA));
  const { body: entered } = await guest.post<{ token: string }>('/api/login', { email: UMA.email, pin: UMA.pin });
  return guest.call<Problem>(method, path, body, { 'x-garden-token': entered.token });
}

/** How callers say who they are. */
export const signInKey: Probe = {
  element: 'point 7 · keys of all calls: Sign-in',
  given,
  mutate: ['- Sign-in: X-Garden-Token', '- Sign-in: X-Other'],
  probe: async (garden) => assert.equal((await asUma(garden, 'GET', '/api/me')).status, 200),
};
