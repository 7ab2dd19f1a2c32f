import { useRefresh } from './use-refresh.ts';

/** Refreshes a screen at an interval. Loaded separately, because few screens need it. */
export function RefreshingScreen({ every }: { readonly every: number }) {
  useRefresh(every);
  return null;
}
