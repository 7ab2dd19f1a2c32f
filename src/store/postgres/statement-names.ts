import type { SqlValue } from '../core/storage.ts';
import type { Asked } from './pipeline.ts';

/** The statements that this program asks, by their texts. */
export interface Statements {
  /** `sql` with its places as `?`; null: a text without any, maybe of several statements. */
  readonly asked: (sql: string, parameters: readonly SqlValue[] | null) => Asked;
}

/** Further texts are not kept prepared. */
const MOST_PREPARED = 1000;

export function statements(): Statements {
  const known = new Map<string, { readonly text: string; readonly name: string }>();
  return {
    asked: (sql, parameters) => {
      if (parameters === null) return { text: sql, name: null, parameters: [] };
      const there = known.get(sql);
      if (there !== undefined) return { ...there, parameters };
      const isKept = known.size < MOST_PREPARED;
      const made = { text: numbered(sql), name: isKept ? `n${known.size}` : '' };
      if (isKept) known.set(sql, made);
      return { ...made, parameters };
    },
  };
}

/** `?` as `$1`, `$2` and so on. Texts of ours never hold a question mark otherwise. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => `$${++place}`);
}
