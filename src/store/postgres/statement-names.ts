import type { SqlValue } from '../core/storage.ts';
import type { PipelineRequest } from './pipeline.ts';

/** Names of prepared statements by their texts. */
export interface Statements {
  /** `sql` has the placeholders `?`; null parameters mean a text without any, possibly of several statements. */
  readonly asked: (sql: string, parameters: readonly SqlValue[] | null) => PipelineRequest;
}

/** Statements beyond this number are not prepared. */
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

/** Replaces `?` by `$1`, `$2` and so on. The program's SQL contains no other question marks. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => `$${++place}`);
}
