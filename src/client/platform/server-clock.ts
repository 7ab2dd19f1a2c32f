/** In milliseconds: smaller differences are network delay and small clock errors. */
const NOTHING = 120_000;

let ahead = 0;

/**
 * Notes the server's time, from the Date header, so that decisions on the device use it even if the device's clock is
 * wrong.
 */
export function heardAt(time: string | null): void {
  const by = Date.now() - Date.parse(time ?? '');
  ahead = Math.abs(by) > NOTHING ? by : 0;
}

/** The server's time, as far as it is known, in UTC milliseconds. */
export const serverNow = (): number => Date.now() - ahead;
