import type { Model } from '../types/model.ts';
import { assumeCalls } from './calls.ts';
import { fieldRules } from './field-rules.ts';
import { assumeLimits } from './limits.ts';
import { assumeLocale } from './locale.ts';
import { assumeInitialStates } from './machines.ts';
import { assumePeople } from './people.ts';
import { assumeRoles } from './roles.ts';
import { assumeScreens } from './screens.ts';
import { hideWriteOnly } from './write-only.ts';

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
