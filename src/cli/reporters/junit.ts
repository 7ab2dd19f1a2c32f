import type { Diagnostic } from '../../model/types/diagnostic.ts';
import { isFinding, oneLine } from '../program/format-finding.ts';
import type { CheckedDocument, Reporter } from './reporter.ts';

/** One test suite per document and one test case per finding. A document without findings has one case that passed. */
export const junit: Reporter = (documents, { errorOnGaps }) => {
  const fails = (each: Diagnostic) => isFinding(each) || (errorOnGaps && each.severity === 'gap');
  const all = documents.flatMap(({ diagnostics }) => diagnostics);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ninefold check" ${numbers(all, fails, documents.filter(isClean).length)}>`,
    ...documents.flatMap((document) => suite(document, fails)),
    '</testsuites>',
  ].join('\n');
};

type Fails = (diagnostic: Diagnostic) => boolean;

const isClean = ({ diagnostics }: CheckedDocument) => diagnostics.length === 0;

function numbers(diagnostics: readonly Diagnostic[], fails: Fails, clean: number): string {
  const failures = diagnostics.filter(fails).length;
  return `tests="${diagnostics.length + clean}" failures="${failures}" errors="0" skipped="${diagnostics.length - failures}"`;
}

function suite(document: CheckedDocument, fails: Fails): string[] {
  const { file, diagnostics } = document;
  const clean = isClean(document);
  return [
    `  <testsuite name="${xml(file)}" ${numbers(diagnostics, fails, clean ? 1 : 0)}>`,
    ...(clean ? [`    <testcase classname="${xml(file)}" name="nothing found"/>`] : []),
    ...diagnostics.flatMap((each) => testCase(file, each, fails(each))),
    '  </testsuite>',
  ];
}

function testCase(file: string, { code, severity, message, next, witness, at }: Diagnostic, fails: boolean): string[] {
  const place = `${file}:${at.line}:${at.column}`;
  const body = [place, message, witness, next].filter((part) => part !== null && part !== '').join('\n\n');
  const open = `    <testcase classname="${xml(file)}" name="${xml(`${code} at ${at.line}:${at.column}`)}" file="${xml(file)}" line="${at.line}">`;
  const inside = fails
    ? `      <failure type="${severity} ${xml(code)}" message="${xml(oneLine(message))}">${xml(body)}</failure>`
    : `      <skipped message="${xml(oneLine(`${severity}: ${message}`))}"/>`;
  return [open, inside, '    </testcase>'];
}

/** Escapes text for XML and removes characters that XML does not allow. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
