import { elementsOf } from '../../engine/elements.ts';
import type { Model } from '../../model/model.ts';

/** What people call each element, by id. */
export function labelsOf(model: Model): ReadonlyMap<string, string> {
  return new Map([...elementsOf(model)].map(([id, { label }]) => [id, label]));
}
