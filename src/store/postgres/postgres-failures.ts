import { StoreError } from '../core/store-error.ts';
import { SilentError } from './connection-timeout.ts';
import { WRONG_ASSUMPTION } from './control-tables.ts';

/** Returns whether the same work may succeed if it is repeated from the start. */
export function isConflict(cause: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(cause));
}

/** Returns whether an assumption about the data was wrong. */
export function isWrongAssumption(cause: unknown): boolean {
  return codeOf(cause) === WRONG_ASSUMPTION;
}

/** Returns whether somebody else stored the same unique value meanwhile; deciding again gives a proper refusal. */
export function isDuplicate(cause: unknown): boolean {
  return codeOf(cause) === '23505';
}

/** Returns whether the connection is lost or could not be opened. */
export function isConnectionLost(cause: unknown): boolean {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : '';
  return (
    /^(08|57P0|53300|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|has encountered a connection error|not queryable/.test(
      message,
    )
  );
}

/**
 * Returns whether it is worth asking for another connection at once: this one failed without a timeout, or another one
 * could be opened.
 */
export function isDeadConnection(cause: unknown): boolean {
  if (cause instanceof SilentError) return !cause.isAll;
  return isConnectionLost(cause) && !(cause instanceof Error && /timeout exceeded/.test(cause.message));
}

/** Returns whether an existing connection ended, whatever the error; the server may well accept another one. */
export function isClosedByServer(cause: unknown): boolean {
  return isConnectionLost(cause) && ['', '57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes(codeOf(cause));
}

/** Converts a database error into a sentence that says what to do next; returns other errors unchanged. */
export function asStoreError(cause: unknown): unknown {
  if (cause instanceof StoreError) return cause;
  const code = codeOf(cause);
  const why = cause instanceof Error && cause.message !== '' ? cause.message : code;
  if (isConnectionLost(cause))
    return new StoreError(
      'unreachable',
      `The database does not answer (${why}). Check that it is running; Ninefold reconnects by itself.`,
      { cause },
    );
  if (isDuplicate(cause))
    return new StoreError(
      'failed',
      `A unique value already exists (${why}), so nothing was written. Check it, then try again.`,
      { cause },
    );
  if (isConflict(cause))
    return new StoreError('busy', 'Other requests kept changing the same records, so nothing was written. Try again.', {
      cause,
    });
  if (code === '57014' || code === '55P03' || code === '25P03')
    return new StoreError(
      'busy',
      `The database took too long (${why}), so nothing was done. Try again, or narrow the request.`,
      { cause },
    );
  if (code === '54000')
    return new StoreError(
      'failed',
      `A text is too long for a field that is unique or sorted by (${why}), so nothing was written. Shorten it.`,
      { cause },
    );
  if (!/^[0-9A-Z]{5}$/.test(code)) return cause;
  return new StoreError(
    'failed',
    `The database reported an error (${why}), so nothing was written. Look at its log, then try again.`,
    { cause },
  );
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
