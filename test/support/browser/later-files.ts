import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type BuiltFile, builtFiles } from '../../../scripts/client-chunks.ts';

/** What a form fetches after it is drawn: what judges, and its large inputs. */
const LATER = [
  'src/engine/view/judge-form.ts',
  'src/client/view/browser-engine.ts',
  ...[
    'file-inputs/file',
    'file-inputs/files',
    'inputs/date-picker',
    'inputs/option-list',
    'inputs/plain-date',
    'inputs/reference',
    'inputs/references-input',
    'line-inputs/lines',
  ].map((name) => `src/client/${name}.tsx`),
];

/** The built files, by the end of their address, that hold one of these. */
function filesOf(modules: readonly string[]): readonly string[] {
  const made = JSON.parse(readFileSync(builtFiles, 'utf8')) as Readonly<Record<string, BuiltFile>>;
  const found = Object.entries(made).filter(([, file]) => file.modules.some(([path]) => modules.includes(path)));
  const missing = modules.filter((path) => !found.some(([, file]) => file.modules.some(([each]) => each === path)));
  if (missing.length > 0) throw new Error(`No file of its own holds ${missing.join(', ')}.`);
  return found.map(([name]) => `/${name}`);
}

/** Keeps back what comes after the rest, by default of a form, until it is let go. `asked`: how much of it was asked for. */
export async function keepBack(
  page: Page,
  modules: readonly string[] = LATER,
): Promise<{ readonly letGo: () => void; readonly asked: () => number }> {
  const files = filesOf(modules);
  let letGo = (): void => undefined;
  let asked = 0;
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => files.includes(url.pathname),
    async (route) => {
      asked += 1;
      await open;
      await route.continue();
    },
  );
  return { letGo, asked: () => asked };
}

/** Nothing of it comes: the server refuses it, or is not reached. */
export async function refuseLater(page: Page, how: 503 | 'aborted', modules = LATER): Promise<void> {
  const files = filesOf(modules);
  await page.route(
    (url) => files.includes(url.pathname),
    (route) => (how === 'aborted' ? route.abort() : route.fulfill({ status: how, body: '' })),
  );
}
