/*
 * Keeps the page and the files of the client, so that the application opens while its server can't be reached. It never
 * touches anything else: calls, signing in, files of records and everything else under `/_/` go straight through.
 */

/** What a worker has of a service worker's world, as far as it is used here. */
interface Scope {
  readonly location: { readonly origin: string };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;

/** The files of this build, by path. The build writes them here. */
const FILES: ReadonlySet<string> = new Set('__FILES__'.split(' '));

/** One for all builds: the name of a file changes with its content, and a page that is open goes on with the files it came with. */
const KEPT = 'ninefold files';

/** Every screen is drawn in one page, which holds no data. */
const PAGE = '/';
const SIGN_IN = '/_/sign-in';
const ASSETS = '/_/assets/';

/** So long the server is waited for before the page that was kept is shown, in milliseconds. */
const PATIENCE = 4_000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  const { pathname } = url;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/_/') || pathname === SIGN_IN) event.respondWith(pageFor(event));
  } else if (pathname.startsWith(ASSETS)) event.respondWith(fileFor(request, pathname));
});

/** Nothing is taken over before all of it is there. One that breaks off goes on where it was. */
async function install(): Promise<void> {
  const kept = await caches.open(KEPT);
  for (const path of FILES) if ((await kept.match(path, ANY)) === undefined) await keepFile(kept, path);
  await keepPage(await fetch(PAGE, { headers: { accept: 'text/html' } }));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** The server's page wherever it answers, whatever it answers; the one that was kept where it does not. */
async function pageFor(event: Fetching): Promise<Response> {
  const asked = fromServer(event);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const answer = await Promise.race([asked.catch(() => null), late]);
  if (answer !== null) {
    event.waitUntil(keepPage(answer.clone()).then(tidy));
    return answer;
  }
  const kept = await (await caches.open(KEPT)).match(PAGE, ANY);
  return kept ?? asked;
}

async function fromServer({ preloadResponse, request }: Fetching): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function fileFor(request: Request, path: string): Promise<Response> {
  const kept = await caches.open(KEPT);
  const found = await kept.match(path, ANY);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (isFile(answer)) await kept.put(path, answer.clone());
  return answer;
}

const ANY = { ignoreVary: true } as const;

async function keepFile(kept: Cache, path: string): Promise<void> {
  const answer = await fetch(path);
  if (!isFile(answer)) throw new Error(`${path} was answered ${answer.status}, or with a page`);
  await kept.put(path, answer);
}

/** A network that wants one to sign in answers with a page of its own. */
const isFile = ({ ok, redirected, headers }: Response): boolean => ok && !redirected && !isPage(headers);

const isPage = (headers: Headers): boolean => (headers.get('content-type') ?? '').startsWith('text/html');

/** Keeps a page that is drawn by the files of this build; another one is kept by the worker that comes with it. */
async function keepPage(answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected || !isPage(answer.headers)) return;
  const text = await answer.clone().text();
  const named = [...text.matchAll(/"(\/_\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  // A page of a server in development holds the key of its switcher.
  if (named.length === 0 || named.some((path) => !FILES.has(path)) || text.includes('ninefold-switcher')) return;
  await (await caches.open(KEPT)).put(PAGE, answer);
}

/** Files of other builds go once no page is open that could ask for them. */
async function tidy(): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length > 0) return;
  const kept = await caches.open(KEPT);
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !FILES.has(pathname)) await kept.delete(url, ANY);
  }
}
