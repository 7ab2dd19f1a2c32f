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

const LOOKS = [
  { name: 'light and dark', viewport: { width: 1280, height: 900 }, schemes: ['light', 'dark'] },
  { name: 'phone', viewport: { width: 360, height: 740 }, schemes: ['light'] },
] as const;

describe('every screen', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md'));
  });
  after(() => app.stop());

  for (const { name, viewport, schemes } of LOOKS) {
    for (const [person, paths] of WALKS) {
      it(`of ${person} has no axe finding and no sideways scrolling, ${name}`, () =>
        withPage(
          async (page) => {
            page.setDefaultTimeout(30_000);
            await openAs(page, app, person);
            for (const path of paths) await lookAt(page, app, person, path, schemes);
          },
          { viewport },
        ));
    }
  }

  it('of the seed shows nine points that are not shown, each with a first line, and has no axe finding', async () => {
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

async function lookAt(
  page: Page,
  app: Application,
  person: string,
  path: string,
  schemes: readonly ('light' | 'dark')[],
): Promise<void> {
  await page.emulateMedia({ colorScheme: schemes[0] ?? null });
  await page.goto(app.url + (await addressOf(app, person, path)));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeFindings(page), [], `${path}, ${colorScheme}`);
  }
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
