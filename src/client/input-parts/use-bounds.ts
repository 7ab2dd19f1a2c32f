import type { Bounds } from '../../fields/types/field.ts';
import { useCompiledModel } from '../view/use-compiled-model.ts';

/** What the bounds of types come to. Suspends until the Model is compiled, as every form does. */
export function useBounds(): Bounds {
  return useCompiledModel().bounds;
}

/** The same before that: a bound that a constant gives is not known yet. */
export const statedBounds: Bounds = (bound) => ('value' in bound ? bound.value : null);
