/** The server is overloaded. Answered as 503 with Retry-After; the message goes to the log only. */
export class BusyError extends Error {}
