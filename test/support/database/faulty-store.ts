import type { Store } from '../../../src/store/core/store.ts';
import { StoreError } from '../../../src/store/core/store-error.ts';

/** Where a fault strikes: a call of the store before it does anything, the same once it is done, a statement of SQL. */
export type Struck = 'call' | 'answer' | 'statement';

/** Counts what is done, and fails at the one that was asked for. */
export interface Faults {
  /** From now on the `at`-th of this kind fails; null: none. */
  readonly plan: (struck: Struck, at: number | null) => void;
  /** Whether the fault that was planned has struck. */
  readonly hasStruck: () => boolean;
  readonly trace: (sql: string) => void;
  readonly around: (store: Store) => Store;
}

export function faults(): Faults {
  const state: { struck: Struck; left: number | null } = { struck: 'call', left: null };
  const isHit = (struck: Struck): boolean => {
    if (state.left === null || state.left < 0 || state.struck !== struck) return false;
    return state.left-- === 0;
  };
  const wrapped = <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === 'subscribe' || name === 'close') return value;
        if (typeof value === 'object' && value !== null) return wrapped(value);
        if (typeof value !== 'function') return value;
        return async (...parameters: readonly unknown[]) => {
          if (isHit('call')) throw planted();
          const answer: unknown = await Reflect.apply(value, target, parameters);
          if (isHit('answer')) throw planted();
          return answer;
        };
      },
    });
  return {
    plan: (struck, at) => Object.assign(state, { struck, left: at }),
    hasStruck: () => state.left === -1,
    trace: () => {
      if (isHit('statement')) throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' });
    },
    around: wrapped,
  };
}

const planted = (): StoreError => new StoreError('failed', 'A planted fault, which no answer may tell of.');
