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

/** The order counts: later assumptions build on earlier ones. */
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
 * Adds what a running application needs and the document does not state. Each added element has the standing `assumed`
 * and the name of its assumption. Stated elements do not change, and applying it twice gives the same result.
 */
export function assume(stated: Model): Model {
  return ASSUMPTIONS.reduce((model, add) => add(model), stated);
}
