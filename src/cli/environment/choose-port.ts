/** The default port. */
export const DEFAULT_PORT = 4900;

/** Parses a port, by default `DEFAULT_PORT`. Returns a sentence if it is invalid. */
export function parsePort(text = String(DEFAULT_PORT)): { readonly port: number } | { readonly problem: string } {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? { port } : { problem: `--port must be a number from 0 to 65535, not "${text}".` };
}
