/** A request to another server. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** The response of another server. The body is ignored: outside calls never decide anything. */
export interface OutgoingResponse {
  readonly status: number;
  /** The Retry-After header in seconds; null if there is none. */
  readonly retryAfter: number | null;
}

/**
 * Sends one request without following redirects; implemented by the platform. Rejects with a sentence if there was no
 * response.
 */
export type Send = (outgoing: OutgoingRequest) => Promise<OutgoingResponse>;

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns whether a URL points to this machine by name. Names that merely resolve to it do not count, because they may
 * resolve differently later.
 */
export const isOnThisMachine = (url: string): boolean => URL.canParse(url) && LOCAL_HOST.test(new URL(url).hostname);
