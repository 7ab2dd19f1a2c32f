import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type BuiltFile, builtFiles } from '../../../scripts/client-chunks.ts';

/** Makes requests for the built files that contain these modules fail, as if the server could not be reached. */
export async function refuseModules(page: Page, modules: readonly string[]): Promise<void> {
  const built = JSON.parse(readFileSync(builtFiles, 'utf8')) as Readonly<Record<string, BuiltFile>>;
  const contains =
    (module: string) =>
    ([, file]: [string, BuiltFile]) =>
      file.modules.some(([path]) => path === module);
  const files = modules.flatMap((module) => {
    const found = Object.entries(built).filter(contains(module));
    if (found.length === 0) throw new Error(`No built file contains ${module}.`);
    return found.map(([name]) => `/${name}`);
  });
  await page.route(
    (url) => files.includes(url.pathname),
    (route) => route.abort(),
  );
}
