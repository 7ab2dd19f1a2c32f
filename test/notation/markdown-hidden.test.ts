import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { carried, EXAMPLES, HEAD, PAYLOADS, type Payload, shown } from '../support/notation/carriers.ts';
import { random } from '../support/notation/documents.ts';
import { assertFormat, assertReads } from '../support/notation/robust.ts';

const SEED = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
/** Of so many texts one is read; NINEFOLD_EVERY=1 reads all of them. */
const EVERY = Number(process.env['NINEFOLD_EVERY'] ?? 8);

const TABLE = '| Field | Type |\n| --- | --- |\n| zebra | text |\n';
const hasField = (text: string, name = 'zebra') =>
  readDocument(text).model.entities.some(({ fields }) => fields.some((field) => field.name === name));
const codesIn = (text: string) => readDocument(text).diagnostics.map(({ code }) => code);
const format = (text: string): string => formatDocument(text).text;

/** Here the reference implementation shows a list where CommonMark has the end of a paragraph. */
const LIST_MISTAKEN = /^ {2}1\. {2}A paragraph\n {4}with two lines\.\n {4}- okapi/m;

function* texts(
  every: number,
): Generator<{ readonly payload: Payload; readonly text: string; readonly number: number }> {
  const next = random(SEED);
  for (const { number, markdown } of EXAMPLES)
    for (const payload of PAYLOADS)
      for (const body of carried(payload, markdown))
        if (next(every) === 0 && !LIST_MISTAKEN.test(body)) yield { payload, text: HEAD + body, number };
}

function isRead(text: string, { kind, name }: Payload): boolean {
  return kind === 'heading'
    ? readDocument(text).model.entities.some((entity) => entity.name === name)
    : hasField(text, name);
}

/** Whether a finding stands at the payload, at the heading of an unread section around it, or at a tag that hides it. */
function isNamed(text: string, { name }: Payload): boolean {
  const { model, diagnostics } = readDocument(text);
  const at = text.indexOf(name);
  const section = model.appendices.findLast((each) => (each.at?.from ?? 0) < at);
  return diagnostics.some(
    (each) =>
      each.at.from === section?.at?.from ||
      (each.code === 'html-hides' && each.at.from < at) ||
      [each.at, ...each.also].some(({ from, to }) => from <= at + name.length + 20 && to >= at - 60),
  );
}

describe('every example of CommonMark around a table, a heading and a list', () => {
  test('what a page shows is read or has a finding, and nothing else is in force', () => {
    for (const { payload, text, number } of texts(EVERY)) {
      const how = shown(text, payload.name);
      const about = `example ${number}, shown as ${[...how]}:\n${text}`;
      if (isRead(text, payload)) assert.ok(how.has(payload.kind), about);
      else assert.ok(!how.has(payload.kind) || isNamed(text, payload), about);
    }
  });

  test('fmt loses nothing, changes no meaning, and changes nothing the second time', () => {
    for (const { text } of texts(EVERY * 8)) {
      assertReads(text);
      assertFormat(text);
    }
  });
});

describe('what pages hide', () => {
  for (const [what, text] of Object.entries({
    'a comment': `<!--\n${TABLE}-->\n`,
    'a comment that nothing closes': `<!--\n${TABLE}`,
    'a template': `<template>\n\n${TABLE}\n</template>\n`,
    'an element with the attribute hidden': `<div hidden>\n\n${TABLE}\n</div>\n`,
    'an element with a style': `<div style="display: none">\n\n${TABLE}\n</div>\n`,
    'a script': `<script>\n\n${TABLE}\n</script>\n`,
    'an attribute': `<div title="\n\n${TABLE}\n">\n`,
    'a comment that begins inside HTML': `<div>\n<!--\n\n${TABLE}\n-->\n</div>\n`,
    'code between marks': `\`\`\`\n${TABLE}\`\`\`\n`,
    'code by its indentation': TABLE.replaceAll(/^(?=\|)/gm, '    '),
    'an element that begins in a line of prose': `Words <template> more.\n\n${TABLE}\n</template>\n`,
  }))
    test(`a table in ${what} is not in force`, () => {
      assert.ok(!hasField(HEAD + text));
      assert.ok(hasField(`${HEAD}${TABLE}\n${text}`));
      if (what === 'a comment') assert.deepEqual(codesIn(HEAD + text), []);
      else assert.ok(codesIn(HEAD + text).length > 0);
    });

  test('a hidden permission matrix grants nothing', () => {
    const matrix = '| What | Staff |\n| --- | --- |\n| Task: delete | yes |\n';
    const text = (inside: string) =>
      `# Specification: X\n\n## 3. Entities and their fields\n\n### Task\n\n${TABLE}\n## 6. Roles and permissions\n\n- Staff: works here\n\n${inside}`;
    assert.ok(readDocument(text(matrix)).model.permissions.length > 0);
    assert.deepEqual(readDocument(text(`<!--\n${matrix}-->\n`)).model.permissions, []);
  });

  test('a comment in a cell, a line or a heading is not read', () => {
    const text = HEAD.replace('Animal', 'Animal <!-- or Plant -->');
    const field = readDocument(
      `${text}| Field | Type |\n| --- | --- |\n| a <!-- b --> | text(..20) <!-- number --> |\n`,
    );
    assert.deepEqual(
      field.model.entities.map(({ name, fields }) => [name, fields.map((each) => [each.name, each.type])]),
      [['Animal', [['a', { kind: 'text', min: null, max: { value: 20 } }]]]],
    );
  });

  test('comments appear in no help and on no page', () => {
    const text =
      '# Specification: X\n\n<!-- Umbra -->\n\nWords <!-- Vesper -->.\n\n## 1. What the product does and for whom\n\nIt does. <!-- Wombat -->\n\n<!-- Xylem -->\n\n## Glossary\n\n<!-- Yucca -->\n\nAn entry.\n';
    assert.doesNotMatch(JSON.stringify(readDocument(text)), /Umbra|Vesper|Wombat|Xylem|Yucca/);
  });

  test('rows behind a comment are no table any more, and say so', () => {
    const text = `${HEAD}${TABLE}<!-- old -->\n| okapi | text |\n`;
    assert.ok(hasField(text) && !hasField(text, 'okapi'));
    assert.deepEqual(codesIn(text), ['table-unfinished']);
  });

  test('front matter is not read, and has a finding', () => {
    const { model, diagnostics } = readDocument(`---\ntitle: Other\n---\n${HEAD}${TABLE}`);
    assert.equal(model.name, 'Zoo');
    assert.deepEqual(
      diagnostics.map(({ code, at }) => [code, at.line]),
      [['not-read', 1]],
    );
  });

  test('plain details are read', () => {
    assert.ok(hasField(`${HEAD}<details>\n<summary>Fields</summary>\n\n${TABLE}\n</details>\n`));
  });
});

