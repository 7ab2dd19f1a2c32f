import type { ErrorEntry, Reference } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span, split } from '../markdown/span.ts';
import type { Part } from '../outline.ts';
import { isBlank, isNotShown, type Reader, reference, stated, words } from '../reader.ts';
import { readCatalogue } from './8-code.ts';
import { cut, sentences } from './cut.ts';
import { quotation } from './kept.ts';
import { withoutLabel } from './label.ts';
import { columnsOf } from './lines.ts';
import { gapOf, keepQuote, type Rest, reportLeft, type Walker, walk } from './walk.ts';

/** Where the errors of point 8 go while it is read. */
export interface ErrorSink {
  readonly errors: ErrorEntry[];
  readonly table: (table: Extract<Block, { kind: 'table' }>) => boolean;
}

/** Errors in lists and sentences that begin with a code or a status; tables go to the sink's own reader. */
export function readErrorsInWords(reader: Reader, blocks: readonly Block[], sink: ErrorSink, title: Span | null): Rest {
  const quotes: string[] = [];
  const own = title === null ? null : titleHead(title);
  if (title !== null && own === null) keepQuote({ quotes }, title.text);
  if (title !== null && own !== null) return readUnder(reader, blocks, sink, title, quotes);
  return walk(reader, blocks, {
    point: 8,
    quotes,
    table: sink.table,
    item: (item) => readItem(reader, item, sink, quotes),
    paragraph: (text) => readParagraph(reader, text, sink),
    code: (text) => readCatalogue(reader, text, sink, quotes),
  });
}

/** Whether a part is an error, or a group of them. */
export function holdsErrors({ title, blocks }: Part): boolean {
  const inItem = (item: Item): boolean => headOf(item.text) !== null || item.items.some(inItem);
  return (
    titleHead(title) !== null ||
    blocks.some((block) => {
      if (block.kind === 'list') return block.items.some(inItem);
      if (block.kind === 'prose') return !block.code && headOf(block.text) !== null;
      return block.header.cells.some((cell) =>
        /^(?:(?:error )?code|error|http(?: status)?|status)$/i.test(words(cell)),
      );
    })
  );
}

/** `### E01 (401)` with the text under it. */
function readUnder(reader: Reader, blocks: readonly Block[], sink: ErrorSink, title: Span, quotes: string[]): Rest {
  const texts: Span[] = [];
  const take = (text: Span) => texts.push(text) > 0;
  const takeItem = (item: Item): boolean => {
    take(item.text);
    for (const nested of item.items) takeItem(nested);
    return true;
  };
  const rest = walk(reader, blocks, {
    point: 8,
    quotes,
    table: sink.table,
    item: takeItem,
    paragraph: take,
    code: () => false,
  });
  addEntry(reader, title, texts, sink, titleHead(title));
  return { ...rest, inWords: true };
}

function readItem(reader: Reader, written: Item, sink: ErrorSink, quotes: string[]): boolean {
  const item = headOf(written.text) === null ? unlabelled(written, quotes) : written;
  const entries = entriesIn(item.text);
  if (entries.length === 0) {
    if (item.items.length === 0 && sink.errors.length > 0 && addWithoutCode(reader, item.text, sink)) return true;
    if (!item.items.some((nested) => headOf(nested.text) !== null)) return false;
    keepQuote({ quotes }, item.text.text);
    for (const nested of item.items) if (!readItem(reader, nested, sink, quotes)) leave(reader, nested, { quotes });
    return true;
  }
  const under = item.items.flatMap(textsOf);
  for (const entry of entries) addEntry(reader, entry, entry === entries.at(-1) ? under : [], sink);
  return true;
}

/** The requirement id in front of an entry is kept, and is not its code. */
function unlabelled(item: Item, quotes: string[]): Item {
  const { label, rest } = withoutLabel(item.text);
  if (label === null || headOf(rest) === null) return item;
  keepQuote({ quotes }, label.text);
  return { ...item, text: rest };
}

function leave(reader: Reader, item: Item, walker: Pick<Walker, 'quotes'>): void {
  for (const text of textsOf(item)) reportLeft(reader, text, 8);
  keepQuote(walker, item.at.text);
}

const textsOf = (item: Item): Span[] => [item.text, ...item.items.flatMap(textsOf)];

function readParagraph(reader: Reader, text: Span, sink: ErrorSink): boolean {
  const lines = split(text, '\n').filter((line) => line.text !== '');
  if (!lines.every((line) => headOf(line) !== null)) return false;
  for (const line of lines) for (const entry of entriesIn(line)) addEntry(reader, entry, [], sink);
  return true;
}

