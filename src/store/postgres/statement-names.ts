import type { SqlValue } from '../core/storage.ts';
import type { PipelineRequest } from './pipeline.ts';

/** Names of prepared statements by their texts. */
export interface Statements {
  /** `sql` has the placeholders `?`; null parameters mean a text without any, possibly of several statements. */
  readonly requestOf: (sql: string, parameters: readonly SqlValue[] | null) => PipelineRequest;
}

/** Statements beyond this number are not prepared. */
const MAX_PREPARED = 1000;

export function statements(): Statements {
  const known = new Map<string, { readonly text: string; readonly name: string }>();
  return {
    requestOf: (sql, parameters) => {
      if (parameters === null) return { text: sql, name: null, parameters: [] };
      const existing = known.get(sql);
      if (existing !== undefined) return { ...existing, parameters };
      const isPrepared = known.size < MAX_PREPARED;
      const statement = { text: numbered(sql), name: isPrepared ? `n${known.size}` : '' };
      if (isPrepared) known.set(sql, statement);
      return { ...statement, parameters };
    },
  };
}

/** Replaces `?` by `$1`, `$2` and so on. The program's SQL contains no other question marks. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll('?', () => `$${++place}`);
}
