import type { Principal } from '../../engine/core/principal.ts';
import type { Runtime, Version } from './runtime.ts';

/** Where a request comes from, as far as the shell knows. */
export interface RequestOrigin {
  readonly address?: string | null;
  /** The port that listens; null where there is no socket. */
  readonly port?: number | null;
  /** Called with the pattern of the route before the request is answered: `/api/claims/:id`. Paths may hold secrets. */
  readonly onRoute?: (pattern: string) => void;
}

/** One request on its way through the server. One version of the document answers it, whatever changes meanwhile. */
export interface RequestContext {
  readonly runtime: Runtime;
  readonly version: Version;
  readonly request: Request;
  readonly url: URL;
  /** The pattern of its route, for the log. */
  readonly route: string;
  /** Parameters of the path, decoded. */
  readonly params: ReadonlyMap<string, string>;
  readonly principal: Principal;
  /** Where the request comes from; null where there is no socket. */
  readonly address: string | null;
  readonly now: number;
}

export type Handler = (context: RequestContext) => Promise<Response> | Response;

/** A parameter of the path that its route is known to have. */
export const param = (context: RequestContext, name: string): string => context.params.get(name) ?? '';

/** The language that is spoken, and the time zone of the document. */
export function localeOf({ compiled }: Version): { readonly language: string; readonly zone: string } {
  return { language: compiled.format.language, zone: compiled.zone };
}
