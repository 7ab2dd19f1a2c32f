/** Where a document runs when nobody says otherwise. */
export const DEFAULT_PORT = 4900;

/** The port of a setting or an option; none stated: the usual one. A wrong one is answered with a sentence. */
export function portOf(text = String(DEFAULT_PORT)): { readonly port: number } | { readonly problem: string } {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? { port } : { problem: `--port takes a number from 0 to 65535, not "${text}".` };
}
