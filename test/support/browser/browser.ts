import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { findBrowser } from '../../../scripts/browser.ts';

let shared: Promise<Browser> | undefined;

/** The one browser of this run, started when first asked for; test/run.ts closes it when all tests are done. */
export function openBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

/** Ends the browser, if there is one. */
export async function closeBrowser(): Promise<void> {
  const browser = await shared?.catch(() => undefined);
  shared = undefined;
  idle.length = 0;
  await browser?.close();
}

/**
 * Works with a page that holds nothing of any other test: no cookies, storage, tabs or history. It is emptied and used again
 * afterwards, since a new window and its renderer take a second of the processor; one with `options`, one that was changed
 * for good and one whose test failed are closed. A failure says how the page stood then.
 */
export async function withPage<T>(work: (page: Page) => Promise<T>, options: BrowserContextOptions = {}): Promise<T> {
  const isPlain = Object.keys(options).length === 0;
  const lent = (isPlain ? idle.pop() : undefined) ?? (await lendable(options));
  let isClean = false;
  try {
    const result = await work(lent.page).catch(async (error: unknown) => {
      if (error instanceof Error) error.message += `\n${await standing(lent.page)}`;
      throw error;
    });
    isClean = isPlain && lent.isEmptiable() && (await emptied(lent));
    return result;
  } finally {
    if (isClean) idle.push(lent);
    else await lent.context.close();
  }
}

interface Lent {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devTools: CDPSession;
  /** Where its pages have been. */
  readonly origins: Set<string>;
  readonly isEmptiable: () => boolean;
}

const idle: Lent[] = [];

/** What lasts as long as the page or context that it is called on. */
const LASTING = ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'routeWebSocket'] as const;

async function lendable(options: BrowserContextOptions): Promise<Lent> {
  const context = await (await openBrowser()).newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const origins = new Set<string>();
  let isChanged = false;
  const changes = <K extends string>(on: Record<K, (...args: never[]) => unknown>, names: readonly K[]) => {
    for (const name of names) {
      const original = on[name].bind(on);
      Object.assign(on, {
        [name]: (...args: never[]) => {
          isChanged = true;
          return original(...args);
        },
      });
    }
  };
  changes(page, [...LASTING, 'addLocatorHandler']);
  changes(context, [...LASTING, 'newCDPSession', 'setOffline']);
  changes(page.clock, ['install', 'pauseAt', 'resume', 'setFixedTime', 'setSystemTime']);
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return { context, page, devTools, origins, isEmptiable: () => !isChanged && !page.isClosed() };
}

/** Of the same site as every server of the tests, so the renderer stays; nobody serves it. */
const NOWHERE = 'http://127.0.0.1:1/';

const PAGE_EVENTS = ['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'load', 'pageerror', 'popup'];
const NETWORK_EVENTS = ['request', 'requestfailed', 'requestfinished', 'response', 'websocket', 'worker'];

const STORAGE = 'indexeddb,local_storage,service_workers,cache_storage,file_systems';

/** Whether the page stands as a new one would. */
async function emptied({ context, page, devTools, origins }: Lent): Promise<boolean> {
  for (const each of context.pages()) if (each !== page) await each.close();
  for (const name of [...PAGE_EVENTS, ...NETWORK_EVENTS]) await page.removeAllListeners(name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
  await page.route(NOWHERE, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(NOWHERE);
  await page.unrouteAll();
  await page.mouse.move(0, 0);
  await context.clearCookies();
  await context.clearPermissions();
  for (const origin of origins) await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE });
  origins.clear();
  await devTools.send('Page.resetNavigationHistory');
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
  await page.setViewportSize({ width: 1280, height: 720 });
  page.setDefaultTimeout(30_000);
  return true;
}

/** Where a page is, where its focus is, and what it says. */
async function standing(page: Page): Promise<string> {
  const seen = page.evaluate(() => ({
    focus: document.activeElement?.outerHTML.slice(0, 400) ?? 'nothing',
    text: document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 1500),
  }));
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), 5_000).unref());
  const found = await Promise.race([seen.catch(() => null), late]);
  if (found === null) return `The page at ${page.url()} does not answer.`;
  return `The page at ${page.url()} had its focus at ${found.focus}\nIt said: ${found.text}`;
}

/**
 * Waits until something is true on the page, whose answer comes later: `waitForFunction` takes a promise for a yes. Asked
 * again 50 ms after each no; throws after 30 s, as `missing` says.
 */
export async function untilTrue<T>(
  page: Page,
  missing: string,
  isTrue: (given: T) => Promise<boolean>,
  given: T,
): Promise<void> {
  const last = Date.now() + 30_000;
  while (!(await page.evaluate(isTrue as (given: unknown) => Promise<boolean>, given as unknown))) {
    if (Date.now() > last) throw new Error(missing);
    await page.waitForTimeout(50);
  }
}

async function launch(): Promise<Browser> {
  const found = findBrowser();
  if ('missing' in found) throw new Error(found.missing);
  return await chromium.launch({ executablePath: found.path, args: [...quietly] });
}

/** No sandbox, since containers run as root; nothing that talks to the network on its own. */
const quietly = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${absent().join()}`,
];

/**
 * What would take a second of the processor for each page's window, and nobody sees: the pages that wait behind the
 * address bar, and a process kept ready for the next site. A browser takes the last such list alone, so Playwright's
 * own stands here too.
 */
function absent(): readonly string[] {
  const ours = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];
  const playwrights = [
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ];
  return [...ours, ...playwrights];
}
