import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { diagnose } from '../../../src/cli/analysis/diagnose.ts';
import { loadAssets } from '../../../src/server/node/load-client-assets.ts';
import { serve } from '../../../src/server/node/serve.ts';
import { type ServerOptions, startServer, type TestServer } from '../http/server.ts';
import { withPage } from './browser.ts';

/** A document running behind a real socket, with the built client, for a browser. */
export interface Application {
  readonly server: TestServer;
  /** Without a slash at its end. */
  readonly url: string;
  /** Saves another text of the document, as an editor would. */
  readonly save: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a document; its clock stands at the present, which the browser shares. */
export async function openApplication(
  text: string,
  options: Pick<ServerOptions, 'dev' | 'production'> = {},
): Promise<Application> {
  const assets = loadAssets(join(import.meta.dirname, '..', '..', '..', 'dist', 'client'));
  const server = await startServer(text, { now: Date.now(), assets, read: diagnose, ...options });
  const serving = await serve({ fetch: server.fetch, port: 0 });
  return {
    server,
    url: `http://127.0.0.1:${serving.port}`,
    save: async (changed) => void (await server.runtime.update(changed)),
    stop: async () => {
      await server.runtime.close();
      await serving.stop(200);
      await server.stop();
    },
  };
}

/** Signs the page in as a person, with a session that the switcher opened for them, and opens a path. */
export async function openAs(page: Page, { url, server }: Application, person: string, path = '/'): Promise<void> {
  const { cookie } = await server.as(person);
  const value = cookie.slice(cookie.indexOf('=') + 1);
  await page.context().addCookies([{ name: `ninefold-${new URL(url).port}`, value, url }]);
  await page.goto(`${url}${path}`);
  await page.getByRole('main').waitFor();
}

/** A page of its own, signed in, at a path. What the page logs as an error fails the work. */
export function withPerson<T>(
  app: Application,
  person: string,
  path: string,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  return withPage(async (page) => {
    page.setDefaultTimeout(30_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await openAs(page, app, person, path);
    const result = await work(page);
    if (errors.length > 0) throw new Error(`The page failed: ${errors.join('; ')}`);
    return result;
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the page once nothing moves or fades in, one line a finding; empty is good. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.waitForFunction(() => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return moving.every(({ playState }) => playState !== 'running');
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResult> } }).axe;
    // Of what passes nothing is told, which is most of the work: it finds the same.
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => `${impact} ${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    );
  });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}
