import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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
  await browser?.close();
}

/**
 * Works with a page of its own: no cookies, storage or tabs of any other test. Closed afterwards, whatever happened; a
 * failure says how the page stood then.
 */
export async function withPage<T>(work: (page: Page) => Promise<T>, options: BrowserContextOptions = {}): Promise<T> {
  const context = await (await openBrowser()).newContext({ locale: 'en-GB', ...options });
  try {
    const page = await context.newPage();
    return await work(page).catch(async (error: unknown) => {
      if (error instanceof Error) error.message += `\n${await standing(page)}`;
      throw error;
    });
  } finally {
    await context.close();
  }
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
