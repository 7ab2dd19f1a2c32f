import { isSessionCall } from '../../model/lookups/session-call.ts';
import type { Call, CallError, Does } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { inLine, quotation } from '../liberal/kept.ts';
import { codeSpans } from '../markdown/code.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { isBlank, named, type Reader, reference, stated, words } from '../reader.ts';
import type { Address } from './7-address.ts';

/** A call as a row or an item states it, before it has an id. */
export interface CallDraft extends Pick<Call, 'sends' | 'sendsShape' | 'gets' | 'errors' | 'help'> {
  readonly at: Span;
  /** Null: its method and path are its name. */
  readonly title: string | null;
  readonly address: Address;
  readonly does: Does;
}

export function nameOfCall({ title, address }: Pick<CallDraft, 'title' | 'address'>): string {
  return title ?? `${address.method} ${address.path}`;
}

/** The call of a draft. Values in its query have no place of their own: they are reported and kept as help. */
export function callMade(reader: Reader, draft: CallDraft, id: string): Call {
  const { method, path, query, values } = draft.address;
  if (values !== '') reader.report(say.noteNotRead(values, null), draft.at, { point: 7, element: id });
  if (isSessionCall({ method, path, does: draft.does }))
    reader.report(say.sessionCall(nameOfCall(draft)), draft.at, { point: 7, element: id });
  const kept = values === '' || draft.help.includes(values) ? '' : quotation(values);
  return {
    ...stated(reader, 7, id, draft.at, inLine(draft.help, kept)),
    ...named(nameOfCall(draft)),
    method,
    path,
    does: draft.does,
    sends: draft.sends,
    sendsShape: draft.sendsShape,
    gets: draft.gets,
    errors: draft.errors,
    query,
  };
}

/** `ERR-06, ERR-10`: codes, and in brackets what raises them. */
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

/** Where the first bracket opens, outside of backticks; 0 where none does, or the last one is text. */
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
