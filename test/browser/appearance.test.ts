import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

interface Frame {
  readonly start: number;
  readonly end: number;
  readonly middle: number;
  readonly height: number;
}

const frameOf = (locator: Locator): Promise<Frame> =>
  locator.first().evaluate((element) => {
    const { left, right, top, height } = element.getBoundingClientRect();
    return { start: left, end: right, middle: top + height / 2, height };
  });

/**
 * The inputs of a form once all are there. They take the place of what stands in for them one after the other, so that they
 * are measured at one moment, or not at all.
 */
async function inputFrames(page: Page) {
  const kinds = ['.combo-control', '.date-group', '.number-input', '> .field > input.control'];
  for (const last = Date.now() + 30_000; Date.now() < last; await page.waitForTimeout(50)) {
    const [combos = [], dates = [], numbers = [], texts = []] = await page.evaluate(
      (selectors) =>
        selectors.map((selector) =>
          [...document.querySelectorAll(`.form-field ${selector}`)]
            .map((element) => element.getBoundingClientRect())
            .filter(({ height }) => height > 0)
            .map(({ left, right, height }) => ({ start: left, end: right, height })),
        ),
      kinds,
    );
    const [number] = numbers;
    if (combos.length >= 2 && dates.length >= 2 && texts.length >= 1 && number !== undefined)
      return { all: [...combos, ...dates, ...numbers, ...texts], dates, number };
  }
  throw new Error('The inputs of the form are not all there.');
}

