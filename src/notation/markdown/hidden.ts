import type { SyntaxNodeRef, Tree } from '@lezer/common';
import { type HtmlToken, htmlTokens } from './html.ts';
import { inlineHtml } from './inline.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * A range that is not read. `comment`: a comment. `html`: raw HTML. `within`: the content of an element that may hide
 * it. `definition`: the address of a link. `front`: front matter.
 */
export interface HiddenRange {
  readonly kind: 'comment' | 'html' | 'within' | 'definition' | 'front';
  readonly from: number;
  readonly to: number;
  /** Whether it covers whole lines rather than a part of a paragraph, heading or cell. */
  readonly isBlock: boolean;
  /** Text in it that may be visible on a page; null if there is none. */
  readonly shown: Stretch | null;
  /** Whether it is unclosed, so that it covers everything after it. */
  readonly isOpen: boolean;
}

const MIGHT_HIDE = /<[a-z/!?]|\]:/i;

/** Returns all ranges of a document that are not read, in order and not nested. */
export function hiddenRanges(text: string, tree: Tree): HiddenRange[] {
  if (!MIGHT_HIDE.test(text)) return [];
  const found = new Finder(text);
  tree.iterate({ enter: (node) => enter(text, node, found) });
  return found.finish();
}

const HTML = new Set(['HTMLBlock', 'CommentBlock', 'ProcessingInstructionBlock']);
const LEAVES = /^(?:Paragraph|TableCell|(?:ATX|Setext)Heading\d)$/;
const UNREAD = new Set(['CodeBlock', 'FencedCode', 'TooDeep']);

function enter(text: string, { name, from, to }: SyntaxNodeRef, found: Finder): boolean {
  if (HTML.has(name)) found.block(from, to);
  else if (name === 'LinkReference') found.add({ ...PLAIN, kind: 'definition', from, to, isBlock: true });
  else if (LEAVES.test(name)) found.leaf(text.slice(from, to), from);
  else return !UNREAD.has(name);
  return false;
}

const PLAIN = { shown: null, isOpen: false } as const;

class Finder {
  readonly #text: string;
  readonly #found: HiddenRange[] = [];
  /** The open element whose content is hidden, or an unfinished tag or comment that ends at `until`. */
  #open: { readonly from: number; readonly tag: string | null; depth: number; until: string | null } | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  add(hidden: HiddenRange): void {
    this.#found.push(hidden);
  }

  /** Adds a block: as a comment if it has nothing else, otherwise as HTML. */
  block(from: number, to: number): void {
    const tokens = htmlTokens(this.#text.slice(from, to));
    this.#html(tokens, from, to);
    const isBlankToken = (token: HtmlToken) => token.kind === 'text' && isBlank(this.#text, token, from);
    const isComment = (token: HtmlToken) => token.kind === 'comment' || (token.kind === 'cut' && token.isComment);
    const shown = tokens.find((token) => token.kind === 'text' && !isBlankToken(token));
    this.add({
      kind: tokens.every((token) => isComment(token) || isBlankToken(token)) ? 'comment' : 'html',
      from,
      to,
      isBlock: true,
      shown: shown === undefined ? null : { from: from + shown.from, to: from + shown.to },
      isOpen: tokens.at(-1)?.kind === 'cut',
    });
  }

  leaf(text: string, from: number): void {
    for (const html of inlineHtml(text)) {
      const stretch = { from: from + html.from, to: from + html.to };
      if (html.kind === 'comment') this.add({ ...PLAIN, kind: 'comment', ...stretch, isBlock: false });
      else this.#html(htmlTokens(text.slice(html.from, html.to)), stretch.from, stretch.to);
    }
  }

  #html(tokens: readonly HtmlToken[], offset: number, end: number): void {
    for (const token of tokens) {
      const open = this.#open;
      if (open === null) {
        if (token.kind === 'open' && token.hides)
          this.#open = { from: offset + token.from, tag: token.tag, depth: 1, until: null };
        else if (token.kind === 'cut') this.#open = { from: end, tag: null, depth: 0, until: token.until };
      } else if (open.until !== null) {
        const at = this.#text.slice(offset + token.from, offset + token.to).indexOf(open.until);
        if (at < 0) continue;
        if (open.tag === null) this.#close(offset + token.to);
        else open.until = null;
      } else if (token.kind === 'cut') {
        open.until = token.until;
      } else if ((token.kind === 'open' || token.kind === 'close') && token.tag === open.tag) {
        open.depth += token.kind === 'open' ? 1 : -1;
        if (open.depth === 0) this.#close(offset + token.to);
      }
    }
  }

  #close(to: number, isOpen = false): void {
    const from = this.#open?.from ?? to;
    this.#open = null;
    if (isBlank(this.#text, { from, to }, 0)) return;
    this.add({ kind: 'within', from, to, isBlock: false, shown: { from, to }, isOpen });
  }

  finish(): HiddenRange[] {
    if (this.#open !== null) this.#close(this.#text.trimEnd().length, true);
    return outermost(this.#found);
  }
}

const isBlank = (text: string, { from, to }: Stretch, offset: number): boolean =>
  text.slice(offset + from, offset + to).trim() === '';

/** Returns the ranges in order, without nested ones; overlapping ranges are merged. */
function outermost(found: readonly HiddenRange[]): HiddenRange[] {
  const result: HiddenRange[] = [];
  for (const each of found.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = result.at(-1);
    if (last === undefined || each.from >= last.to) {
      result.push(each);
    } else if (each.to > last.to) {
      const kind = each.kind === 'within' || last.kind === 'within' ? 'within' : 'html';
      const shown = { from: last.shown?.from ?? each.from, to: each.to };
      result[result.length - 1] = { ...last, kind, to: each.to, shown, isOpen: last.isOpen || each.isOpen };
    }
  }
  return result;
}

/** Returns the text with hidden ranges replaced by spaces; line ends stay. */
export function maskRanges(text: string, hidden: readonly HiddenRange[]): string {
  if (hidden.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to } of hidden) {
    pieces.push(text.slice(at, from), text.slice(from, to).replaceAll(/[^\n]/g, ' '));
    at = to;
  }
  return pieces.join('') + text.slice(at);
}

const FRONT = /^---[ \t]*\n(?=[\p{L}_][^\n]*:(?:\s|$)|#)/u;
const FRONT_END = /^(?:---|\.\.\.)[ \t]*$/m;

/**
 * Returns the front matter of a document (the lines between `---` at its start), or null. Pages show it as a table or
 * not at all.
 */
export function frontMatter(text: string): HiddenRange | null {
  const start = FRONT.exec(text)?.[0].length;
  if (start === undefined) return null;
  const end = FRONT_END.exec(text.slice(start));
  if (end === null) return null;
  return { ...PLAIN, kind: 'front', from: 0, to: start + end.index + end[0].length, isBlock: true };
}
