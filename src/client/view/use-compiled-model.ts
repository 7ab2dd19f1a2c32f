import { use } from 'react';
import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Engine } from './browser-engine.ts';
import { useView } from './view-context.tsx';

/** Returns the engine in the browser. Suspends until it is loaded. */
export function useLoadedEngine(): Engine {
  // Always through `use`: React renders a component that suspended again and expects the same calls.
  return use(useView().loadEngine());
}

/** Returns the compiled Model of the View. Suspends until it is loaded. */
export const useCompiledModel = (): CompiledModel => useLoadedEngine().model;
