import { startTransition, useEffect, useState } from 'react';
import type { Engine } from '../../view/browser-engine.ts';
import { useView, type ViewContext } from '../../view/view-context.tsx';

/** Loads the engine once `isAwake` is true. `engine` is null until it is loaded; `isMissing`: it could not be loaded. */
export function useEngine(isAwake: boolean): { readonly engine: Engine | null; readonly isMissing: boolean } {
  const context = useView();
  const { loadedEngine, loadEngine } = context;
  const [missing, setMissing] = useState<ViewContext | null>(null);
  const [, setThere] = useState<ViewContext | null>(null);
  const engine = loadedEngine();
  const mayLoad = isAwake && engine === null;
  useEffect(() => {
    if (!mayLoad) return;
    let isCurrent = true;
    loadEngine().then(
      // A transition, so that typing is not blocked.
      () => isCurrent && startTransition(() => setThere(context)),
      () => isCurrent && setMissing(context),
    );
    return () => {
      isCurrent = false;
    };
  }, [mayLoad, loadEngine, context]);
  return { engine, isMissing: engine === null && missing === context };
}
