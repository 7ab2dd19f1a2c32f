import { use } from 'react';
import type { App } from '../../engine/app.ts';
import { useView } from './view.tsx';

/** The Model of the View compiled. Suspends until it is there. */
export function useApp(): App {
  const { loadEngine, engineHere } = useView();
  return (engineHere() ?? use(loadEngine())).app;
}