describe('fmt', () => {
  test('keeps comments where they are', () => {
    const formatted = format(
      `---\ntitle: X\n---\n\n<!-- top -->\n${HEAD}<!-- table -->\n\n${TABLE}\n<!-- end -->\n\n## 9. Business constants and limits\n\nProse <!-- in prose --> here.\n\n| Name | Value |\n| --- | --- |\n| FEE | 5 EUR <!-- since May --> |\n`,
    );
    assert.match(formatted, /^---\ntitle: X\n---\n\n<!-- top -->\n# Specification: Zoo\n/);
    assert.match(formatted, /### Animal\n\n<!-- table -->\n\n\| Field/);
    assert.match(formatted, /Prose <!-- in prose --> here\./);
    assert.match(formatted, /\| FEE \| 5 EUR <!-- since May --> \|/);
    assert.equal(format(formatted), formatted);
  });

  test('keeps rows that a comment cuts off their table', () => {
    const formatted = format(`${HEAD}${TABLE}<!-- old -->\n| okapi | text |\n`);
    assert.match(formatted, /<!-- old -->/);
    assert.match(formatted, /okapi/);
    assert.ok(!hasField(formatted, 'okapi'));
  });

  for (const [what, text] of Object.entries({
    'a comment that nothing closes': `${TABLE}\n<!-- rest\n| a |\n`,
    'HTML around a table': `<details>\n<summary>Fields</summary>\n\n${TABLE}\n</details>\n`,
    'what a tag hides': `<div hidden>\n\n${TABLE}\n</div>\n`,
    'an address of a link': `See [there].\n\n[there]: https://example.org "Title"\n\n${TABLE}`,
    'a comment in a list': `- one\n  <!-- in a list -->\n- two\n\n${TABLE}`,
  }))
    test(`keeps ${what}`, () => {
      const formatted = format(HEAD + text);
      assert.deepEqual(withoutPlaces(readDocument(formatted).model), withoutPlaces(readDocument(HEAD + text).model));
      for (const word of text.match(/[a-z]{3,}/gi) ?? []) assert.ok(formatted.includes(word), word);
      assert.equal(format(formatted), formatted);
    });
});

describe('headings', () => {
  const WHOLE = `# Specification: Zoo\n\n## 3. Entities and their fields\n\n### Animal\n\n${TABLE}`;
  const same = (text: string) =>
    assert.deepEqual(withoutPlaces(readDocument(text).model), withoutPlaces(readDocument(WHOLE).model));

  test('underlined ones are read', () =>
    same(`Specification: Zoo\n===\n\nEntities and their fields\n---\n\n### Animal\n\n${TABLE}`));
  test('all of them a level deeper are read', () => same(WHOLE.replaceAll(/^#/gm, '##')));
  test('all of them two levels deeper are read', () => same(WHOLE.replaceAll(/^#/gm, '###')));
  test('marks at the end, spaces before and tabs behind the marks say nothing', () =>
    same(WHOLE.replaceAll(/^(#+) (.*)$/gm, '   $1\t$2 ##')));
  test('lines may end in any way', () => {
    for (const end of ['\r', '\r\n']) same(WHOLE.replaceAll('\n', end));
    same(`\uFEFF${WHOLE}`);
  });

  for (const [what, bad] of Object.entries({
    'no space behind the marks': '##3. Entities and their fields',
    'a no-break space behind the marks': '##\u00a03. Entities and their fields',
    'other signs for the marks': '\uff03\uff03 3. Entities and their fields',
    'a numbered line with a line under it': '3. Entities and their fields\n---',
    'a line in bold': '**3. Entities and their fields**',
    'a no-break space before the marks': '\u00a0## 3. Entities and their fields',
    'a wide space before the marks': '\u3000## 3. Entities and their fields',
    'a mark of order in the middle of a text': '\ufeff## 3. Entities and their fields',
    'a space without width before the marks': '\u200b## 3. Entities and their fields',
    'a space without width behind the marks': '##\u200b3. Entities and their fields',
    'a mark of direction before the marks': '\u200e## 3. Entities and their fields',
    'a control character before the marks': '\u0000## 3. Entities and their fields',
    'a backslash before the marks': '\\## 3. Entities and their fields',
    'marks of another notation': '== 3. Entities and their fields',
  }))
    test(`that are none have one finding with an edit: ${what}`, () => {
      const text = WHOLE.replace('## 3. Entities and their fields', bad);
      const found = readDocument(text).diagnostics.filter(({ code }) => code === 'heading-mark');
      assert.deepEqual(
        found.map(({ at }) => at.line),
        [3],
      );
      const edit = found[0]?.edit;
      assert.ok(edit !== null && edit !== undefined);
      same(text.slice(0, edit.from) + edit.text + text.slice(edit.to));
    });

  test('with more than six marks, or within a list, have a finding', () => {
    for (const bad of ['####### 3. Entities and their fields', '- Zebra\n\u200b## 3. Entities and their fields'])
      assert.ok(codesIn(WHOLE.replace('## 3. Entities and their fields', bad)).includes('heading-mark'), bad);
  });

  test('a sign without width before the number says nothing', () => same(WHOLE.replace('## 3', '## \u200b3')));

  for (const [what, text] of Object.entries({
    'between marks': `\`\`\`markdown\n${WHOLE}\`\`\`\n`,
    'between waves': `~~~\n${WHOLE}~~~\n`,
    'behind a mark that nothing closes': `\`\`\`\n${WHOLE}`,
    'by their indentation': WHOLE.replaceAll(/^/gm, '    '),
  }))
    test(`in a block of code have one finding: ${what}`, () => {
      const found = readDocument(text).diagnostics.filter(({ code }) => code === 'heading-mark');
      assert.deepEqual(
        found.map(({ message }) => message),
        ['This block of code contains the heading of point 3. Code is not read.'],
      );
    });

  test('in a block of code have none where the document states these points', () => {
    const code = '```\n## 3. Entities and their fields\n```\n';
    assert.ok(!codesIn(`${WHOLE}\n${code}`).includes('heading-mark'));
  });

  test('below the level of the others have a finding with an edit', () => {
    const text = WHOLE.replace('## 3.', '## 2. Screens and routes\n\nnot shown.\n\n### 3.');
    const edit = readDocument(text).diagnostics.find(({ code }) => code === 'heading-mark')?.edit;
    assert.ok(edit !== null && edit !== undefined);
    assert.ok(hasField(text.slice(0, edit.from) + edit.text + text.slice(edit.to)));
  });

  test('in quotations and lists have a finding', () => {
    for (const text of [WHOLE.replaceAll(/^/gm, '> '), '- # Specification: Zoo\n- ## 3. Entities and their fields\n'])
      assert.ok(
        readDocument(text).diagnostics.some(({ message }) => /^(?:A heading|\d+ headings) inside/.test(message)),
      );
  });

  test('that a line under a paragraph makes have a finding with an edit', () => {
    const text = `${HEAD}Some words\n---\n\n${TABLE}`;
    const edit = readDocument(text).diagnostics.find(({ code }) => code === 'not-read')?.edit;
    assert.ok(edit !== null && edit !== undefined);
    assert.ok(hasField(text.slice(0, edit.from) + edit.text + text.slice(edit.to)));
  });
});

describe('tables that are none in Markdown', () => {
  for (const [what, text] of Object.entries({
    'a space without width before its lines': TABLE.replaceAll(/^/gm, '\u200b').trimEnd(),
    'a no-break space before its lines': TABLE.replaceAll(/^(?=\|)/gm, '\u00a0'),
    'a mark of direction before the line under the heading': TABLE.replace('| ---', '\u200e| ---'),
    'wide bars': TABLE.replaceAll('|', '\uff5c'),
    'drawn bars': TABLE.replaceAll('|', '\u2502'),
    'a drawn table': '+-------+------+\n| Field | Type |\n+=======+======+\n| zebra | text |\n+-------+------+\n',
  }))
    test(`have a finding: ${what}`, () => {
      assert.equal(codesIn(HEAD + text).filter((code) => code === 'table-unfinished').length, 1);
    });
});
