import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openApplication, withPerson } from '../support/browser/application.ts';
import { groupedJobs } from '../support/documents/grouped-jobs.ts';
import { OFFICE } from '../support/documents/related-office.ts';

interface Paper {
  /** The places of the rows as they stand under each other. */
  readonly places: readonly number[];
  /** What is said of how many there are. */
  readonly told: readonly string[];
}

/** What stands on the paper, as soon as the browser asks for it. */
async function print(page: Page): Promise<Paper> {
  await page.emulateMedia({ media: 'print' });
  return page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const rows = [...document.querySelectorAll('.table-body > [aria-rowindex]')];
    const tops = rows.map((row) => [row.getBoundingClientRect().y, Number(row.ariaRowIndex)] as const);
    const told = [...document.querySelectorAll('.printed')].filter((each) => each.checkVisibility());
    return {
      places: tops.toSorted(([one], [other]) => one - other).map(([, place]) => place),
      told: told.map(({ textContent }) => textContent ?? ''),
    };
  });
}

/** The paper is out. */
async function printed(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
}

describe('what is printed', () => {
  for (const [path, kind, said] of [
    ['/plain', 'list', 'The first 50 of 87 are printed.'],
    ['/', 'list in groups', 'The first 44 of 87 are printed.'],
  ] as const)
    it(`of a ${kind} contains all loaded rows in order, and their number`, async () => {
      const app = await openApplication(groupedJobs);
      try {
        await withPerson(app, 'Ann', path, async (page) => {
          const rows = page.locator('.table-body > [aria-rowindex]');
          await page.locator('.printed').waitFor({ state: 'attached' });
          assert.equal(await page.locator('.printed').isVisible(), false);
          const before = await rows.count();
          const { places, told } = await print(page);
          assert.ok(places.length > before, `${places.length} rows, of which ${before} were drawn`);
          assert.deepEqual(
            places,
            places.map((_, index) => index + 2),
          );
          assert.deepEqual(told, [said]);
          await printed(page);
          assert.ok((await rows.count()) < places.length);
          // From wherever one has scrolled to.
          await page.locator('.table-scroll').evaluate((box) => box.scrollTo(0, 900));
          await page.waitForTimeout(500);
          assert.equal((await print(page)).places[0], 2);
        });
      } finally {
        await app.stop();
      }
    });

  it('of a related list states how many rows are not shown', async () => {
    const app = await openApplication(OFFICE);
    try {
      await withPerson(app, 'Lea', '/', async (page) => {
        await page.getByRole('link', { name: 'Acme "Ltd"' }).click();
        const told = page.getByText('The first 5 of 7 are printed.');
        await page.getByRole('button', { name: 'Show more' }).first().waitFor();
        assert.equal(await told.isVisible(), false);
        await print(page);
        assert.equal(await told.isVisible(), true);
      });
    } finally {
      await app.stop();
    }
  });
});