/** What an entry begins with: its code, its status, or both. */
interface Head {
  readonly code: Span;
  readonly status: number | null;
  readonly end: number;
}

const MARK = '(?:\\*\\*|`|"|\\[)?';
const CODE_WORD = '([\\p{Lu}][\\p{Lu}\\p{N}]*(?:[_-][\\p{Lu}\\p{N}]+)+|\\p{Lu}{1,5}\\d{1,4})';
/** Beside a status a single word in capitals is a code too. */
const ANY_CODE =
  '([\\p{Lu}][\\p{Lu}\\p{N}]*(?:[_-][\\p{Lu}\\p{N}]+)+|\\p{Lu}{1,5}\\d{1,4}|\\p{Lu}{3,40}(?![\\p{L}\\p{N}_-]))';
const STATUS = '([45](?:\\d\\d|xx|XX))';
const HEADS: readonly { readonly pattern: RegExp; readonly code: number; readonly status: number }[] = [
  { pattern: new RegExp(`^${MARK}${STATUS}${MARK}[\\s:–—-]+${MARK}${ANY_CODE}${MARK}`, 'u'), code: 2, status: 1 },
  {
    pattern: new RegExp(
      `^${MARK}${ANY_CODE}${MARK}[\\s:,–—-]*\\(?${MARK}(?:HTTP\\s*)?${STATUS}${MARK}\\)?(?![\\p{L}\\p{N}])`,
      'u',
    ),
    code: 1,
    status: 2,
  },
  {
    pattern: new RegExp(`^${MARK}${CODE_WORD}(?:\\*\\*|\`|"|\\])?(?=\\s*(?:[:–—(→"“]|->|=>|-\\s|$)|\\*\\*|\`)`, 'u'),
    code: 1,
    status: 0,
  },
  // In backticks a single word in capitals is a code, unless it is how a call is made.
  { pattern: /^`((?!(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)`)\p{Lu}{3,40})`(?=\s*[:–—])/u, code: 1, status: 0 },
  { pattern: new RegExp(`^${MARK}(?:HTTP\\s*)?${STATUS}${MARK}(?![\\p{L}\\p{N}])`, 'u'), code: 1, status: 1 },
  {
    pattern: new RegExp(
      `^["“„]([^"“”„.]{2,60})["”“] (?:is|has|means|comes with|gives)(?: the)?(?: HTTP)? (?:status|code) ${STATUS}\\.?`,
      'u',
    ),
    code: 1,
    status: 2,
  },
];

