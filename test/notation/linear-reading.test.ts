import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';

const SIZE = 40_000;
/** Processor time, so that other work on the machine does not count; ordinary text of that size takes a tenth of it. */
const MOST_MS = 1500;

const ENTITY = '## 3. Entities and their fields\n\n### Task\n\n| Field | Type |\n| --- | --- |\n| title | text |\n\n';
const many = (unit: string) => unit.repeat(SIZE / unit.length);
const GAP = `a${many(' ')}b`;

describe('reading takes time linear in the text', () => {
  for (const [what, text] of Object.entries({
    'headings of sections': many('## x\n'),
    'headings by a line under them': many('x\n---\n'),
    'a condition of letters that are not ASCII': `## 5. Validation rules\n\n| Rule | On | Must hold |\n| --- | --- | --- |\n| V1 | Task | ${many('漢字')} |\n`,
    'a value of letters that are not ASCII': `## 9. Business constants and limits\n\n| Name | Value |\n| --- | --- |\n| C | ${many('漢字')} |\n`,
    'spaces in the kind of a screen': `## 2. Screens and routes\n\n| Route | Screen | Shows | As |\n| --- | --- | --- | --- |\n| \`/\` | A | Task | ${GAP} |\n`,
    'spaces in an order, a filter and a chart': `## 2. Screens and routes\n\n| Route | Screen | Shows |\n| --- | --- | --- |\n| \`/\` | A | Task |\n\n### A\n\n- Sort: ${GAP}\n- Filter: ${GAP}\n- Chart: ${GAP}\n`,
    'spaces in a note of a field': `${ENTITY.trimEnd()}\n| note | text(..${GAP}) |\n`,
    'spaces in a note of a transition': `## 4. States and transitions\n\n### Task: status\n\n| From | Event | To | Notes |\n| --- | --- | --- | --- |\n| A | go | B | ${GAP} |\n`,
    'spaces in a grant': `## 6. Roles and permissions\n\n- Clerk\n\n| | Clerk |\n| --- | --- |\n| Task: read | ${GAP} |\n`,
    'commas in an effect': `## 4. States and transitions\n\n### Task: status\n\n| From | Event | To | Then |\n| --- | --- | --- | --- |\n| A | go | B | ${many(',')} |\n`,
  }))
    test(what, () => {
      const before = process.cpuUsage().user;
      readDocument(`# Specification: Club\n\n${ENTITY}${text}`);
      const ms = (process.cpuUsage().user - before) / 1000;
      assert.ok(ms < MOST_MS, `${Math.round(ms)} ms`);
    });
});
