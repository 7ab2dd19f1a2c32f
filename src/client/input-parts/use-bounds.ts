import type { Bounds } from '../../fields/types/field.ts';
import { useCompiledModel } from '../view/use-compiled-model.ts';

/** Returns a function that evaluates bounds of types. Suspends until the Model is compiled. */
export function useBounds(): Bounds {
  return useCompiledModel().bounds;
}