function headOf(span: Span): Head | null {
  for (const { pattern, code, status } of HEADS) {
    const match = pattern.exec(span.text);
    const written = match?.[code];
    if (match === null || written === undefined) continue;
    const at = match[0].indexOf(written);
    const number = Number(match[status] ?? Number.NaN);
    const after = /^(?:\*\*|`|\])/.exec(span.text.slice(match[0].length))?.[0].length ?? 0;
    return {
      code: part(span, at, at + written.length),
      status: status === 0 || Number.isNaN(number) ? null : number,
      end: match[0].length + after,
    };
  }
  return null;
}

/** A heading may be a code that would be a word anywhere else. */
function titleHead(title: Span): Head | null {
  const isCode = /^[A-Z][A-Z0-9_-]{2,40}$/.test(words(title));
  return headOf(title) ?? (isCode ? { code: title, status: null, end: title.text.length } : null);
}

const STATUS_ALONE =
  /^\(?(?:HTTP\s*|status\s*:?\s*)?([45]\d\d)\)?[.:,]?(?=\s|$)|\s*\((?:HTTP\s*|status\s*)?([45]\d\d)\)\s*$/i;

/** A status that stands beside the text, `422. "Check the fields."` or `… (429)`. */
function statusIn(texts: readonly Span[]): number | null {
  for (const { text } of texts) {
    const match = STATUS_ALONE.exec(text);
    if (match !== null) return Number(match[1] ?? match[2]);
  }
  return null;
}

function withoutStatus(span: Span): Span {
  const match = STATUS_ALONE.exec(span.text);
  if (match === null) return span;
  return match.index === 0 ? part(span, match[0].length) : part(span, 0, match.index);
}

/** An item may hold several entries with a semicolon between them. */
function entriesIn(text: Span): Span[] {
  if (headOf(text) === null) return [];
  const pieces = cut(text, (whole, at) => (whole[at] === ';' && headOf(part(text, at + 1)) !== null ? 1 : 0));
  return pieces.map((piece) => part(piece, 0));
}

const LINK =
  /^\s*(?:(otherwise|in all other cases)|((?:on|when|while|during|from|for|in case of|if)\s+[^→:"“]{1,80}?))?\s*(→|->|=>|:|–|—|-(?=\s)|(?=["“])|$)\s*/i;

/**
 * `**E01** (401) "text" What happens.`: the quoted text is what people read; advice to them is what to do next. What the
 * screens do then has no place of its own, and is kept as help.
 */
function addEntry(
  reader: Reader,
  text: Span,
  under: readonly Span[],
  sink: ErrorSink,
  head: Head | null = headOf(text),
): void {
  if (head === null) return;
  const code = words(head.code);
  const columns = columnsOf(text);
  if (columns.length > 2 || (columns.length === 2 && under.length === 0 && head.status !== null)) {
    addRow(reader, text, columns, under, sink, head);
    return;
  }
  const behind = part(text, head.end);
  const link = LINK.exec(behind.text);
  const cause = link === null ? null : (link[1] ?? link[2] ?? null);
  const rest = part(behind, link?.[0].length ?? 0);
  const id = reader.id('error', code);
  const about = { point: 8, element: id } as const;
  const isPlain = link === null || !/→|->|=>/.test(link[3] ?? '');
  const said = saidIn([rest, ...under].flatMap(sentences).map(withoutStatus), isPlain);
  for (const gap of said.gaps)
    reader.report(say.notShown('The message', 'A sentence of ours stands there until it is written.'), gap, about);
  const [left] = said.left;
  if (left !== undefined) reader.report(say.noteNotRead(said.left.map(words).join(' … '), null), left, about);
  sink.errors.push({
    ...stated(
      reader,
      8,
      id,
      text,
      said.left.length === 0 ? '' : quotation([text, ...under].map((one) => one.text).join(' ')),
    ),
    code,
    status: head.status ?? statusIn([rest, ...under].flatMap(sentences)),
    message: said.message === null ? '' : words(said.message),
    next: said.next.map(words).join(' '),
    standsFor: [],
    causes: cause === null ? [] : causesOf(reader, cause, behind),
  });
}

/** `E07  409  Not enough in stock.   -> reload`: the first column that is neither code nor status is the message. */
function addRow(
  reader: Reader,
  text: Span,
  columns: readonly Span[],
  under: readonly Span[],
  sink: ErrorSink,
  head: Head,
): void {
  const said = columns.filter((column) => column.from >= text.from + head.end - 1 && !isBlank(column));
  const [message, ...left] = said.filter((column) => STATUS_ALONE.exec(column.text)?.[0] !== column.text);
  const unread = [...left, ...under];
  const id = reader.id('error', words(head.code));
  const about = { point: 8, element: id } as const;
  const isGap = message !== undefined && isNotShown(message);
  if (isGap)
    reader.report(say.notShown('The message', 'A sentence of ours stands there until it is written.'), message, about);
  for (const one of unread) reader.report(say.noteNotRead(words(one), null), one, about);
  const quoted = message === undefined ? null : /^["“„]([^"“”„]*)["”“]$/.exec(message.text);
  sink.errors.push({
    ...stated(reader, 8, id, text, unread.length === 0 ? '' : quotation(unread.map((one) => one.text).join(' '))),
    code: words(head.code),
    status: head.status ?? statusIn(columns),
    message: message === undefined || isGap ? '' : (quoted?.[1] ?? words(message)),
    next: '',
    standsFor: [],
    causes: [],
  });
}

const CODELESS =
  /^(?:if |when )?((?:[^:→"“.;!?`]|`[^`]*`){1,80}?)\s*(→|->|=>|:|,? the (?:message|text) is)\s+(?=[\s\S]*["“])/i;

/**
 * `network error → toast "No connection."`: among entries with codes, what has none of its own is known by its words.
 * Nothing of ours raises it.
 */
function addWithoutCode(reader: Reader, text: Span, sink: ErrorSink): boolean {
  const match = CODELESS.exec(text.text);
  if (match?.[1] === undefined) return false;
  const from = text.text.indexOf(match[1]);
  const code = words(part(text, from, from + match[1].length));
  const said = saidIn([part(text, match[0].length)], false);
  if (said.message === null || code.split(/\s+/).length > 10) return false;
  const id = reader.id('error', code);
  const about = { point: 8, element: id } as const;
  const left = said.left.filter((one) => gapOf(one) === null);
  for (const gap of said.left.filter((one) => gapOf(one) !== null)) reportLeft(reader, gap, 8);
  if (left[0] !== undefined) reader.report(say.noteNotRead(left.map(words).join(' … '), null), left[0], about);
  sink.errors.push({
    ...stated(reader, 8, id, text, said.left.length === 0 ? '' : quotation(text.text)),
    code,
    status: null,
    message: words(said.message),
    next: said.next.map(words).join(' '),
    standsFor: [],
    causes: [],
  });
  return true;
}

function causesOf(reader: Reader, cause: string, behind: Span): Reference[] {
  const bare = cause
    .replace(/^(?:on|during|from|for)\s+/i, '')
    .replaceAll('`', '')
    .trim();
  const at = behind.text.indexOf(cause);
  return [{ ...reference(reader, part(behind, at, at + cause.length)), name: bare }];
}

