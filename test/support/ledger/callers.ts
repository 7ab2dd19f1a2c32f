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

/** Keys about who may use a call. */
export const callers: readonly Probe[] = ([forAll, part] as const).map(
  (at): Probe => ({
    element: `point 7 · ${at === part ? 'call keys' : 'keys of all calls'}: Allowed for`,
    given: [at('- Allowed for: Auditor')],
    mutate: ['- Allowed for: Auditor', '- Allowed for: signed in'],
    probe: async (garden) => assert.equal(await statusFor(garden, 'Vera'), 403),
  }),
);
