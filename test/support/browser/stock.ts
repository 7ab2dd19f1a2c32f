import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { diagnose } from '../../../src/cli/analysis/diagnose.ts';
import type { WireRecord } from '../../../src/engine/core/wire-format.ts';
import type { Assets } from '../../../src/server/core/assets.ts';
import { loadAssets } from '../../../src/server/node/load-client-assets.ts';
import { nodePasswords } from '../../../src/server/node/passwords.ts';
import { type RunningServer, serve } from '../../../src/server/node/serve.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { quickFolder } from '../database/quick-folder.ts';
import { type Caller, callerOf, origin, startServer, type TestServer } from '../http/server.ts';
import { withPage } from './browser.ts';

/** What people in a cellar count, where there is no connection. An item has a secret, a rule, and one step to go. */
export const STOCK = `# Specification: Stock

## 1. What the product does and for whom

- For: keepers
- Language: en
- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| /items | Items | Item | table: title, count | |
| /items/new | New item | Item | form: title, count, pin | |
| /items/:id | Item | Item | record | |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Item

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| count | integer | yes | default 0 |
| pin | text | no | write-only |
| why | text | no | asked on scrap |

## 4. States and transitions

### Item: state

| From | Event | To |
| --- | --- | --- |
| (new) | | Stored |
| Stored | count | Counted |
| Counted | reopen | Stored |
| Stored, Counted | scrap | Scrapped |

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Item | \`count <= LARGEST\` | TOO_MANY |

## 6. Roles and permissions

- Keeper: everyone who signs in
- Head: leads

| | Keeper | Head |
| --- | --- | --- |
| Item: read | \`title != "Safe"\` | yes |
| Item: create | yes | yes |
| Item: change | yes | yes |
| Item: delete | yes | yes |
| Item: count | yes | yes |
| Item: reopen | yes | yes |
| Item: scrap | yes | yes |
| Person: read | yes | yes |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| TOO_MANY | 422 | No shelf holds that many. | Count again. |

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| LARGEST | 100 | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@x.org | Head |
| Ben | ben@x.org | |

### Item

| title | count | state |
| --- | --- | --- |
| Bolts | 10 | Stored |
| Nuts | 20 | Stored |
| Screws | 30 | Stored |
| Safe | 1 | Stored |
`;

/** The stock in production behind a socket that can be closed and opened again on the same port. */
export interface Stock {
  readonly server: TestServer;
  readonly url: string;
  /** The listener is closed: whoever connects is refused. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  /** From now on it serves another build of the client. */
  readonly rebuild: (assets: Assets) => void;
  /** From now on this answers in the place of the server whatever it gives an answer to; null: nothing does. */
  readonly instead: (answer: Instead | null) => void;
  /** A page of its own, signed in. */
  readonly withPerson: <T>(name: string, path: string, work: (page: Page) => Promise<T>) => Promise<T>;
  /** The page goes on as somebody who signed in, or nobody. */
  readonly become: (page: Page, name: string | null) => Promise<void>;
  readonly item: (title: string) => Promise<WireRecord>;
  readonly caller: (name: string) => Promise<Caller>;
  /** Saves another text of the document. */
  readonly save: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type Instead = (request: Request) => Promise<Response> | null;

export const clientAssets = () => loadAssets(join(import.meta.dirname, '..', '..', '..', 'dist', 'client'));

export async function openStock(text: string = STOCK): Promise<Stock> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-stock-'));
  const store = await openSqlite({ folder });
  // Sample data is for development alone: it is brought along.
  await (await startServer(text, { store, now: Date.now(), read: diagnose })).stop();
  const passwords = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
  let built = clientAssets();
  const assets: Assets = (path) => built(path);
  const server = await startServer(text, {
    store,
    now: Date.now(),
    read: diagnose,
    dev: false,
    assets,
    production: { passwords },
  });
  let stands: Instead | null = null;
  const fetch: TestServer['fetch'] = (request, from) => stands?.(request) ?? server.fetch(request, from);
  let serving: RunningServer | null = await serve({ fetch, port: 0 });
  const { port } = serving;
  const url = `http://127.0.0.1:${port}`;
  const down = async () => {
    await serving?.stop(0);
    serving = null;
  };
  const cookie = async (name: string) => {
    const person = (await store.people('Person', 100)).find((row) => row.values['name'] === name);
    const value = await server.runtime.sessions.open(person?.id ?? '', Date.now());
    return { name: `ninefold-${port}`, value, url };
  };
  const become: Stock['become'] = async (page, name) => {
    await page.context().clearCookies();
    if (name !== null) await page.context().addCookies([await cookie(name)]);
  };
  const caller = async (name: string) =>
    callerOf(server.fetch, '', `ninefold-${new URL(origin).port}=${(await cookie(name)).value}`);
  return {
    server,
    url,
    down,
    up: async () => {
      serving ??= await serve({ fetch, port, tries: 0 });
    },
    rebuild: (next) => {
      built = next;
    },
    instead: (answer) => {
      stands = answer;
    },
    withPerson: (name, path, work) =>
      withPage(async (page) => {
        page.setDefaultTimeout(30_000);
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        await become(page, name);
        await page.goto(`${url}${path}`);
        const result = await work(page);
        if (errors.length > 0) throw new Error(`The page failed: ${errors.join('; ')}`);
        return result;
      }),
    become,
    item: async (title) => {
      const { body } = await (await caller('Ann')).get<{ items: WireRecord[] }>('/api/items');
      const found = body.items.find((each) => each['title'] === title);
      if (found === undefined) throw new Error(`There is no ${title}.`);
      return found;
    },
    caller,
    save: async (changed) => void (await server.runtime.update(changed)),
    stop: async () => {
      await server.runtime.close();
      await down();
      await server.stop();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
