/** A file of the built client. `packed`: the same by content coding, where it was built so. */
export interface Asset {
  readonly body: () => Uint8Array;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content, so that it may be kept for ever. */
  readonly immutable: boolean;
  readonly encoded: ReadonlyMap<string, Uint8Array>;
}

/** Files by path, as `/index.html`; null where there is none. */
export type Assets = (path: string) => Asset | null;

/** The answer with a file: packed as the browser likes it, 304 where it has it already. */
export function assetAnswer(request: Request, asset: Asset): Response {
  const headers = new Headers({
    'content-type': asset.type,
    etag: asset.etag,
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Encoding',
  });
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers });
  const coding = ['br', 'gzip'].find((each) => acceptsEncoding(request, each) && asset.encoded.has(each));
  if (coding !== undefined) headers.set('content-encoding', coding);
  const body = (coding === undefined ? undefined : asset.encoded.get(coding)) ?? asset.body();
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}

/** Whether who asks takes this content coding without any ifs. */
export function acceptsEncoding(request: Request, coding: string): boolean {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((each) => each.trim() === coding);
}
