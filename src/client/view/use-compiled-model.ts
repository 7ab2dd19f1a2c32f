import { use } from 'react';
import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Engine } from './browser-engine.ts';
import { useView } from './view-context.tsx';

/** The engine in the browser. Suspends until it is there. */
export function useLoadedEngine(): Engine {
  const { loadEngine, engineHere } = useView();
  return engineHere() ?? use(loadEngine());
}

/** The Model of the View compiled. Suspends until it is there. */
export const useCompiledModel = (): CompiledModel => useLoadedEngine().app;
