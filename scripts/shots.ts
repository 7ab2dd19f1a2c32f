// Creates a page of screenshots: `npm run shots` opens each example as each of its people, in light and dark mode and
// on a phone, and writes dist/shots/index.html. `npm run shots -- tasks` takes one example, `-- tasks in:ar` in a
// language. axe-core checks each page; its findings are printed, shown below the picture, and make the exit code 1.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose } from '../src/cli/analysis/diagnose.ts';
import { axeFindings, openApplication } from '../test/support/browser/application.ts';
import { closeBrowser } from '../test/support/browser/browser.ts';
import { somebodyOfEach } from '../test/support/browser/walk.ts';
import { walkAll } from '../test/support/browser/walk-all.ts';
import { exampleText } from '../test/support/http/server.ts';
import { findBrowser } from './browser.ts';
import { buildClient } from './client.ts';

const EXAMPLES = ['expense-claims', 'helpdesk', 'lending', 'invoices', 'tasks'] as const;

interface Shot {
  readonly file: string;
  readonly about: string;
  /** Findings of axe-core, one line each. */
  readonly findings: readonly string[];
}

const folder = join(import.meta.dirname, '..', 'dist', 'shots');
const asked = process.argv.slice(2).filter((each) => each !== '--');
const wanted = asked.filter((each) => !each.startsWith('in:'));
const language = asked.find((each) => each.startsWith('in:'))?.slice('in:'.length) ?? null;
const browser = findBrowser();
if ('missing' in browser || buildClient() === 'failed') {
  console.error('missing' in browser ? browser.missing : 'The client could not be built; Vite says why above.');
  process.exit(1);
}
process.env['CHROMIUM_PATH'] = browser.path;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const parts: string[] = [];
let [pictures, found] = [0, 0];
for (const example of EXAMPLES.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const shots = await shotsOf(example);
  parts.push(`<h2>${example}</h2>\n${shots.map(figureOf).join('\n')}`);
  const findings = shots.flatMap((shot) => shot.findings.map((finding) => `  ${shot.about}: ${finding}`));
  pictures += shots.length;
  found += findings.length;
  console.log([`${example}: ${shots.length} pictures, ${findings.length} findings of axe`, ...findings].join('\n'));
}
writeFileSync(join(folder, 'index.html'), pageOf(parts.join('\n')));
await closeBrowser();
console.log(`${pictures} pictures, ${found} findings of axe. Open ${join(folder, 'index.html')}`);
process.exit(found > 0 || pictures === 0 ? 1 : 0);

async function shotsOf(example: string): Promise<readonly Shot[]> {
  const text = exampleText(`${example}.md`);
  const { model } = diagnose(text);
  const app = await openApplication(text);
  const shots: Shot[] = [];
  const walk = { opened: new Set<string>(), language };
  try {
    for (const somebody of await somebodyOfEach(app.server))
      await walkAll(app, model, somebody, walk, async (page, what, look) => {
        const file = `${example}-${shots.length + 1}-${look}.png`;
        // Wait until animations end, because axe waits for them.
        const findings = await axeFindings(page);
        await page.screenshot({ path: join(folder, file) });
        const about = `${somebody.name} (${somebody.roles.join(', ') || 'no role'}), ${what}, ${look}`;
        shots.push({ file, about, findings });
      });
    return shots;
  } finally {
    await app.stop();
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function figureOf({ file, about, findings }: Shot): string {
  const [name, words] = [escaped(encodeURIComponent(file)), escaped([about, ...findings].join(' · '))];
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
