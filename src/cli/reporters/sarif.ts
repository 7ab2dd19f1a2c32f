import type { Diagnostic, Severity } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';
import { findPage } from '../analysis/explain-pages.ts';
import { version } from '../program/version.ts';
import { extentsIn } from './extent.ts';
import type { CheckedDocument, Reporter } from './reporter.ts';

/** A SARIF 2.1.0 log, for code hosts. */
export const sarif: Reporter = (documents) => {
  const codes = [...new Set(documents.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)))].sort();
  const index = new Map(codes.map((code, position) => [code, position]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'ninefold', semanticVersion: version(), rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: documents.flatMap((document) => resultsOf(document, index)),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
};

function ruleOf(code: string) {
  const page = findPage(code);
  if (page === null) return { id: code };
  const help = page.text.replace(EXAMPLES, '');
  return { id: code, shortDescription: { text: page.about }, help: { text: help, markdown: help } };
}

/** Matches the examples of a page, which are omitted. */
const EXAMPLES = /\n+## (?:Reported|Fine)\n[\s\S]*$/;

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', gap: 'note', note: 'note' };

function resultsOf({ file, text, diagnostics }: CheckedDocument, index: ReadonlyMap<string, number>) {
  const artifact = { uri: uriOf(file) };
  const location = locator(text, artifact);
  return diagnostics.map((finding) => ({
    ruleId: finding.code,
    ruleIndex: index.get(finding.code) ?? -1,
    level: LEVELS[finding.severity],
    message: { text: wordsOf(finding) },
    locations: [location(finding.at)],
    ...(finding.also.length === 0 ? {} : { relatedLocations: finding.also.map(location) }),
    ...(finding.element === null ? {} : { partialFingerprints: { 'ninefoldElement/v1': finding.element } }),
    ...(finding.edit === null ? {} : { fixes: [fixOf(finding.edit, artifact)] }),
  }));
}

function locator(text: string, artifactLocation: { readonly uri: string }) {
  const extentOf = extentsIn(text);
  return (place: Place) => {
    const { line: startLine, column: startColumn, endLine, endColumn } = extentOf(place);
    return { physicalLocation: { artifactLocation, region: { startLine, startColumn, endLine, endColumn } } };
  };
}

function fixOf({ from, to, text, title }: NonNullable<Diagnostic['edit']>, artifactLocation: { readonly uri: string }) {
  const replacement = { deletedRegion: { charOffset: from, charLength: to - from }, insertedContent: { text } };
  return { description: { text: title }, artifactChanges: [{ artifactLocation, replacements: [replacement] }] };
}

function wordsOf({ message, witness, next }: Diagnostic): string {
  return [message, witness, next].filter((part) => part !== null && part !== '').join('\n\n');
}

/** Returns a path as a relative URI with escaped segments. */
function uriOf(file: string): string {
  const steps = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return file.startsWith('/') ? `file://${steps}` : steps;
}
