import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import type { Model, Screen } from '../../src/model/types/model.ts';
import { type Application, axeFindings, openApplication, openAs } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { type Somebody, screensClosedTo, screensFor, somebodyOfEach } from '../support/browser/walk.ts';
import { exampleText } from '../support/http/server.ts';

const EXAMPLES = ['expense-claims', 'helpdesk', 'lending', 'invoices', 'tasks'] as const;

describe('examples in the browser', () => {
  for (const example of EXAMPLES) {
    describe(example, () => {
      const text = exampleText(`${example}.md`);
      const { model } = diagnose(text);
      const loaded = new Set<string>();
      let app: Application;
      before(async () => {
        app = await openApplication(text);
      });
      after(() => app.stop());

      it('each role can open its screens, with the stated columns, and no others', async () => {
        const people = await somebodyOfEach(app.server);
        const roles = new Set(people.flatMap((each) => each.roles));
        const missing = model.roles.filter(
          ({ everyone, guest, relation }) => !everyone && !guest && relation.length === 0,
        );
        assert.deepEqual(
          missing.map(({ name }) => name).filter((name) => !roles.has(name)),
          [],
          'roles that nobody of the sample data holds',
        );
        for (const somebody of people) await walk(app, model, somebody, loaded);
      });
    });
  }
});

/**
 * Visits all screens of one person in one page. The first screen of each kind, and the first closed one, is loaded by its
 * address; the others come from the screen before, as by a link. Axe checks each screen once.
 */
async function walk(app: Application, model: Model, somebody: Somebody, loaded: Set<string>): Promise<void> {
  await withPage(async (page) => {
    page.setDefaultTimeout(60_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    // What a screen that failed says of it.
    const told: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') told.push(message.text());
    });
    await openAs(page, app, somebody.name);
    // Whoever is led on to where they start is there first.
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const screens = screensFor(model, somebody);
    assert.ok(screens.length > 0, `${somebody.name} has no screen`);
    for (const screen of screens)
      await at(page, told, `${somebody.name} at ${screen.route}`, async () => {
        await goTo(page, app, screen, isFirst(loaded, screen.kind));
        await look(page, model, screen);
        if (isFirst(loaded, screen.route)) assert.deepEqual(await axeFindings(page), []);
      });
    const last = screens.at(-1)?.label ?? '';
    const closed = screensClosedTo(model, somebody);
    const isKept = async (screen: Screen) => {
      await page.getByRole('heading', { level: 1, name: 'You don’t have permission to open this' }).waitFor();
      assert.equal(await page.locator('table tbody tr').count(), 0, screen.route);
    };
    for (const screen of closed)
      await at(page, told, `${somebody.name} kept from ${screen.route}`, async () => {
        if (isFirst(loaded, 'closed')) await page.goto(app.url + screen.route);
        else await lead(page, screen.route);
        await isKept(screen);
        // So that the next one is not taken for this one.
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: last, exact: true }).waitFor();
      });
    assert.deepEqual(errors, []);
  });
}

function isFirst(loaded: Set<string>, what: string): boolean {
  const { size } = loaded;
  return loaded.add(what).size > size;
}

/** Leads the application to another of its addresses, without loading it anew. */
function lead(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Whoever has a screen to start with is led there from the first address; they come to this one by its link. */
async function goTo(page: Page, app: Application, { route, label }: Screen, loads: boolean): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: label, exact: true });
  if (route === '/') await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).click();
  else if (loads || (await heading.count()) > 0) await page.goto(app.url + route);
  else await lead(page, route);
  await heading.waitFor();
}

/** `told`: what the console of the page said of errors. */
async function at(page: Page, told: readonly string[], where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const main = await page
      .getByRole('main')
      .innerText()
      .catch(() => '');
    const said = told.map((each) => `\n${each.slice(0, 800)}`).join('');
    throw new Error(`${where}: ${(error as Error).message}\nThe page said: ${main.slice(0, 600)}\nIts console:${said}`);
  }
}

/** Asserts that the screen shows what its line states, without an error and without horizontal scrolling. */
async function look(page: Page, model: Model, screen: Screen): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await KINDS[screen.kind]?.(page, model, screen);
  assert.equal(await page.locator('.problem').count(), 0, 'something failed');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${overflow} px wider than the window`);
}

const KINDS: Partial<Record<Screen['kind'], (page: Page, model: Model, screen: Screen) => Promise<void>>> = {
  table: async (page, model, screen) => {
    const heads = page.getByRole('columnheader');
    await heads.first().or(page.locator('.empty')).first().waitFor();
    const shown = (await heads.allInnerTexts())
      .map((each) => each.trim().split('\n')[0] ?? '')
      .filter((each) => each !== '');
    if (shown.length === 0) return;
    const stated = labelsOf(model, screen);
    assert.deepEqual(
      stated.filter((label) => shown.includes(label)),
      shown.filter((label) => stated.includes(label)),
      'the stated columns in their order',
    );
    assert.ok(shown.some((label) => stated.includes(label)) || stated.length === 0, `none of ${stated.join(', ')}`);
  },
  form: async (page, model, screen) => {
    const stated = labelsOf(model, screen);
    await page.locator('form').first().waitFor();
    const shown = await page.locator('form').first().innerText();
    assert.ok(
      stated.filter((label) => shown.includes(label)).length > 0 || stated.length === 0,
      `none of ${stated.join(', ')}`,
    );
  },
  board: async (page, model, screen) => {
    const columns = page.locator('.board:not([hidden])');
    const machine = model.machines.find(({ entity, name }) => entity === screen.entity && name === screen.by);
    const states = machine?.states.map(({ label }) => columns.getByText(label, { exact: true })) ?? [columns];
    const shown = states.reduce((some, column) => some.or(column), page.locator('.empty'));
    await shown.filter({ visible: true }).first().waitFor();
  },
  dashboard: async (page, _model, { numbers, charts }) => {
    for (const { label } of [...numbers, ...charts])
      await page.getByRole('heading', { name: label, exact: true }).first().waitFor();
  },
};

/** The names of the fields that the line lists. */
function labelsOf(model: Model, screen: Screen): readonly string[] {
  const attributes = schemaOf(model).entities.get(screen.entity ?? '')?.attributes;
  return screen.fields.flatMap(({ name }) => {
    const attribute = attributes?.get(name);
    if (attribute?.kind === 'field') return attribute.field.label;
    return attribute?.kind === 'state' ? attribute.machine.label : [];
  });
}
