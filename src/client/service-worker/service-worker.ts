/*
 * Keeps the page and the files of the client, so that the application opens while its server can't be reached. It never
 * touches anything else: calls, signing in, files of records and everything else under `/_/` go straight through.
 */

/** What a worker has of a service worker's world, as far as it is used here. */
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
  /** Of the page that asks, and of the one that an answer is to become. */
  readonly clientId: string;
  readonly resultingClientId: string;
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

/** Pages that were given out with files of this build, as far as this worker remembers. */
const ours = new Set<string>();

/** Those of them after which nothing was tidied up yet, since the page before them may be there, and when they are kept. */
const coming = new Map<string, Promise<void>>();

/** So long the server is waited for before the page that was kept is shown, in milliseconds. */
const PATIENCE = 4_000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
// A page says one thing alone: that it has no worker.
scope.addEventListener('message', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const kept = coming.get(event.clientId);
  if (kept !== undefined) event.waitUntil(kept.then(tidy));
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
  const page = await wholeOf(await fetch(PAGE, { headers: { accept: 'text/html' } }));
  if (isOfThisBuild(page)) await keepPage(page);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** The server's page wherever it answers, whatever it answers; the one that was kept where it does not. */
async function pageFor(event: Fetching): Promise<Response> {
  const asked = fromServer(event).then(wholeOf);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const answer = await Promise.race([asked.catch(() => null), late]);
  if (answer !== null) {
    if (isOfThisBuild(answer)) {
      const kept = keepPage(answer);
      ours.add(event.resultingClientId);
      coming.set(event.resultingClientId, kept);
      event.waitUntil(kept);
    }
    return answer.response;
  }
  const kept = await (await caches.open(KEPT)).match(PAGE, ANY);
  return kept ?? (await asked).response;
}

interface Answer {
  readonly response: Response;
  /** Of a page, as it is; null: it is none. */
  readonly page: Blob | null;
  readonly text: string;
}

/** A page to its end: what breaks off is none, and a worker that gives way to the next leaves no half of one behind. */
async function wholeOf(response: Response): Promise<Answer> {
  const { ok, redirected, status, statusText, headers } = response;
  if (!ok || redirected || !isPage(headers)) return { response, page: null, text: '' };
  const page = await response.blob();
  return { response: new Response(page, { status, statusText, headers }), page, text: await page.text() };
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

/** Whether a page is drawn by the files of this build; another one is kept by the worker that comes with it. */
function isOfThisBuild({ page, text }: Answer): boolean {
  const named = [...text.matchAll(/"(\/_\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  // A page of a server in development holds the key of its switcher.
  return (
    page !== null && named.length > 0 && named.every((path) => FILES.has(path)) && !text.includes('ninefold-switcher')
  );
}

async function keepPage({ page, response }: Answer): Promise<void> {
  await (await caches.open(KEPT)).put(PAGE, new Response(page, { headers: response.headers }));
}

/**
 * Files of other builds go once no page is open that could ask for them, and the page that is kept is of this one. It is
 * looked for with whatever a page asks for, as long as another one is there.
 */
async function tidy(): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (coming.size === 0 || open.some(({ id }) => !ours.has(id))) return;
  coming.clear();
  const kept = await caches.open(KEPT);
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !FILES.has(pathname)) await kept.delete(url, ANY);
  }
}
