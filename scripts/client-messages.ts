import type { Plugin } from 'vite';
import type { StandardCode } from '../src/model/types/standard-codes.ts';

/** Errors that only a server answers with, never a form. */
const OF_SERVERS: ReadonlySet<string> = new Set<StandardCode>([
  'TOKEN_NOT_VALID',
  'NOT_RECOGNISED',
  'TOO_MANY_REQUESTS',
  'UNREADABLE',
  'UNKNOWN_PARAMETER',
  'PARAMETER_NOT_VALID',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_A_KEY',
  'PRECONDITION_REQUIRED',
  'IDEMPOTENCY_MISMATCH',
  'TOO_LARGE',
  'DOCUMENT_CHANGED',
]);

interface Texts {
  readonly server?: unknown;
  readonly engine: { readonly errors: Readonly<Record<string, unknown>> };
}

/** Leaves the server's texts out of the language files in the client. */
export const withoutServerTexts: Plugin = {
  name: 'without-server-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/messages\/[\w-]+\.json$/ },
    handler: (file) => {
      const texts = JSON.parse(file) as Texts;
      const errors = Object.entries(texts.engine.errors).filter(([code]) => !OF_SERVERS.has(code));
      const engine = { ...texts.engine, errors: Object.fromEntries(errors) };
      return JSON.stringify({ ...texts, engine, server: undefined });
    },
  },
};
