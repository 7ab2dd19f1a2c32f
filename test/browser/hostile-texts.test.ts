import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, openApplication, openAs } from '../support/browser/application.ts';
import { withPage } from '../support/browser/browser.ts';
import { exampleText } from '../support/http/server.ts';

const VECTORS = [
  '<script>ran()</script>',
  '"><img src=x onerror=ran()>',
  "'><svg/onload=ran()>",
  '<iframe srcdoc="<script>parent.ran()</script>">',
  '[here](javascript:ran())',
  'javascript:ran()',
  '<a href="javascript:ran()">here</a>',
  '</textarea><script>ran()</script>',
  '</title><script>ran()</script>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=ran()>',
];

/** As prose of a document, in its help texts, labels and messages. */
const hostile = (text: string, index: number) =>
  text
    .replace('# Specification: Expense claims', `# Specification: Expense claims ${VECTORS[index] ?? ''}`)
    .replace('| note | long text(..2000) | no | |', `| note | long text(..2000) | no | "${VECTORS[index] ?? ''}" |`);

describe('texts that contain markup or scripts', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(exampleText('expense-claims.md').replace('600 per minute', '60000 per minute'));
  });
  after(() => app.stop());

  it('are rendered as text in lists, records, forms, the document page and findings', () =>
    withPage(async (page) => {
      await page.addInitScript(`
        globalThis.ran = () => { globalThis.hasRun = true; };
        globalThis.blocked = [];
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => globalThis.blocked.push(violatedDirective));
      `);
      const ana = await app.server.as('Ana');
      const spentOn = new Date(app.server.clock.now).toISOString().slice(0, 10);
      const made: WireRecord[] = [];
      for (const vector of VECTORS) {
        const body = {
          title: `${vector} x`,
          note: vector,
          category: 'Travel',
          spentOn,
          lines: [{ what: vector, amount: '1.00' }],
        };
        const answer = await ana.post<WireRecord>('/api/claims', body);
        assert.equal(answer.status, 201, answer.text);
        made.push(answer.body);
      }
      const holds = async (text: string, where: string) => {
        await page.getByText(text, { exact: false }).first().waitFor();
        const state = await page.evaluate('[globalThis.hasRun === true, globalThis.blocked]');
        assert.deepEqual(state, [false, []], where);
        assert.equal(await page.locator('a[href^="javascript:" i]').count(), 0, where);
      };
      await openAs(page, app, 'Ana');
      await holds(VECTORS[0] ?? '', 'the list');
      for (const [index, { id }] of made.entries()) {
        await page.goto(`${app.url}/claims/${id}`);
        await holds(VECTORS[index] ?? '', `the record of ${VECTORS[index]}`);
      }
      const text = exampleText('expense-claims.md').replace('600 per minute', '60000 per minute');
      for (const index of [0, 1, 4, 6]) {
        await app.save(hostile(text, index));
        await page.goto(`${app.url}/claims/new`);
        await page.getByLabel('Title').waitFor();
        assert.deepEqual(await page.evaluate('[globalThis.hasRun === true, globalThis.blocked]'), [false, []]);
        await page.goto(`${app.url}/-/about`);
        await holds('Expense claims', `a document that holds ${VECTORS[index]}`);
      }
      // What would have run would have been noticed.
      await page.evaluate('ran()');
      assert.equal(await page.evaluate('globalThis.hasRun'), true);
    }));
});
