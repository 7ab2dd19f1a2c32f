import { placeholdersIn } from '../../expressions/syntax/placeholders.ts';
import { recipientTree } from '../../expressions/syntax/recipients.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Effect, LetterText } from '../../model/types/model.ts';
import { findOutside, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type FindingContext, formula, type Reader, words } from '../reader/reader.ts';

/** Reads who is told: a path to people, an address, or the name of a role, which may have several words. */
export function readRecipient(reader: Reader, span: Span, about: FindingContext): Formula {
  const text = words(span);
  const tree = recipientTree(text);
  return tree === null ? formula(reader, span, about) : { text, at: reader.place(span), tree };
}

const WITH = /^\s+with\s+(?=\S)/i;

/** Reads `TO: "subject" / "text" with file`; null for anything else. */
export function readEmail(reader: Reader, rest: Span, whole: Span, about: FindingContext): Effect | null {
  const colon = findOutside(rest.text, ':')[0];
  if (colon === undefined) return null;
  const to = part(rest, 0, colon);
  const [subject, last, ...more] = split(part(rest, colon + 1), '/');
  if (to.text === '' || subject === undefined || last === undefined || more.length > 0) return null;
  const end = last.text.indexOf('"', 1) + 1;
  const attached = WITH.exec(last.text.slice(end));
  if (end === 0 || (attached === null && end < last.text.length)) return null;
  const texts = [subject, part(last, 0, end)].map((text) => letterText(reader, text, about));
  const [ofSubject = null, ofText = null] = texts;
  if (ofSubject === null || ofText === null) return null;
  return {
    kind: 'email',
    to: readRecipient(reader, to, about),
    subject: ofSubject,
    text: ofText,
    file: attached === null ? null : formula(reader, part(last, end + attached[0].length), about),
    at: reader.place(whole),
  };
}

/** Reads a text in double quotes with expressions in braces; null for anything else. */
function letterText(reader: Reader, span: Span, about: FindingContext): LetterText | null {
  if (span.text.length < 3 || !span.text.startsWith('"') || span.text.indexOf('"', 1) !== span.text.length - 1)
    return null;
  const text = words(part(span, 1, span.text.length - 1));
  const values = placeholdersIn(text).map((inner): Formula => {
    const { tree, problems } = reader.parse(inner);
    for (const { severity, message, next } of problems)
      if (severity === 'error') reader.report(messages.expression(message, next), span, about);
    return { text: inner, at: reader.place(span), tree };
  });
  return { text, values };
}
