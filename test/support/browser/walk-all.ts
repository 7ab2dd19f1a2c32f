import type { Page } from 'playwright-core';
import type { Model, Screen } from '../../../src/model/types/model.ts';
import { type Application, openAs } from './application.ts';
import { withPage } from './browser.ts';
import { type Somebody, screensFor } from './walk.ts';
import { showOpened } from './walk-opened.ts';

/** What is looked at where: whatever one page shows in light and dark is drawn once. */
const WINDOWS = [
  { viewport: { width: 1280, height: 800 }, looks: { light: 'light', dark: 'dark' } },
  { viewport: { width: 390, height: 800 }, looks: { phone: 'light' } },
] as const;

/** Milliseconds. */
const CALM = 400;

/** `what` it is, in words; `look`: light, dark or phone. */
export type See = (page: Page, what: string, look: string) => Promise<void>;

export interface Walk {
  /** What was opened before, at a desk or on a phone; what opens for several people is opened once. */
  readonly opened: Set<string>;
  /** What the page speaks; null: as the document says. */
  readonly language: string | null;
}

/**
 * Shows all that one person comes to: their screens, one record in each state of each entity, as it is read and as it is
 * edited, what opens there on a press, and what the palette finds.
 */
export async function walkAll(
  app: Application,
  model: Model,
  somebody: Somebody,
  { opened, language }: Walk,
  see: See,
): Promise<void> {
  const screens = screensFor(model, somebody);
  const records = await recordsFor(app, model, somebody);
  for (const { viewport, looks } of WINDOWS)
    await withPage(
      async (page) => {
        page.setDefaultTimeout(20_000);
        if (language !== null)
          await page.addInitScript((tag) => localStorage.setItem('ninefold language', tag), language);
        await openAs(page, app, somebody.name);
        const show = async (what: string) => {
          await isDrawn(page);
          for (const [look, colorScheme] of Object.entries(looks)) {
            await page.emulateMedia({ colorScheme });
            await see(page, what, look);
          }
        };
        const showOver = (what: string, kind = what) =>
          showOpened(page, model, { kind: `${kind} ${viewport.width}`, what }, opened, show);
        for (const { label, route } of screens) {
          await page.goto(app.url + route);
          await show(label);
          await showOver(label);
        }
        for (const path of ['/-/inbox', '/-/about', '/-/document']) {
          await page.goto(app.url + path);
          await show(path);
        }
        for (const { path, what, entity } of records) {
          await page.goto(app.url + path);
          await show(what);
          await showOver(what, entity);
          await page.goto(`${app.url}${path}?edit`);
          await isDrawn(page);
          if ((await page.locator('.record form').count()) > 0) await show(`${what}, being edited`);
        }
        await page.goto(app.url);
        await isDrawn(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
        await show('what can be found or done');
      },
      { viewport },
    );
}

interface Found {
  readonly path: string;
  readonly what: string;
  readonly entity: string;
}

/** One record for each state, and each several of states, that somebody may read, of each entity that has a screen of its own. */
async function recordsFor({ server }: Application, model: Model, { name }: Somebody): Promise<readonly Found[]> {
  const person = await server.as(name);
  const found = new Map<string, Found>();
  for (const { entity, route } of model.screens.filter(isOfOneRecord)) {
    const machines = model.machines.filter((machine) => machine.entity === entity);
    const lists = model.calls.filter(({ does, path }) => isListOf(does, entity) && !path.includes(':'));
    for (const { path } of lists) {
      const { body } = await person.get<{ items?: readonly Readonly<Record<string, unknown>>[] }>(path);
      for (const item of body.items ?? []) {
        const states = machines.map((machine) => item[machine.name]).join(', ');
        const what = `${entity} ${states}`.trim();
        const at = route.replace(/:\w+/, String(item['id']));
        if (!found.has(what)) found.set(what, { path: at, what, entity: String(entity) });
      }
    }
  }
  return [...found.values()];
}

function isListOf(does: Model['calls'][number]['does'], entity: string | null): boolean {
  return does.kind === 'list' && does.entity === entity;
}

function isOfOneRecord({ kind, entity, route }: Screen): boolean {
  return kind === 'record' && entity !== null && route.split(':').length === 2;
}

/** Nothing was on its way for a moment: what is drawn asks for the next thing, and what can wait comes once all else is there. */
async function isDrawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const waits = page.locator('main :is([aria-busy="true"], .skeleton, .table-waiting)');
  let asked = Date.now();
  const isAsked = () => {
    asked = Date.now();
  };
  page.on('request', isAsked);
  page.on('requestfinished', isAsked);
  while (Date.now() - asked < CALM) {
    await page.waitForTimeout(50);
    if ((await waits.count()) > 0) isAsked();
  }
  page.off('request', isAsked);
  page.off('requestfinished', isAsked);
}
