import type { Edit } from '../../model/types/diagnostic.ts';
import type { Document, Heading, UnreadContent } from '../markdown/document.ts';
import type { HiddenRange } from '../markdown/hidden.ts';
import { endOf, type Span } from '../markdown/span.ts';
import { type Message, messages } from '../reader/codes.ts';
import type { Reader } from '../reader/reader.ts';

/** Reports content in HTML, link addresses and front matter, and unclosed comments. */
export function reportHidden(reader: Reader, { parsed, hidden }: Document): void {
  for (const each of hidden) {
    const { kind, from, shown, isOpen } = each;
    const at = spanOf(parsed, each);
    if (kind === 'comment') {
      if (isOpen) reader.report(messages.commentOpen(), firstLine(at));
    } else if (kind === 'front') {
      reader.report(messages.frontMatterNotRead(), { text: ' '.repeat(3), from });
    } else if (kind === 'definition') {
      reader.report(messages.linkNotRead(at.text), at);
    } else if (kind === 'within') {
      reader.report(
        isOpen ? messages.hiddenOpen(tagIn(at.text)) : messages.hiddenByHtml(tagIn(at.text)),
        firstLine(at),
      );
    } else if (shown !== null) {
      reader.report(messages.htmlNotRead(parsed.slice(shown.from, shown.to)), spanOf(parsed, shown));
    }
  }
}

/** Reports content in lists and quotations that is not read there. */
export function reportUnreadContent(reader: Reader, { within }: Heading): void {
  for (const { kind, at } of within) {
    if (kind === 'mark') reader.report(messages.noHeading(at.text), at, { edit: headingEdit(at) });
    else reader.report(SAY[kind](), at);
  }
}

function headingEdit(marks: Span): Edit | null {
  const level = marks.text.match(/[#\uff03]/g)?.length ?? 0;
  if (level > DEEPEST_HEADING) return null;
  return { from: marks.from, to: endOf(marks), text: `${'#'.repeat(level)} `, title: 'Make it a heading' };
}

/** Headings have at most this many marks. */
const DEEPEST_HEADING = 6;

const SAY: Readonly<Record<Exclude<UnreadContent['kind'], 'mark'>, () => Message>> = {
  deep: messages.nestedTooDeep,
  table: messages.tableWithin,
  heading: messages.headingWithin,
  list: messages.listWithin,
};

function spanOf(text: string, { from, to }: Pick<HiddenRange, 'from' | 'to'>): Span {
  const raw = text.slice(from, to);
  const start = raw.trimStart();
  return { text: start.trimEnd(), from: from + (raw.length - start.length) };
}

function firstLine({ text, from }: Span): Span {
  const end = text.indexOf('\n');
  return { text: end < 0 ? text : text.slice(0, end), from };
}

const tagIn = (text: string): string => /<[a-z][^\s/>]*/i.exec(text)?.[0].slice(1) ?? '';
