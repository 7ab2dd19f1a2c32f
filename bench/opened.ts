import type { CDPSession, Page } from 'playwright-core';

/** Where a server answers, and the session of somebody. */
export interface At {
  readonly url: string;
  readonly cookie: string;
}

/**
 * Signed in, at a path, with a text on the screen, marked as `rows`: the page itself looks for it, frame by frame, and tells.
 * Nothing is asked of it before, since whoever steers a browser brings a program of its own along, and text as people see
 * it is laid out.
 */
export async function openedAt(page: Page, { url, cookie }: At, path: string, text: string): Promise<CDPSession> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url }]);
  await page.addInitScript((first) => {
    const look = (): void => {
      if (document.body?.textContent.includes(first)) {
        performance.mark('rows');
        console.debug('rows');
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, text);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const isThere = page.waitForEvent('console', { predicate: (said) => said.text() === 'rows', timeout: 30_000 });
  await page.goto(`${url}${path}`, { waitUntil: 'commit' });
  await isThere;
  return session;
}
