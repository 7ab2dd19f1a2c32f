import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds for which the check of a request holds for its later reads. */
const HOLDS_MS = 100;

interface Scope {
  checkedAt: number;
  hasEnded: boolean;
}

/** Checks once per request what other processes committed, instead of once per read. */
export interface RequestScopes {
  /** Runs the work of one request. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves once everything is known that was committed before the request began, or before this call outside of one. */
  readonly refresh: () => Promise<void>;
}

export function createRequestScopes(check: () => Promise<void>): RequestScopes {
  const scopes = new AsyncLocalStorage<Scope>();
  return {
    run: (work) => {
      const scope = { checkedAt: -HOLDS_MS, hasEnded: false };
      return scopes.run(scope, async () => {
        try {
          return await work();
        } finally {
          // What a request leaves behind, such as an open connection to a browser, is no part of it.
          scope.hasEnded = true;
        }
      });
    },
    refresh: async () => {
      const scope = scopes.getStore();
      const startedAt = performance.now();
      if (scope !== undefined && !scope.hasEnded && startedAt - scope.checkedAt < HOLDS_MS) return;
      await check();
      if (scope !== undefined) scope.checkedAt = startedAt;
    },
  };
}
