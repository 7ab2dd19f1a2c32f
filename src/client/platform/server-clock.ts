/** In milliseconds: smaller differences are network delay and small clock errors. */
const TOLERANCE_MS = 120_000;

let clockOffset = 0;

/**
 * Notes the server's time, from the Date header, so that decisions on the device use it even if the device's clock is
 * wrong.
 */
export function noteServerTime(time: string | null): void {
  const offset = Date.now() - Date.parse(time ?? '');
  clockOffset = Math.abs(offset) > TOLERANCE_MS ? offset : 0;
}

/** The server's time, as far as it is known, in UTC milliseconds. */
export const serverNow = (): number => Date.now() - clockOffset;
