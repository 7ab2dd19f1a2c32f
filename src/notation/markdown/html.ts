/** A piece of raw HTML as a browser reads it. Offsets are those of the given text. */
export type HtmlToken =
  | { readonly kind: 'comment' | 'text'; readonly from: number; readonly to: number }
  | {
      readonly kind: 'open' | 'close';
      readonly tag: string;
      readonly hides: boolean;
      readonly from: number;
      readonly to: number;
    }
  /** An unfinished tag or comment at the end of the text; it continues up to `until`. */
  | {
      readonly kind: 'cut';
      readonly isComment: boolean;
      readonly until: string;
      readonly from: number;
      readonly to: number;
    };

const TAG = /<(\/?)([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)(")?|'([^']*)(')?|[^\s>]*))?/y;
const TAG_END = /[\s/]*>/y;

/** Splits raw HTML into tags, comments and text. Never fails; linear in the length of the text. */
export function htmlTokens(text: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let small: string | null = null;
  let at = 0;
  let textFrom = 0;
  const add = (token: HtmlToken): void => {
    if (textFrom < token.from) tokens.push({ kind: 'text', from: textFrom, to: token.from });
    tokens.push(token);
    at = token.to;
    textFrom = at;
  };
  while (at < text.length) {
    const next = text.indexOf('<', at);
    if (next < 0) break;
    const token = text.startsWith('<!--', next)
      ? commentAt(text, next)
      : (declarationAt(text, next) ?? tagAt(text, next));
    if (token === null) {
      at = next + 1;
      continue;
    }
    add(token);
    if (token.kind === 'open' && RAW_TEXT.has(token.tag)) {
      small ??= text.toLowerCase();
      const end = small.indexOf(`</${token.tag}`, at);
      at = end < 0 ? text.length : end;
    }
  }
  if (textFrom < text.length) tokens.push({ kind: 'text', from: textFrom, to: text.length });
  return tokens;
}

function commentAt(text: string, from: number): HtmlToken {
  const short = /<!--+>/y;
  short.lastIndex = from;
  const empty = short.exec(text)?.[0];
  if (empty !== undefined && empty.length <= 6) return { kind: 'comment', from, to: from + empty.length };
  const end = text.indexOf('-->', from + 4);
  if (end < 0) return { kind: 'cut', isComment: true, until: '-->', from, to: text.length };
  return { kind: 'comment', from, to: end + 3 };
}

/** Reads `<!doctype …>` and `<?…>`, which browsers do not show. */
function declarationAt(text: string, from: number): HtmlToken | null {
  const sign = text[from + 1];
  if (sign !== '!' && sign !== '?') return null;
  const end = text.indexOf('>', from);
  if (end < 0) return { kind: 'cut', isComment: false, until: '>', from, to: text.length };
  return { kind: 'comment', from, to: end + 1 };
}

function tagAt(text: string, from: number): HtmlToken | null {
  TAG.lastIndex = from;
  const start = TAG.exec(text);
  if (start === null) return null;
  const tag = (start[2] ?? '').toLowerCase();
  const attributes: string[] = [];
  let at = TAG.lastIndex;
  for (;;) {
    TAG_END.lastIndex = at;
    if (TAG_END.test(text)) break;
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (found === null || found[0] === '') return { kind: 'cut', isComment: false, until: '>', from, to: text.length };
    if (found[2] !== undefined && found[3] === undefined) return cutIn(text, from, '"');
    if (found[4] !== undefined && found[5] === undefined) return cutIn(text, from, "'");
    attributes.push((found[1] ?? '').toLowerCase());
    at = ATTRIBUTE.lastIndex;
  }
  const kind = start[1] === '/' ? 'close' : 'open';
  return { kind, tag, hides: kind === 'open' && hides(tag, attributes), from, to: TAG_END.lastIndex };
}

const cutIn = (text: string, from: number, quote: string): HtmlToken => ({
  kind: 'cut',
  isComment: false,
  until: quote,
  from,
  to: text.length,
});

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const RAW_TEXT = words('script style textarea title xmp iframe noembed noframes plaintext');
const VOID = words('area base br col embed hr img input link meta param source track wbr');

/** Elements whose content a page hides, changes, or shows as deleted. */
const HIDING = words(
  'audio button canvas code datalist del dialog font frameset head iframe listing math meter noembed noframes noscript object optgroup option plaintext pre progress rp s script select strike style svg template textarea title video xmp',
);
/** Attributes that hide nothing. Any other, such as `hidden`, `style` or `class`, might hide the content. */
const HARMLESS = words(
  'align alt bgcolor border cellpadding cellspacing cite colspan datetime dir height href id lang markdown name open rel reversed rowspan src start target title type valign width',
);

/** Whether the content of this element might not be shown. */
function hides(tag: string, attributes: readonly string[]): boolean {
  if (VOID.has(tag)) return false;
  return HIDING.has(tag) || attributes.some((name) => !HARMLESS.has(name) && !name.startsWith('data-'));
}
