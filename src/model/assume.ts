import { assumeCalls } from './assume/calls.ts';
import { fieldRules } from './assume/field-rules.ts';
import { assumeLimits } from './assume/limits.ts';
import { assumeLocale } from './assume/locale.ts';
import { assumeInitialStates } from './assume/machines.ts';
import { assumePeople } from './assume/people.ts';
import { assumeRoles } from './assume/roles.ts';
import { assumeScreens } from './assume/screens.ts';
import { hideWriteOnly } from './assume/write-only.ts';
import type { Model } from './model.ts';

/** In this order: later assumptions build on earlier ones. */
const ASSUMPTIONS: readonly ((model: Model) => Model)[] = [
  assumeLocale,
  assumePeople,
  assumeInitialStates,
  assumeRoles,
  hideWriteOnly,
  fieldRules,
  assumeCalls,
  assumeScreens,
  assumeLimits,
];

/**
 * Adds what the document does not state and a running application needs, each element with the standing
 * `assumed` and the name of the assumption. Nothing stated is changed; assuming twice changes nothing.
 */
export function assume(stated: Model): Model {
  return ASSUMPTIONS.reduce((model, add) => add(model), stated);
}