interface Said {
  readonly message: Span | null;
  readonly next: readonly Span[];
  readonly left: readonly Span[];
  readonly gaps: readonly Span[];
}

const QUOTED = /["“„]([^"“”„]+)["”“]/;
const ADVICE =
  /^(?:please\b|try\b|reload\b|sign in\b|check\b|choose\b|contact\b|ask\b|wait\b|enter\b|correct\b|use\b|send\b|remove\b|write\b|close\b|open\b|go back\b)/i;
/** What is offered beside the text: `with "Reload" and "Keep editing"`, `A button "Reload" is offered`. */
const OFFERED = /^(?:with |and )?(?:an? |the )?(?:buttons? |links? )?["“][^"“”]{1,40}["”]/i;
const NO_TEXT = /^(?:message|text)\s*:\s*\**not shown\**\.?$/i;

/** The text in quotes is the message. Without one, a plain sentence right behind the code is. */
function saidIn(texts: readonly Span[], isPlain: boolean): Said {
  const left: Span[] = [];
  const next: Span[] = [];
  const gaps: Span[] = [];
  let message: Span | null = null;
  const hasQuote = texts.some(({ text }) => QUOTED.test(text));
  for (const text of texts) {
    for (const sentence of text.text === '' ? [] : sentences(text)) {
      const quoted = message === null ? QUOTED.exec(sentence.text) : null;
      if (NO_TEXT.test(sentence.text)) gaps.push(sentence);
      else if (quoted?.[1] !== undefined) {
        const from = quoted.index + 1;
        message = part(sentence, from, from + quoted[1].length);
        const before = bare(part(sentence, 0, quoted.index));
        const after = bare(part(sentence, quoted.index + quoted[0].length));
        if (
          /[\p{L}\p{N}]/u.test(
            before.text.replace(
              /^(?:(?:the |its )?(?:message|text)(?: to the user)?(?: is| reads| says)?|says|it says)\s*:?$/i,
              '',
            ),
          )
        )
          left.push(before);
        if (/[\p{L}\p{N}]/u.test(after.text))
          (ADVICE.test(after.text) || OFFERED.test(after.text) ? next : left).push(after);
      } else if (message === null && !hasQuote && isPlain && gapOf(sentence) === null) message = sentence;
      else if (ADVICE.test(sentence.text) || OFFERED.test(sentence.text)) next.push(sentence);
      else if (message !== null && !hasQuote && goesOn(message, sentence))
        message = { text: `${message.text}. ${sentence.text}`, from: message.from };
      else if (!isBlank(sentence)) left.push(sentence);
    }
  }
  return { message, next, left, gaps };
}

/** What screens and programs do then. */
const HAPPENS =
  /`|\b(?:client|app|application|screens?|forms?|pages?|dialogs?|toasts?|banners?|servers?|users?|buttons?|fields?|status|shown|shows?|marked|highlighted|redirect\w*|reloads?|retr\w+|logged|opens?|closes?|sends?|sent)\b/i;

const TELLS = /^(?:nothing|no|none|your?|it|this|that|these|those)\b|\b(?:has|have|had) been\b|\b(?:was|were)\b/i;

/** Whether a plain sentence right behind the message tells more of it to whoever reads it. */
const goesOn = (message: Span, sentence: Span): boolean =>
  TELLS.test(sentence.text) &&
  !HAPPENS.test(sentence.text) &&
  gapOf(sentence) === null &&
  sentence.from - message.from - message.text.length < 4;

const bare = (span: Span) => {
  const lead = /^[\s,.;:–—-]*/.exec(span.text)?.[0].length ?? 0;
  return part(span, lead);
};