describe('layout', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'));
  });
  after(() => app.stop());

  for (const width of [1280, 390])
    it(`inputs of a form have one height and end at the same edge, at ${width} pixels`, () =>
      withPerson(app, 'Inês', '/people', async (page) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${app.url}/jobs/new`);
        const { all, dates, number } = await inputFrames(page);
        assert.equal(new Set(all.map(({ height }) => height)).size, 1, JSON.stringify(all));
        assert.deepEqual([dates[0]?.start, dates[0]?.end], [number.start, number.end]);
      }));

  it('the filter and the actions of a list without a search are on one line', () =>
    withPerson(app, 'Inês', '/hours', async (page) => {
      const filter = page.getByRole('button', { name: 'Filter', exact: true });
      await filter.waitFor();
      await page.getByRole('button', { name: 'Columns' }).waitFor();
      const [asked, ends] = [await frameOf(filter), await frameOf(page.locator('.table-ends'))];
      assert.equal(asked.middle, ends.middle);
    }));

  it('the search of a board and its icon buttons are on one line on a phone', () =>
    withPerson(app, 'Inês', '/people', async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(`${app.url}/board`);
      await page.locator('.board-card-head').first().waitFor();
      const search = await frameOf(page.locator('.page-actions .search'));
      const button = await frameOf(page.locator('.page-actions .icon-button'));
      assert.ok(Math.abs(search.middle - button.middle) <= 1, JSON.stringify({ search, button }));
    }));

  it('no screen scrolls sideways at 320 pixels', () =>
    withPerson(app, 'Inês', '/people', async (page) => {
      await page.setViewportSize({ width: 320, height: 256 });
      for (const path of ['/', '/board', '/calendar', '/overview', '/jobs', '/jobs/new', '/jobs/T-0002', '/-/about']) {
        await page.goto(`${app.url}${path}`);
        await page.locator('main h1').first().waitFor();
        await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
      }
    }));
});

describe('the actions of a list', () => {
  it('have a shadow at the edge only if the row is wider than its frame', async () => {
    const app = await openApplication(exampleText('invoices.md'));
    try {
      await withPerson(app, 'Marta', '/invoices', async (page) => {
        // How far its shadow reaches.
        const isEdge = (reach: string) =>
          page.waitForFunction((wanted) => {
            const cell = document.querySelector('.table-body .table-actions');
            return cell !== null && getComputedStyle(cell).boxShadow.endsWith(` ${wanted} 0px`);
          }, reach);
        await page.setViewportSize({ width: 1100, height: 800 });
        await isEdge('8px');
        await page.setViewportSize({ width: 2400, height: 800 });
        await isEdge('0px');
      });
    } finally {
      await app.stop();
    }
  });
});

/** The page anew, without the styles of what a list shows once somebody does something with it: they may take their time. */
async function withoutLateStyles(page: Page): Promise<void> {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes('.bulk-bar')) hold();
    else await route.fulfill({ response: answer });
  });
  await page.reload({ waitUntil: 'commit' });
  await isHeld;
}

describe('the invoices of their owner', () => {
  it('show their status and three buttons completely at 1280 pixels', async () => {
    const app = await openApplication(exampleText('invoices.md'));
    try {
      await withPerson(app, 'Marta', '/invoices', async (page) => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await withoutLateStyles(page);
        await page.locator('.table-body .table-actions').first().waitFor();
        const rows = await page.locator('.table-body [role="row"]').evaluateAll((all) =>
          all.map((row) => {
            const actions = row.querySelector('.table-actions');
            const buttons = [...row.querySelectorAll('.table-actions .button')];
            return {
              status: row.querySelector('.pill')?.getBoundingClientRect().right ?? Number.NaN,
              actions: actions?.getBoundingClientRect().left ?? Number.NaN,
              first: buttons[0]?.getBoundingClientRect().left ?? Number.NaN,
              count: buttons.length,
              isCut: buttons.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
            };
          }),
        );
        assert.ok(rows.length >= 5);
        for (const { status, actions, first, count, isCut } of rows) {
          assert.ok(status <= actions && actions <= first, JSON.stringify(rows));
          assert.deepEqual([count, isCut], [3, false]);
        }
      });
    } finally {
      await app.stop();
    }
  });
});

describe('a record', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('tasks.md'));
  });
  after(() => app.stop());

  const editing = async (number: string): Promise<string> => {
    const { body } = await (await app.server.as('Inês')).get<{
      items: readonly { readonly id: string; readonly number: string }[];
    }>('/api/jobs');
    return `/jobs/${body.items.find((each) => each.number === number)?.id}?edit`;
  };

  it('that may not be edited stays readable, also at its edit address', async () =>
    withPerson(app, 'Inês', await editing('T-0008'), async (page) => {
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      assert.equal(await page.locator('.record form').count(), 0);
      await page.goto(app.url + (await editing('T-0015')));
      await page.getByRole('button', { name: 'Save' }).waitFor();
    }));

  it('keeps the query of its address when the address names it by its title', () =>
    withPerson(app, 'Inês', '/jobs/T-0015?edit', async (page) => {
      await page.getByRole('button', { name: 'Save' }).waitFor();
      assert.match(page.url(), /\/jobs\/[0-9a-f-]{36}\?edit$/);
    }));

  it('focuses its heading when opened from a list by keyboard', () =>
    withPerson(app, 'Inês', '/jobs', async (page) => {
      await page.locator('.table-body [role="row"]').first().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/jobs\/./);
      await page.waitForFunction(() => document.activeElement?.matches('.record h1') === true);
    }));

  it('restores the focus after editing by keyboard', () =>
    withPerson(app, 'Rui', '/jobs', async (page) => {
      await page.goto(app.url + (await editing('T-0002')));
      await page.getByRole('textbox', { name: 'Description' }).fill('By keys.');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
    }));

  it('redirects from its title to its id', () =>
    withPerson(app, 'Rui', '/hours', async (page) => {
      await page.locator('.table-body a').first().click();
      const job = page.locator('.record-fields a').first();
      await job.waitFor();
      assert.equal(await job.textContent(), await page.locator('h1').textContent());
      await job.click();
      await page.waitForURL(/\/jobs\//);
    }));
});

describe('the dialog of an event', () => {
  it('has no two buttons with the same name', async () => {
    const app = await openApplication(exampleText('helpdesk.md'));
    try {
      await withPerson(app, 'Emma', '/queue', async (page) => {
        await page.getByRole('link', { name: 'HD-00007' }).click();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('textbox', { name: 'Cancel reason' }).waitFor();
        const names = await page.getByRole('dialog').getByRole('button').allTextContents();
        assert.deepEqual(
          names.filter((name) => name !== ''),
          ['Close', 'Cancel'],
        );
      });
    } finally {
      await app.stop();
    }
  });
});

describe('parts that the document does not show', () => {
  it('are hatched and labelled in the form, on the record and in the list', async () => {
    const app = await openApplication(`# Specification: Workshop

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/jobs\` | Jobs | Job | table: title, weight |
| \`/jobs/new\` | New job | Job | form |
| \`/jobs/:id\` | Job | Job | record |

## 3. Entities and their fields

### Job

| Field | Type | Required |
| --- | --- | --- |
| title | text | yes |
| weight | not shown. | |
| colour | text | not shown. |
`);
    const isHatched = (where: Locator) =>
      where.evaluate((one) =>
        [null, '::before'].some((part) => getComputedStyle(one, part).backgroundImage.includes('repeating')),
      );
    try {
      await withPerson(app, 'First', '/jobs/new', async (page) => {
        const weight = page.getByRole('textbox', { name: 'Weight' });
        await weight.fill('12', { force: true, timeout: 500 }).catch(() => undefined);
        assert.equal(await weight.inputValue(), '');
        assert.equal(await weight.getAttribute('placeholder'), 'not shown');
        await page.getByText('so you can’t fill it in: line 18.').waitFor();
        const mark = page.getByText('It isn’t decided yet whether this is required.');
        assert.deepEqual([await mark.count(), await isHatched(mark), await isHatched(weight)], [1, true, true]);
        assert.deepEqual(await axeFindings(page), []);
        await page.getByRole('textbox', { name: 'Title' }).fill('Shelf');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByRole('heading', { level: 1, name: 'Shelf' }).waitFor();
        assert.equal(await isHatched(page.locator('.record-fields .not-shown')), true);
        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Jobs' }).click();
        const cell = page.getByRole('gridcell', { name: 'not shown' });
        await cell.waitFor();
        assert.equal(await isHatched(cell.locator('.not-shown')), true);
        assert.deepEqual(await axeFindings(page), []);
        await page.goto(`${app.url}/-/document`);
        await page.getByText('2 values not shown').waitFor();
      });
    } finally {
      await app.stop();
    }
  });
});
