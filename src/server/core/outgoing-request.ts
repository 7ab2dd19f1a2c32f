/** A request to somebody else. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** What came back. The body is of no use to us: an outside call never decides anything. */
export interface OutgoingResponse {
  readonly status: number;
  /** In seconds, where the answer says when to come back. */
  readonly retryAfter: number | null;
}

/** Sends one request and follows no redirect; the shell has it. Rejects with a sentence where no answer came. */
export type Send = (outgoing: OutgoingRequest) => Promise<OutgoingResponse>;

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is on this machine. A name that only resolves to it is not: it may resolve otherwise tomorrow. */
export const isOnThisMachine = (url: string): boolean => URL.canParse(url) && LOCAL_HOST.test(new URL(url).hostname);
