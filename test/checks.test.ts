import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runChecks } from '../src/checks/run.ts';
import { assume } from '../src/model/assume.ts';
import { readDocument } from '../src/notation/read.ts';
import { readPage } from './support/pages.ts';

const folder = new URL('../src/checks/', import.meta.url);
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));

/** What reader and checks together say of a text, as the command line shows it. */
function diagnose(text: string) {
  const { model, diagnostics } = readDocument(text);
  return [...diagnostics, ...runChecks(assume(model))];
}

for (const file of pages) {
  const page = readPage(readFileSync(new URL(file, folder), 'utf8'));
  const code = file.replace(/^.*\//, '').replace(/\.md$/, '');

  test(`${code}: the page bears its name and shows three documents with it and three without`, () => {
    assert.equal(page.title, code);
    assert.ok(page.reported.length >= 3, `${page.reported.length} documents under Reported`);
    assert.ok(page.fine.length >= 3, `${page.fine.length} documents under Fine`);
  });

  for (const [index, { text, lines, messages }] of page.reported.entries()) {
    test(`${code}: document ${index + 1} under Reported is reported where it says`, () => {
      const found = diagnose(text).filter((diagnostic) => diagnostic.code === code);
      assert.deepEqual(found.map(({ message }) => message), messages);
      assert.deepEqual(found.map(({ at }) => at.line), lines);
      assert.ok(found.every(({ next }) => next.length > 0));
    });
  }

  for (const [index, text] of page.fine.entries()) {
    test(`${code}: document ${index + 1} under Fine is clean of it`, () => {
      assert.deepEqual(diagnose(text).filter((diagnostic) => diagnostic.code === code), []);
    });
  }
}
