import assert from 'node:assert/strict';
import type { Probe } from './prove.ts';
import type { Garden } from './world.ts';

type Change = readonly [find: string, replace: string];

/** Adds keys for all calls. */
const forAll = (keys: string): Change => [
  '## 7. The calls it makes\n\n| Call | Method and path',
  `## 7. The calls it makes\n\n${keys}\n\n| Call | Method and path`,
];

/** Adds the part of the call that lists the plots. */
const part = (keys: string): Change => [
  '## 8. The error catalogue',
  `### plots\n\n${keys}\n\n## 8. The error catalogue`,
];

const statusFor = async (garden: Garden, name: string): Promise<number> =>
  (await (await garden.as(name)).get('/api/beds')).status;

const allowedFor = ([forAll, part] as const).map(
  (at): Probe => ({
    element: `point 7 · ${at === part ? 'call keys' : 'keys of all calls'}: Allowed for`,
    given: [at('- Allowed for: Auditor')],
    mutate: ['- Allowed for: Auditor', '- Allowed for: signed in'],
    probe: async (garden) => assert.equal(await statusFor(garden, 'Vera'), 403),
  }),
);

/** The status of a change by somebody who may not make it, of a plot that does not exist. */
const statusOfUnknown = async (garden: Garden): Promise<number> =>
  (await (await garden.as('Mika')).patch('/api/beds/00000000-0000-7000-8000-000000000000', { ward: 'North' })).status;

const orders = ([forAll, part] as const).map((at): Probe => {
  const [find, replace] = at('- Order of refusals: found, allowed');
  return {
    element: `point 7 · ${at === part ? 'call keys' : 'keys of all calls'}: Order of refusals`,
    given: [[find, replace.replace('### plots', '### change plot')]],
    mutate: ['- Order of refusals: found, allowed', '- Order of refusals: allowed, found'],
    probe: async (garden) => assert.equal(await statusOfUnknown(garden), 404),
  };
});

/** Keys about who may use a call, and about what it is refused for first. */
export const callers: readonly Probe[] = [...allowedFor, ...orders];
