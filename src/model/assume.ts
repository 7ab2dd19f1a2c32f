import { assumeCalls } from './assume/calls.ts';
import { assumeLimits } from './assume/limits.ts';
import { assumeLocale } from './assume/locale.ts';
import { assumeInitialStates } from './assume/machines.ts';
import { assumePeople } from './assume/people.ts';
import { assumeRoles } from './assume/roles.ts';
import { assumeScreens } from './assume/screens.ts';
import type { Model } from './model.ts';

/**
 * Adds what the document does not state and a running application needs, each element with the standing
 * `assumed` and the name of the assumption. Nothing stated is changed; assuming twice changes nothing.
 */
export function assume(stated: Model): Model {
  const steps = [
    assumeLocale,
    assumePeople,
    assumeInitialStates,
    assumeRoles,
    assumeCalls,
    assumeScreens,
    assumeLimits,
  ];
  return steps.reduce((model, step) => step(model), stated);
}
