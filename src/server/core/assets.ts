/** A file of the built client. `encoded`: its compressed copies by content coding, if the build made any. */
export interface Asset {
  readonly body: () => Uint8Array;
  readonly type: string;
  readonly etag: string;
  /** Whether the file name contains a hash of the content, so that browsers may cache it forever. */
  readonly immutable: boolean;
  readonly encoded: ReadonlyMap<string, Uint8Array>;
}

/** Returns the file with a path such as `/index.html`; null if there is none. */
export type Assets = (path: string) => Asset | null;

/** Answers with a file, compressed if the client accepts it. Answers 304 if the client already has it. */
export function assetAnswer(request: Request, asset: Asset): Response {
  const headers = new Headers({
    'content-type': asset.type,
    etag: asset.etag,
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Encoding',
  });
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers });
  const coding = ['br', 'gzip'].find((each) => acceptsEncoding(request, each) && asset.encoded.has(each));
  if (coding !== undefined) headers.set('content-encoding', coding);
  const body = (coding === undefined ? undefined : asset.encoded.get(coding)) ?? asset.body();
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}

/**
 * Returns whether the client accepts a content coding. A coding with a weight, such as `gzip;q=0.5`, does not count.
 */
export function acceptsEncoding(request: Request, coding: string): boolean {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((each) => each.trim() === coding);
}
