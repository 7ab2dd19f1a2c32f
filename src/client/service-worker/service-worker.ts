/*
 * Caches the page and the client's files, so that the application opens while the server is unreachable. All other
 * requests (calls, sign-in, files of records, everything else under `/_/`) are passed through.
 */

/** The part of the service worker's global scope that is used here. */
interface Scope {
  readonly location: { readonly origin: string };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly { readonly id: string }[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  /** The page that sends the request, and the page that a navigation creates. */
  readonly clientId: string;
  readonly resultingClientId: string;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;

/** The files of this build, by path. The build replaces the placeholder. */
const FILES: ReadonlySet<string> = new Set('__FILES__'.split(' '));

/**
 * One cache for all builds: file names contain a hash of the content, and an open page continues with the files of its
 * build.
 */
const CACHE_NAME = 'ninefold files';

/** All screens share one page, which contains no data. */
const PAGE = '/';
const SIGN_IN = '/_/sign-in';
const ASSETS = '/_/assets/';

/** Pages served with files of this build, as far as this worker remembers. */
const pagesOfThisBuild = new Set<string>();

/** Pages served since the last clean-up, with the promise that they are cached. */
const pagesBeingCached = new Map<string, Promise<void>>();

/** In milliseconds: how long to wait for the server before the cached page is shown. */
const SERVER_WAIT_MS = 4_000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
// The only message of a page says that it has no worker.
scope.addEventListener('message', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const kept = pagesBeingCached.get(event.clientId);
  if (kept !== undefined) event.waitUntil(kept.then(deleteOldFiles));
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  const { pathname } = url;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/_/') || pathname === SIGN_IN) event.respondWith(pageFor(event));
  } else if (pathname.startsWith(ASSETS)) event.respondWith(fileFor(request, pathname));
});

/** Completes only when all files are cached. An interrupted installation continues where it was. */
async function install(): Promise<void> {
  const kept = await caches.open(CACHE_NAME);
  for (const path of FILES) if ((await kept.match(path, ANY)) === undefined) await cacheFile(kept, path);
  const page = await readPage(await fetch(PAGE, { headers: { accept: 'text/html' } }));
  if (isOfThisBuild(page)) await cachePage(page);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Returns the server's page, whatever its status, or the cached page if the server does not answer in time. */
async function pageFor(event: Fetching): Promise<Response> {
  const asked = fromServer(event).then(readPage);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), SERVER_WAIT_MS));
  const answer = await Promise.race([asked.catch(() => null), late]);
  if (answer !== null) {
    if (isOfThisBuild(answer)) {
      const kept = cachePage(answer);
      pagesOfThisBuild.add(event.resultingClientId);
      pagesBeingCached.set(event.resultingClientId, kept);
      event.waitUntil(kept);
    }
    return answer.response;
  }
  const kept = await (await caches.open(CACHE_NAME)).match(PAGE, ANY);
  return kept ?? (await asked).response;
}

interface Answer {
  readonly response: Response;
  /** The body of an HTML page; null for any other response. */
  readonly page: Blob | null;
  readonly text: string;
}

/** Reads an HTML page completely, so that an interrupted page is never cached. */
async function readPage(response: Response): Promise<Answer> {
  const { ok, redirected, status, statusText, headers } = response;
  if (!ok || redirected || !isPage(headers)) return { response, page: null, text: '' };
  const page = await response.blob();
  return { response: new Response(page, { status, statusText, headers }), page, text: await page.text() };
}

async function fromServer({ preloadResponse, request }: Fetching): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function fileFor(request: Request, path: string): Promise<Response> {
  const kept = await caches.open(CACHE_NAME);
  const found = await kept.match(path, ANY);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (isFile(answer)) await kept.put(path, answer.clone());
  return answer;
}

const ANY = { ignoreVary: true } as const;

async function cacheFile(kept: Cache, path: string): Promise<void> {
  const answer = await fetch(path);
  if (!isFile(answer)) throw new Error(`${path} was answered ${answer.status}, or with a page`);
  await kept.put(path, answer);
}

/** A login page of a network answers with HTML. */
const isFile = ({ ok, redirected, headers }: Response): boolean => ok && !redirected && !isPage(headers);

const isPage = (headers: Headers): boolean => (headers.get('content-type') ?? '').startsWith('text/html');

/** Whether a page uses only files of this build. Other pages are cached by the worker of their build. */
function isOfThisBuild({ page, text }: Answer): boolean {
  const named = [...text.matchAll(/"(\/_\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  // The page of a development server contains the key of its switcher.
  return (
    page !== null && named.length > 0 && named.every((path) => FILES.has(path)) && !text.includes('ninefold-switcher')
  );
}

async function cachePage({ page, response }: Answer): Promise<void> {
  await (await caches.open(CACHE_NAME)).put(PAGE, new Response(page, { headers: response.headers }));
}

/**
 * Deletes the files of other builds once no open page can ask for them. Tried on every request while such a page
 * exists.
 */
async function deleteOldFiles(): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pagesBeingCached.size === 0 || open.some(({ id }) => !pagesOfThisBuild.has(id))) return;
  pagesBeingCached.clear();
  const kept = await caches.open(CACHE_NAME);
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !FILES.has(pathname)) await kept.delete(url, ANY);
  }
}
