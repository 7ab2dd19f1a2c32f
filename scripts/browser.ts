// Finds the browser for the tests, or downloads one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');

export type BrowserSearch = { readonly path: string } | { readonly missing: string };

/**
 * Returns the browser of CHROMIUM_PATH, else an installed one, else Playwright's, else installs Debian's package if
 * permitted.
 */
export function findBrowser(): BrowserSearch {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return starts(named) ? { path: named } : { missing: `CHROMIUM_PATH is ${named}, which does not start.` };
  const path = installed() ?? playwrightsOwn() ?? debians();
  return path
    ? { path }
    : { missing: 'No Chromium is installed and none could be fetched. Install one, or set CHROMIUM_PATH.' };
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualFolders = ['/usr/bin', '/snap/bin', '/opt/google/chrome'];
const usualPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const inFolders = [...folders, ...usualFolders].flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inFolders, ...usualPrograms].find((path) => existsSync(path) && starts(path));
}

function playwrightsOwn(): string | undefined {
  const path = chromium.executablePath();
  if (starts(path)) return path;
  console.error('Fetching a browser for the tests …');
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2], timeout: 300_000 });
  return starts(path) ? path : undefined;
}

function debians(): string | undefined {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  console.error("Installing Debian's chromium for the tests …");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2], timeout: 300_000 });
  }
  return installed();
}

/**
 * Returns whether the browser runs: an installed one may lack a library, or be a stub that only names a package to
 * install.
 */
const starts = (path: string) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
