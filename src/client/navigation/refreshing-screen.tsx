import { useRefresh } from './use-refresh.ts';

/** A screen that is fetched anew by the clock; few are. */
export function Refreshing({ every }: { readonly every: number }) {
  useRefresh(every);
  return null;
}
