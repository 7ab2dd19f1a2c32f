import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import type { Json } from '../../fields/text/json.ts';

/** The value of a file; or what is wrong with it, and where. Lines and columns count from 1. */
export type ReadSource =
  | { readonly value: Json }
  | { readonly problem: string; readonly line: number; readonly column: number };

/** Reads JSON or YAML 1.2. What is valid JSON is read as JSON, which is much faster for large files. */
export function readSourceText(text: string): ReadSource {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return readYaml(text);
  }
}

function readYaml(text: string): ReadSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const wrong = (problem: string, offset: number): ReadSource => {
    const { line, col } = lineCounter.linePos(offset);
    return { problem, line, column: col };
  };
  // An unknown tag is only a warning to the library, but its value may mean anything.
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) return wrong(error.message, error.pos[0]);
  const alias = unresolvedAlias(document);
  if (alias !== null) return wrong(`The alias *${alias.name} stands for no anchor`, alias.offset);
  try {
    // Aliases become copies, and what JSON cannot hold becomes null.
    return { value: JSON.parse(JSON.stringify(document.toJS()) ?? 'null') as Json };
  } catch (failure) {
    return wrong(failure instanceof Error ? failure.message : String(failure), 0);
  }
}

function unresolvedAlias(document: Document.Parsed): { readonly name: string; readonly offset: number } | null {
  let found: { readonly name: string; readonly offset: number } | null = null;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      found = { name: alias.source, offset: alias.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return found;
}
