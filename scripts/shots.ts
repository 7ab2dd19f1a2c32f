// A page of screenshots to leaf through: `npm run shots` walks each example as each of its people, in light, dark and on a
// phone, and writes dist/shots/index.html. `npm run shots -- tasks` takes one example.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { diagnose } from '../src/cli/diagnose.ts';
import type { Screen } from '../src/model/model.ts';
import { type Application, openApplication, openAs } from '../test/support/application.ts';
import { closeBrowser, withPage } from '../test/support/browser.ts';
import { exampleText } from '../test/support/server.ts';
import { type Somebody, screensFor, somebodyOfEach } from '../test/support/walk.ts';
import { findBrowser } from './browser.ts';
import { buildClient } from './client.ts';

const EXAMPLES = ['expense-claims', 'helpdesk', 'lending', 'invoices', 'tasks'] as const;

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 800 } },
] as const;

/** What leads from many records to one: in rows, on cards, on a board. */
const RECORDS = 'main :is(a.table-title, .row-card-title a, a.board-title)';

/** Milliseconds. */
const CALM = 400;

interface Shot {
  readonly file: string;
  readonly about: string;
}

const folder = join(import.meta.dirname, '..', 'dist', 'shots');
const wanted = process.argv.slice(2).filter((each) => each !== '--');
const browser = findBrowser();
if ('missing' in browser || buildClient() === 'failed') {
  console.error('missing' in browser ? browser.missing : 'The client could not be built; Vite says why above.');
  process.exit(1);
}
process.env['CHROMIUM_PATH'] = browser.path;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const parts: string[] = [];
for (const example of EXAMPLES.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const shots = await shotsOf(example);
  parts.push(`<h2>${example}</h2>\n${shots.map(figureOf).join('\n')}`);
  console.log(`${example}: ${shots.length} pictures`);
}
writeFileSync(join(folder, 'index.html'), pageOf(parts.join('\n')));
await closeBrowser();
console.log(`Open ${join(folder, 'index.html')}`);
process.exit(0);

async function shotsOf(example: string): Promise<readonly Shot[]> {
  const text = exampleText(`${example}.md`);
  const { model } = diagnose(text);
  const app = await openApplication(text);
  try {
    const shots: Shot[] = [];
    for (const somebody of await somebodyOfEach(app.server))
      for (const look of LOOKS) shots.push(...(await walk(app, example, somebody, screensFor(model, somebody), look)));
    return shots;
  } finally {
    await app.stop();
  }
}

/** Each screen of one person in one look, and the first record that it leads to. */
function walk(
  app: Application,
  example: string,
  somebody: Somebody,
  screens: readonly Screen[],
  { name, ...look }: (typeof LOOKS)[number],
): Promise<readonly Shot[]> {
  return withPage(async (page) => {
    page.setDefaultTimeout(20_000);
    await openAs(page, app, somebody.name);
    const shots: Shot[] = [];
    const take = async (what: string) => {
      const file = `${example}-${somebody.name}-${shots.length + 1}-${name}.png`;
      await page.screenshot({ path: join(folder, file) });
      shots.push({ file, about: `${somebody.name} (${somebody.roles.join(', ') || 'no role'}), ${what}, ${name}` });
    };
    const opened = new Set<string>();
    for (const screen of screens) {
      await page.goto(app.url + screen.route);
      await isDrawn(page);
      await take(screen.label);
      const record = page.locator(RECORDS).first();
      if (screen.entity === null || opened.has(screen.entity) || (await record.count()) === 0) continue;
      opened.add(screen.entity);
      await record.click();
      await isDrawn(page);
      await take(`a record from ${screen.label}`);
      const edit = page.getByRole('button', { name: 'Edit', exact: true, disabled: false });
      if ((await edit.count()) === 0) continue;
      await edit.first().click();
      await isDrawn(page);
      await take(`the same record, being edited`);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await take('what can be found or done');
    return shots;
  }, look);
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function figureOf({ file, about }: Shot): string {
  const [name, words] = [escaped(encodeURIComponent(file)), escaped(about)];
  return `<figure><a href="${name}"><img src="${name}" alt="${words}" loading="lazy"></a><figcaption>${words}</figcaption></figure>`;
}

function pageOf(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Screens of the examples</title><style>
body { font: 14px/1.4 system-ui; margin: 2rem; color-scheme: light dark }
figure { display: inline-block; margin: 0 1rem 1.5rem 0; vertical-align: top; max-width: 420px }
img { max-width: 420px; max-height: 300px; border: 1px solid #8884 }
</style></head><body><h1>Screens of the examples</h1>
${body}
</body></html>
`;
}
