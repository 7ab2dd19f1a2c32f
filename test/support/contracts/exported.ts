import { compile } from '../../../src/engine/compile/compile.ts';
import { openApiOf } from '../../../src/export/openapi/document.ts';
import type { Json } from '../../../src/fields/text/json.ts';
import { assume } from '../../../src/model/defaults/assume.ts';
import { readDocument } from '../../../src/notation/document/read-document.ts';
import { printContract } from '../../../src/notation/print/7-calls.ts';

/** Returns what `ninefold export openapi` writes about a document. */
export function exportedJson(text: string): Json {
  const compiled = compile(assume(readDocument(text).model), '');
  return JSON.parse(JSON.stringify(openApiOf(compiled, printContract(compiled.model)))) as Json;
}
