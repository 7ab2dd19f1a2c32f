/** The ways of an answer, and clocks that are a little off, make no more than this. */
const NOTHING = 120_000;

let ahead = 0;

/** The server says what time it has: what is decided here is decided at its time, also where this machine's clock is wrong. */
export function heardAt(time: string | null): void {
  const by = Date.now() - Date.parse(time ?? '');
  ahead = Math.abs(by) > NOTHING ? by : 0;
}

/** The server's time, as far as it is known. */
export const serverNow = (): number => Date.now() - ahead;
