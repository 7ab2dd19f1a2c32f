import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { type Head, headOf, routesIn } from './2-heads.ts';
import { cut, sentences } from './cut.ts';
import { withoutLabel } from './label.ts';
import { labelledLines } from './lines.ts';

/** A paragraph whose lines each begin with a label or with an address, as a list of them; any other block as it is. */
export function linesAsItems(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if (block.kind !== 'prose' || block.code || !block.text.text.includes('\n')) return block;
    if (/^(?:>|#|\|)/.test(block.text.text)) return block;
    const lines = routeLines(block.text) ?? labelledLines(block.text);
    return lines.length < 2 ? block : { kind: 'list', items: lines.map(itemOf) };
  });
}

const itemOf = (line: Span): Item => ({ at: line, text: line, items: [] });

/** The lines of a text that is nothing but screens, one on each line at one margin. */
function routeLines(text: Span): Span[] | null {
  const lines: Span[] = [];
  let from = 0;
  for (const line of text.text.split('\n')) {
    if (from > 0 && /^\s/.test(line)) return null;
    lines.push(part(text, from, from + line.length));
    from += line.length + 1;
  }
  return lines.every((line) => /^[`*"]{0,3}\/|^[^/]{1,60}[(`]\//.test(line.text) && headOf(line) !== null)
    ? lines
    : null;
}

/** A screen as a text states it. */
export interface StatedScreen {
  readonly head: Head;
  readonly facts: readonly Span[];
  /** Who is said to open it. */
  readonly who?: Span;
}

const KEYED = /^[*_]{0,2}([\p{L}][\p{L} ]{0,24}?)[*_]{0,2}\s*:[*_]{0,2}\s+\S/u;
const NAME = /^(?:screen|page|view|name|title)$/i;
const ROUTE = /^(?:route|path|url|address)$/i;

/** A text in lines `Screen: Orders`, `Route: /orders`, `Access: clerks`: a screen, and what the other lines say of it. */
export function keyedScreen(text: Span): StatedScreen | null {
  if (!text.text.includes('\n')) return null;
  const lines = cut(text, (all, at) => (all[at] === '\n' ? 1 : 0));
  const keys = lines.map((line) => KEYED.exec(line.text)?.[1] ?? null);
  const route = keys.findIndex((key) => key !== null && ROUTE.test(key));
  const name = keys.findIndex((key) => key !== null && NAME.test(key));
  const at = lines[route];
  if (route < 0 || route > 1 || name > 1 || at === undefined || routesIn(at).length !== 1) return null;
  const named = name < 0 ? undefined : lines[name];
  const head = headOf(part(at, at.text.indexOf(':') + 1));
  if (head === null) return null;
  const title = named === undefined ? head.name : part(named, named.text.indexOf(':') + 1);
  const facts = [head.rest, ...lines.filter((_, index) => index !== route && index !== name)];
  return { head: { ...head, name: title }, facts };
}

/** The name of a screen on a line of its own under its address. */
export function nameUnder(head: Head, items: readonly Item[]): Span | null {
  const [first] = items;
  if (head.name !== null || head.rest.text !== '' || first === undefined || first.items.length > 0) return null;
  return /^\p{Lu}[^.,;:()]{0,40}$/u.test(first.text.text) ? first.text : null;
}

const REQUIRED =
  /^(?:as an? (.{1,60}?),? I|(?:the |an? )?(.{1,60}?))(?: (?:shall|must|should|can|may|will|wants?|needs?))?(?: be able)?(?: to)? (?:open|see|view|visit|reach|use|find|get|offer|provide|show|have|contain)s? (?:the |an? |all )?(?:(?:page|screen|view)\b ?)?(?:(?:called |named )?["“*`]{0,2}([^"”*`/.]{1,60}?)["”*`]{0,2} )?(?:at |under |on )?[`(]?$/i;
const SYSTEM = /^(?:system|application|app|product|software|tool|there)$/i;

/** "The keeper shall be able to open the list of stays at `/stays`", "The system shall provide a page "Bills" at `/bills`". */
export function requiredScreen(text: Span): StatedScreen | null {
  const { label, rest } = withoutLabel(text);
  const slash = rest.text.indexOf('/');
  if (slash < 0 || slash > 200) return null;
  const [route, ...others] = routesIn(rest);
  const [sentence] = sentences(rest);
  if (route === undefined || route.from > 200 || sentence === undefined) return null;
  const inFirst = others.filter(({ from }) => from < sentence.text.length);
  const match = inFirst.length > 0 ? null : REQUIRED.exec(rest.text.slice(0, route.from));
  const subject = match?.[1] ?? match?.[2];
  if (match === null || subject === undefined || route.address.startsWith('/api/')) return null;
  const named = match[3];
  const at = named === undefined ? -1 : rest.text.lastIndexOf(named, route.from);
  const name = named === undefined ? null : part(rest, at, at + named.length);
  const behind = part(rest, route.to + (/^[`)]/.exec(rest.text.slice(route.to))?.[0].length ?? 0));
  const head = { routes: [route], name, rest: behind, label };
  if (SYSTEM.test(subject)) return { head, facts: [behind] };
  const from = rest.text.indexOf(subject);
  return { head, facts: [behind], who: { text: `for ${subject}`, from: Math.max(0, rest.from + from - 4) } };
}
