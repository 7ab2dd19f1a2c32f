import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { textWidth } from '../../src/client/screens/columns/text-width.ts';
import { openApplication, withPerson } from '../support/browser/application.ts';
import { exampleText } from '../support/http/server.ts';

interface Looked {
  readonly scrolls: boolean;
  readonly padding: number;
  /** Heads and short values of which the end is not seen. */
  readonly cut: readonly string[];
  /** Where the columns begin, of the head and of the first row. */
  readonly begins: readonly [readonly number[], readonly number[]];
}

const lookAt = (page: Page): Promise<Looked> =>
  page.evaluate(() => {
    const frame = document.querySelector<HTMLElement>('.table-scroll');
    const [head, first] = [...document.querySelectorAll('.table-row')].map((row) => [
      ...row.querySelectorAll<HTMLElement>('.table-cell:not(.table-actions)'),
    ]);
    const [cell] = head?.filter((each) => each.matches(':not(.table-box)')) ?? [];
    if (frame === null || head === undefined || first === undefined || cell === undefined) throw new Error('No list.');
    const short = document.querySelectorAll<HTMLElement>(
      '.table-sort, .table-label, .table-row .pill, [data-numeric] *',
    );
    return {
      scrolls: frame.scrollWidth > frame.clientWidth,
      padding: Number.parseFloat(getComputedStyle(cell).paddingInlineStart),
      cut: [...short]
        .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth)
        .map(({ textContent }) => textContent),
      begins: [head, first].map((cells) => cells.map((each) => each.getBoundingClientRect().x)) as [number[], number[]],
    };
  });

/** The widest lists of the examples, each as somebody who sees all of its columns. */
const LISTS = [
  ['tasks.md', 'Inês Duarte', '/jobs'],
  ['invoices.md', 'Marta Lindt', '/invoices'],
  ['helpdesk.md', 'Nora Quinn', '/queue'],
] as const;

const WORDS =
  'Requested|Waiting for requester|Number|Balance due|Overdue|Partially paid|Illinois|Mammoth swimming|Priority|Confirmed|Geschwindigkeitsbegrenzung|Erledigt|Prüfung läuft|P1|審査中|قيد المراجعة';

describe('the columns of a list', () => {
  it('are wide enough for their longest expected words', async () => {
    const app = await openApplication(exampleText('tasks.md'));
    try {
      await withPerson(app, 'Inês Duarte', '/jobs', async (page) => {
        await page.locator('.table-head').waitFor();
        const words = WORDS.split('|');
        const measured = await page.evaluate((all) => {
          const pen = document.createElement('canvas').getContext('2d');
          if (pen === null) throw new Error('Nothing can be drawn.');
          const { fontFamily, fontWeight } = getComputedStyle(document.querySelector('.table-head') ?? document.body);
          pen.font = `${fontWeight} 12px ${fontFamily}`;
          return all.map((word) => pen.measureText(word).width);
        }, words);
        const wrong = words.flatMap((word, index) => {
          const [reckoned, real] = [textWidth(word), measured[index] ?? 0];
          return reckoned >= real && reckoned <= 1.5 * real + 6 ? [] : `${word}: ${reckoned} for ${real}`;
        });
        assert.deepEqual(wrong, []);
      });
    } finally {
      await app.stop();
    }
  });

  for (const [example, person, path] of LISTS)
    it(`are narrower on a small laptop, and all visible: ${example}`, async () => {
      const app = await openApplication(exampleText(example));
      try {
        await withPerson(app, person, path, async (page) => {
          await page.locator('.table-row[data-id]').nth(2).waitFor();
          const at = async (width: number) => {
            await page.setViewportSize({ width, height: 800 });
            const looked = await lookAt(page);
            assert.deepEqual(looked.cut, [], `at ${width} px`);
            assert.deepEqual(looked.begins[0], looked.begins[1], `at ${width} px`);
            return looked;
          };
          const [wide, laptop, less] = [await at(1_600), await at(1_280), await at(1_000)];
          assert.deepEqual([wide.scrolls, laptop.scrolls, less.scrolls], [false, false, true]);
          assert.equal(wide.padding, 12);
          assert.ok(laptop.padding > 5 && laptop.padding < 12, String(laptop.padding));
          assert.equal(less.padding, 5);
        });
      } finally {
        await app.stop();
      }
    });
});
