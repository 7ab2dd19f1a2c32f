/** More is asked than can be done now: answered 503 with Retry-After. The message is for the log. */
export class BusyError extends Error {}
