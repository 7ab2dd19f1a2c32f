import type { Principal } from '../../engine/core/principal.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Runtime, Version } from './runtime.ts';

/** Where a request comes from, as far as the platform knows. */
export interface RequestOrigin {
  readonly address?: string | null;
  /** The port that the server listens on; null if there is no socket. */
  readonly port?: number | null;
  /**
   * Called with the route pattern, such as `/api/claims/:id`, before the request is answered. It gets no path, since
   * paths may contain secrets.
   */
  readonly onRoute?: (pattern: string) => void;
  /**
   * Adds a header as the response leaves. Absent if there is no socket: it is then set on the response, whose `Headers`
   * object costs more than all the headers in it.
   */
  readonly addHeader?: (name: string, value: string) => void;
  /** The id of the request. */
  readonly id?: string;
}

/**
 * The context of one request. One version of the document answers the whole request, even if the document changes
 * meanwhile.
 */
export interface RequestContext {
  readonly runtime: Runtime;
  readonly version: Version;
  readonly request: Request;
  readonly url: URL;
  /** The route pattern, for the log. */
  readonly route: string;
  /** Decoded path parameters. */
  readonly params: ReadonlyMap<string, string>;
  readonly principal: Principal;
  /** The session token that the answer of a call about its caller may contain. */
  readonly token?: string;
  /** The network address of the client; null if there is no socket. */
  readonly address: string | null;
  readonly now: number;
  /** The id of the request, which its answer and the log name; null if nobody gives it one. */
  readonly id?: string | null;
  /** The JSON body, once it was read. */
  readonly sent?: Json;
}

export type Handler = (context: RequestContext) => Promise<Response> | Response;

/** Returns a path parameter that the route is known to have. */
export const param = (context: RequestContext, name: string): string => context.params.get(name) ?? '';

/** Returns the language of labels and numbers, and the time zone of the document. */
export function localeOf({ compiled }: Version): { readonly language: string; readonly zone: string } {
  return { language: compiled.format.language, zone: compiled.zone };
}
