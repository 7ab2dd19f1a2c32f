import type { Edit } from '../model/types/diagnostic.ts';
import { type Message, say } from './codes.ts';
import { isUnread } from './content.ts';
import type { Document, Heading, Within } from './markdown/document.ts';
import type { Hidden } from './markdown/hidden.ts';
import { endOf, type Span } from './markdown/span.ts';
import type { Reader } from './reader.ts';

/** Reports what stands in HTML, in link addresses and in front matter, and comments that nothing ends. */
export function reportHidden(reader: Reader, { parsed, hidden }: Document): void {
  for (const each of hidden) {
    const { kind, from, shown, isOpen } = each;
    const at = spanOf(parsed, each);
    if (kind === 'comment') {
      if (isOpen) reader.report(say.commentOpen(), firstLine(at));
    } else if (kind === 'front') {
      reader.report(say.frontMatterNotRead(), { text: ' '.repeat(3), from });
    } else if (kind === 'definition') {
      reader.report(say.linkNotRead(at.text), at);
    } else if (kind === 'within') {
      reader.report(isOpen ? say.hiddenOpen(tagIn(at.text)) : say.hiddenByHtml(tagIn(at.text)), firstLine(at));
    } else if (shown !== null) {
      reader.report(say.htmlNotRead(parsed.slice(shown.from, shown.to)), spanOf(parsed, shown));
    }
  }
}

/** Reports what stands in lists and quotations where it is not read. */
export function reportWithin(reader: Reader, { blocks, within }: Heading): void {
  if (within.length === 0) return;
  // Each line of these is reported by itself.
  const listed = blocks.flatMap((block) => (block.kind === 'prose' && isUnread(block.text) ? [block.text] : []));
  for (const { kind, at } of within) {
    if (kind === 'mark') reader.report(say.noHeading(at.text), at, { edit: headingEdit(at) });
    else if (!listed.some((quote) => quote.from <= at.from && at.from < endOf(quote))) reader.report(SAY[kind](), at);
  }
}

function headingEdit(marks: Span): Edit | null {
  const level = marks.text.match(/[#\uff03]/g)?.length ?? 0;
  if (level > DEEPEST_HEADING) return null;
  return { from: marks.from, to: endOf(marks), text: `${'#'.repeat(level)} `, title: 'Make it a heading' };
}

/** More marks make no heading. */
const DEEPEST_HEADING = 6;

const SAY: Readonly<Record<Exclude<Within['kind'], 'mark'>, () => Message>> = {
  deep: say.nestedTooDeep,
  table: say.tableWithin,
  heading: say.headingWithin,
  list: say.listWithin,
};

function spanOf(text: string, { from, to }: Pick<Hidden, 'from' | 'to'>): Span {
  const raw = text.slice(from, to);
  const start = raw.trimStart();
  return { text: start.trimEnd(), from: from + (raw.length - start.length) };
}

function firstLine({ text, from }: Span): Span {
  const end = text.indexOf('\n');
  return { text: end < 0 ? text : text.slice(0, end), from };
}

const tagIn = (text: string): string => /<[a-z][^\s/>]*/i.exec(text)?.[0].slice(1) ?? '';
