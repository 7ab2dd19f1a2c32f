import { startTransition, useEffect, useState } from 'react';
import type { Engine } from '../../view/browser-engine.ts';
import { useView, type ViewContext } from '../../view/view-context.tsx';

/** Loads the engine once `isNeeded` is true. Null until it is loaded, or if it can't be loaded. */
export function useEngine(isNeeded: boolean): Engine | null {
  const context = useView();
  const { loadedEngine, loadEngine } = context;
  const [, setLoadedFor] = useState<ViewContext | null>(null);
  const engine = loadedEngine();
  const mayLoad = isNeeded && engine === null;
  useEffect(() => {
    if (!mayLoad) return;
    let isCurrent = true;
    loadEngine().then(
      // A transition, so that typing is not blocked.
      () => isCurrent && startTransition(() => setLoadedFor(context)),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [mayLoad, loadEngine, context]);
  return engine;
}
