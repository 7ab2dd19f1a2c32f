import type { CallError } from '../../model/types/model.ts';
import { codeSpans } from '../markdown/code.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { isBlank, type Reader, reference, words } from '../reader/reader.ts';

/** Reads `ERR-06, ERR-10`: codes, with their causes in brackets. */
export function callErrors(reader: Reader, cell: Span): CallError[] {
  return split(cell, ',')
    .filter((one) => !isBlank(one))
    .map((one) => callError(reader, one));
}

function callError(reader: Reader, span: Span): CallError {
  const open = span.text.endsWith(')') ? openingOf(span.text) : 0;
  if (open <= 0) return { ...reference(reader, span), cause: null };
  const cause = words(part(span, open + 1, span.text.length - 1));
  return { ...reference(reader, part(span, 0, open)), cause: cause === '' ? null : cause };
}

/**
 * Returns the offset of the first opening bracket outside backticks; 0 if there is none, or the closing bracket is
 * plain text.
 */
function openingOf(text: string): number {
  const spans = codeSpans(text);
  let span = 0;
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at === spans[span]?.from) {
      at = (spans[span]?.to ?? at + 1) - 1;
      span += 1;
    } else if (text[at] === '\\') {
      at += 1;
      if (at === text.length - 1) return 0;
    } else if (text[at] === '(' && found === 0) found = at;
  }
  return found;
}
