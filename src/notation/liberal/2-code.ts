import { part, type Span } from '../markdown/span.ts';
import { declaredIn } from './2-declared.ts';
import { addressOf, type Head, routesIn } from './2-heads.ts';

/** A line, or an object, of a block of code that states a screen. */
export interface CodeLine {
  readonly head: Head;
  readonly facts: readonly Span[];
  readonly source: Span;
  /** Whom it is for, as the code names them; null: it does not say. */
  readonly roles: readonly string[] | null;
  readonly redirect: Span | null;
  readonly isPublic: boolean;
  /** It stands in no menu. */
  readonly isHidden: boolean;
  /** It is kept from somebody, and nobody knows from whom. */
  readonly isShut: boolean;
  /** Where all of it begins and ends, where that is more than its source. */
  readonly extent?: readonly [number, number];
}

const PLAIN = { roles: null, redirect: null, isPublic: false, isHidden: false, isShut: false } as const;

/** What a block of code says of screens, and what of it says nothing that is known. */
export interface CodeScreens {
  readonly lines: readonly CodeLine[];
  readonly unread: readonly Span[];
}

/** The screens in a block of code: a route on each line, or routes as a program declares them. Null: it holds none. */
export function screensInCode(text: Span): CodeScreens | null {
  const all = linesOf(text).filter((line) => line.text !== '' && !/^(?:```|~~~|#(?!\/)|\/\/)/.test(line.text));
  const lines = all.map((line) => lineOf(line) ?? fileOf(line));
  if (lines.length > 0 && lines.every((line) => line !== null))
    return { lines: lines.flatMap((line) => line ?? []), unread: [] };
  const listed = yamlIn(all);
  if (listed !== null) return listed;
  const declared = declaredIn(withoutFence(text));
  if (declared.length > 0) return { lines: declared, unread: all.filter((line) => isLeft(line, declared)) };
  const constants = all.map(constantOf);
  const found = constants.flatMap((line) => line ?? []);
  const rest = all.filter((line, index) => constants[index] === null && !FRAME.test(line.text));
  return found.length >= 2 && rest.length < found.length ? { lines: found, unread: rest } : null;
}

/** What stands around the lines of code that state something. */
const FRAME =
  /^(?:[\s{}()[\]<>;,/]*|(?:export |default |const |let |type |interface )+.*[{[(]|\}.*|\].*|import\s.*|return\s*\(|<\/?(?:Browser)?(?:Router|Routes|Switch|RouterProvider)\b[^>]*>|<\/(?:\w*Route)>|(?:children|routes)\s*:\s*\[|path:.*)$/;

/** A line of code that no route stands on, and that says something. */
function isLeft(line: Span, declared: readonly CodeLine[]): boolean {
  if (FRAME.test(line.text)) return false;
  const end = line.from + line.text.length;
  return !declared.some(({ source, extent }) => {
    const [from, to] = extent ?? [source.from, source.from + source.text.length];
    return from < end && to > line.from;
  });
}

const PAIR = /^(?:- )?["']?(\w+)["']?\s*:\s*(.*)$/;

/** `- path: /orders` with the keys of that screen on the lines behind. */
function yamlIn(lines: readonly Span[]): CodeScreens | null {
  const found: CodeLine[] = [];
  const unread: Span[] = [];
  for (const line of lines) {
    const [, key = '', value = ''] = PAIR.exec(line.text) ?? [];
    const at = part(line, line.text.length - value.length);
    const written = bareOf(at);
    const last = found.at(-1);
    if (line.text.startsWith('- ') && /^(?:path|route|url|address)$/i.test(key) && written.text.startsWith('/')) {
      const routes = [{ address: addressOf(written.text), at: written }];
      const head = { routes, name: null, rest: part(line, line.text.length), label: null };
      found.push({ head, facts: [], source: line, ...PLAIN });
    } else if (last === undefined || key === '' || line.text.startsWith('- ')) {
      if (!/^(?:routes|screens|pages)\s*:$/i.test(line.text)) unread.push(line);
    } else found[found.length - 1] = withKey(last, key, written, line);
  }
  return found.length === 0 || unread.length > found.length ? null : { lines: found, unread };
}

function withKey(screen: CodeLine, key: string, value: Span, line: Span): CodeLine {
  if (/^(?:title|name|label|screen|page)$/i.test(key)) return { ...screen, head: { ...screen.head, name: value } };
  if (/^redirect(?:s?to)?$/i.test(key) && value.text.startsWith('/')) return { ...screen, redirect: value };
  if (/^(?:public|anonymous)$/i.test(key) && /^(?:true|yes)$/i.test(value.text)) return { ...screen, isPublic: true };
  if (!/^(?:roles?|access|for|who|allowed\w*)$/i.test(key)) return { ...screen, facts: [...screen.facts, line] };
  const roles = value.text
    .replace(/^\[(.*)\]$/, '$1')
    .split(',')
    .map((name) => name.replaceAll(/["']/g, '').trim())
    .filter((name) => name !== '');
  const isNames = roles.length > 0 && roles.every((name) => ROLE.test(name));
  return isNames ? { ...screen, roles } : { ...screen, isShut: true };
}

const ROLE = /^\p{L}[\p{L}\p{N}_-]*(?: \p{L}[\p{L}\p{N}_-]*){0,2}$/u;

const bareOf = (span: Span): Span => (/^(["']).*\1$/.test(span.text) ? part(span, 1, span.text.length - 1) : span);

/** The code between the marks around it. */
function withoutFence(text: Span): Span {
  const first = /^(?:`{3,}|~{3,})[^\n]*\n/.exec(text.text)?.[0].length ?? 0;
  const last = first === 0 ? -1 : text.text.lastIndexOf('\n');
  return part(text, first, last > first && /^\s*(?:`{3,}|~{3,})\s*$/.test(text.text.slice(last)) ? last : undefined);
}

function linesOf(text: Span): Span[] {
  const lines: Span[] = [];
  let from = 0;
  for (const line of text.text.split('\n')) {
    lines.push(part(text, from, from + line.length));
    from += line.length + 1;
  }
  return lines;
}

const GAP = /\s{2,}|\t|\s+(?:#|\/\/|--|→|->|[–—|])\s+/;

/** `/orders    Orders    clerk`: columns with more than one space between them. */
function lineOf(line: Span): CodeLine | null {
  const [route] = routesIn(line);
  if (route === undefined || route.from !== 0) return null;
  const { name, facts } = columnsBehind(part(line, route.to));
  const head = { routes: [route], name, rest: part(line, line.text.length), label: null };
  return { head, facts, source: line, ...PLAIN };
}

/** What stands behind an address on its line: a name, and what is said. */
function columnsBehind(span: Span): { readonly name: Span | null; readonly facts: readonly Span[] } {
  const cells: Span[] = [];
  let rest = part(span, /^(?:#|\/\/|--|→|->|[–—|:])\s*/.exec(span.text)?.[0].length ?? 0);
  for (let gap = GAP.exec(rest.text); gap !== null; gap = GAP.exec(rest.text)) {
    cells.push(part(rest, 0, gap.index));
    rest = part(rest, gap.index + gap[0].length);
  }
  if (rest.text !== '') cells.push(rest);
  const [first, ...others] = cells;
  const isName = first !== undefined && /^\p{Lu}[^.,;:]{0,40}$/u.test(first.text);
  return { name: isName ? first : null, facts: isName ? others : cells };
}

const FILE = /^(?:src\/)?(?:app\/((?:[^\s/]+\/)*)page|pages\/((?:[^\s/]+\/)*[^\s/.]+))\.(?:[jt]sx?|vue|svelte)(?=\s|$)/;

/** `app/orders/[id]/page.tsx   Order`: the file of a page says its address. */
function fileOf(line: Span): CodeLine | null {
  const file = FILE.exec(line.text);
  if (file === null) return null;
  const path = (file[1] ?? file[2] ?? '').replace(/(?:^|\/)index$/, '').replaceAll(/\([^()/]*\)\/?/g, '');
  const address = addressOf(`/${path}`);
  const { name, facts } = columnsBehind(part(line, file[0].length));
  const at = part(line, 0, file[0].length);
  const head = { routes: [{ address, at }], name, rest: part(line, line.text.length), label: null };
  return { head, facts, source: line, ...PLAIN };
}

const CONSTANT = /^["']?([\w-]+)["']?\s*[:=]\s*(["'`])(\/[^"'`]*)\2\s*(?:as const)?[,;]?\s*(?:\/\/\s*(.*))?$/;

/** `orders: '/orders', // all of them`. */
function constantOf(line: Span): CodeLine | null {
  const match = CONSTANT.exec(line.text);
  const path = match?.[3];
  if (match === null || path === undefined || path.startsWith('/api/')) return null;
  const from = line.text.indexOf(path);
  const name = match[1] ?? '';
  const named = line.text.indexOf(name);
  const facts = match[4] === undefined || match[4] === '' ? [] : [part(line, line.text.length - match[4].length)];
  const head = {
    routes: [{ address: addressOf(path), at: part(line, from, from + path.length) }],
    name: part(line, named, named + name.length),
    rest: part(line, line.text.length),
    label: null,
  };
  return { head, facts, source: line, ...PLAIN };
}
