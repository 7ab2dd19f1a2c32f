import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, openAs } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

/** Whom to be, and the screens that are theirs; `claim:` a record by its title. */
const WALKS: readonly (readonly [person: string, paths: readonly string[]])[] = [
  [
    'Ana',
    [
      '/',
      '/claims/new',
      'claim:Train to Hamburg',
      'claim:Keyboard',
      '/-/inbox',
      '/-/about',
      '/-/document',
      '/queue',
      '/nowhere',
    ],
  ],
  ['Miro', ['/', '/queue', '/spending', 'claim:Taxi']],
  ['Lena', ['/pay', '/spending', 'claim:Conference']],
  ['Tom', ['/people', '/people/new', 'person:Ana Brandt']],
];

/** `examples.test.ts` checks the screens in light on a desktop. */
const LOOKS = [
  { name: 'dark on a desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  { name: 'light on a phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
] as const;

describe('screens', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  for (const { name, viewport, colorScheme } of LOOKS) {
    for (const [person, paths] of WALKS) {
      it(`screens of ${person} have no axe violation and do not scroll sideways, ${name}`, () =>
        withPage(
          async (page) => {
            page.setDefaultTimeout(30_000);
            await openAs(page, app, person);
            for (const path of paths) await lookAt(page, app, person, path);
          },
          { viewport, colorScheme },
        ));
    }
  }

  it('the screen of an empty document lists nine missing points, each with a first line to copy', async () => {
    const seed = await openApplication(exampleText('seed.md'));
    try {
      await withPage(async (page) => {
        page.setDefaultTimeout(30_000);
        await page.goto(seed.url);
        await page.getByRole('heading', { level: 1 }).waitFor();
        assert.equal(await page.getByText('not shown', { exact: true }).count(), 9);
        assert.equal(await page.getByRole('button', { name: /Copy/ }).count(), 9);
        assert.deepEqual(await axeFindings(page), []);
      });
    } finally {
      await seed.stop();
    }
  });
});

async function lookAt(page: Page, app: Application, person: string, path: string): Promise<void> {
  await page.goto(app.url + (await addressOf(app, person, path)));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  assert.deepEqual(await axeFindings(page), [], path);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${path} is ${overflow} px wider than the window`);
}

async function addressOf(app: Application, person: string, path: string): Promise<string> {
  const [what, title] = path.split(':');
  if (title === undefined) return path;
  const call = what === 'claim' ? '/api/claims' : '/api/people';
  const { body } = await (await app.server.as(person)).get<{ items: { id: string; _: { title: string } }[] }>(call);
  const found = body.items.find((item) => item._.title === title);
  return `${what === 'claim' ? '/claims' : '/people'}/${found?.id ?? 'none'}`;
}
