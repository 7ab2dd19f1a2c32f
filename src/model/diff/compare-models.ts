import type { Model } from '../types/model.ts';
import type { Change } from './difference-change.ts';
import { entityChanges } from './difference-entities.ts';
import { machineChanges } from './difference-machines.ts';
import { applyRenames, renamesOf } from './difference-names.ts';
import {
  appendixChanges,
  callChanges,
  constantChanges,
  documentChanges,
  errorChanges,
  limitChanges,
  pointChanges,
  productChanges,
  ruleChanges,
  sampleChanges,
  screenChanges,
  translationChanges,
} from './difference-rest.ts';
import { permissionChanges, roleChanges } from './difference-roles.ts';

export type { Change, ChangedKind, ChangeKind } from './difference-change.ts';

/**
 * Returns the differences in meaning between two Models, in the order of the points; empty exactly if both mean the
 * same. Places, ids and the spacing of formulas have no meaning. A rename that `was` states is one change, not one per
 * use.
 */
export function differenceOf(before: Model, now: Model): readonly Change[] {
  const old = applyRenames(before, renamesOf(before, now));
  return [
    ...documentChanges(old, now),
    ...pointChanges(old, now),
    ...productChanges(old, now),
    ...screenChanges(old, now),
    ...entityChanges(before, old, now),
    ...machineChanges(old, now),
    ...ruleChanges(old, now),
    ...roleChanges(old, now),
    ...permissionChanges(old, now),
    ...callChanges(old, now),
    ...errorChanges(old, now),
    ...constantChanges(old, now),
    ...limitChanges(old, now),
    ...sampleChanges(old, now),
    ...translationChanges(old, now),
    ...appendixChanges(old, now),
  ].toSorted((one, other) => (one.point ?? 10) - (other.point ?? 10));
}
