import { part, type Span } from '../markdown/span.ts';
import type { CodeLine } from './2-code.ts';
import { addressOf } from './2-heads.ts';
import { cut } from './cut.ts';

/** A stretch of code between braces, or a tag with attributes, with those that stand in it. */
interface Enclosed {
  readonly from: number;
  readonly to: number;
  readonly children: Enclosed[];
}

const PATH = /(?<![\w.])["']?path["']?\s*(?:=|:)\s*\{?\s*(["'`])([^"'`\n]*)\1/;

/** Routes as a program declares them: objects with a `path`, tags `<Route path=…>`, nested ones under the path of their parent. */
export function declaredIn(code: Span): CodeLine[] {
  return enclosedIn(code.text).flatMap((each) => screensOf(code, each, ''));
}

function screensOf(code: Span, stretch: Enclosed, parent: string): CodeLine[] {
  // Which tag a tag with half an address stands in, nobody knows here.
  const isTag = code.text[stretch.from] === '<';
  const own = ownText(code.text, stretch);
  const path = PATH.exec(own);
  const written = path?.[2] ?? null;
  if (path === null || written === null) return stretch.children.flatMap((child) => screensOf(code, child, parent));
  if (isTag && !/^[/*]/.test(written)) return [];
  const address =
    written.startsWith('/') || written === '*'
      ? written
      : written === '**'
        ? '*'
        : `${parent.replace(/\/$/, '')}/${written}`;
  const inner = stretch.children.flatMap((child) => screensOf(code, child, address));
  if (inner.some((line) => line.head.routes[0]?.address === addressOf(address))) return inner;
  const at = part({ text: own, from: code.from + stretch.from }, 0);
  const source = { text: withoutGaps(own), from: at.from };
  const from = code.from + stretch.from + path.index + path[0].lastIndexOf(written);
  const routes = [{ address: addressOf(address), at: { text: written, from } }];
  const said = saidIn(at, behind(code, stretch));
  // A parent of other routes that shows nothing itself is none.
  const isShell = inner.length > 0 && said.name === null && said.redirect === null;
  if (isShell || address.startsWith('/api/')) return inner;
  const head = { routes, name: said.name, rest: { text: '', from: at.from }, label: null };
  const extent = [code.from + stretch.from, code.from + stretch.to] as const;
  const { name: _, ...others } = said;
  return [{ ...others, head, source, extent }, ...inner];
}

/** The text of a stretch with what belongs to routes inside of it left out. */
function ownText(text: string, { from, to, children }: Enclosed): string {
  let own = '';
  let at = from;
  for (const child of children) {
    if (!PATH.test(text.slice(child.from, child.to))) continue;
    own += text.slice(at, child.from) + ' '.repeat(child.to - child.from);
    at = child.to;
  }
  return own + text.slice(at, to);
}

const withoutGaps = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');

/** A comment behind, on the same line. */
function behind(code: Span, { to }: Enclosed): Span | null {
  const end = code.text.indexOf('\n', to);
  const rest = part(code, to, end < 0 ? undefined : end);
  const lead = /^[,;]?\s*\/\/\s*/.exec(rest.text);
  return lead === null ? null : part(rest, lead[0].length);
}

type Said = Omit<CodeLine, 'head' | 'source'> & { readonly name: Span | null };

const COMPONENT =
  /(?:\b(?:element|component|Component|page|view|screen)\s*(?:=|:)\s*\{?\s*<?|\bimport\(["'`][^"'`\n]*\/)([A-Z]\w*)/g;
const TITLE = /(?<![\w.])["']?(?:title|label|breadcrumb|heading|menuTitle)["']?\s*(?:=|:)\s*\{?\s*(["'`])([^"'`\n]+)\1/;
const NAME = /(?<![\w.])["']?name["']?\s*(?:=|:)\s*\{?\s*(["'`])([^"'`\n]+)\1/;
const REDIRECT =
  /(?:\b(?:redirect|redirectTo)["']?\s*(?:=|:)\s*\{?\s*|<(?:Navigate|Redirect)\b[^>]{0,80}?\bto=\{?)(["'`])(\/[^"'`\n]*)\1/;
const ROLES =
  /(?<![\w.])["']?(?:roles?|allowed(?:Roles|For)?|allow|for|onlyFor|requires?Roles?|requiredRoles?|hasRole)["']?\s*(?:=|:)\s*\{?\s*(?:\[([^\]]*)\]|(["'`])([\w -]+)\2)/;
const PUBLIC =
  /(?<![\w.])["']?(?:(?:public|isPublic|anonymous|guest|allowAnonymous|noAuth)["']?\s*(?::\s*true\b|=\s*\{?true|(?=\s*[,}>]))|(?:auth|requires?Auth|authRequired|requireLogin|protected|private|secure)["']?\s*[:=]\s*\{?\s*false\b)/;
const HIDDEN =
  /(?<![\w.])["']?(?:(?:menu|nav|inMenu|showInMenu|sidebar)["']?\s*[:=]\s*\{?\s*false|(?:hidden|hideInMenu)["']?\s*[:=]\s*\{?\s*true)\b/;
const SIGNED_IN =
  /(?<![\w.])["']?(?:auth|requires?Auth|authRequired|requireLogin|protected|private|secure)["']?\s*[:=]\s*\{?\s*true\b|<(?:RequireAuth|RequireLogin|PrivateRoute|ProtectedRoute|AuthGuard|Private|Protected)\s*\/?>/;
const SHUT =
  /(?<![\w.])["']?(?:canActivate|canMatch|canLoad|beforeEnter|guards?|middleware|permissions?|policy|claims|scopes|access|can|if|when)["']?\s*[:=]|<(?:Require|Only|Guard|Can|With)[A-Z]\w*/;
const NEUTRAL =
  /^["']?(?:path|index|exact|strict|id|key|meta|data|children|element|component|Component|lazy|loader|end|caseSensitive|props|page|view|screen|pathMatch|loadComponent|loadChildren)["']?\s*[:=]/;

function saidIn(own: Span, comment: Span | null): Said {
  const { text } = own;
  const inside = (match: RegExpExecArray | null, group: number): Span | null => {
    const value = match?.[group];
    if (match === null || value === undefined) return null;
    const from = match.index + match[0].lastIndexOf(value);
    return part(own, from, from + value.length);
  };
  const components = [...text.matchAll(COMPONENT)].filter(
    ([, name = '']) =>
      !/^(?:Navigate|Redirect|Require|Only|Guard|Can|With|Private|Protected|Suspense|AuthGuard|Layout|Outlet)/.test(
        name,
      ),
  );
  const component = components.at(-1) ?? innerTag(text);
  const redirect = inside(REDIRECT.exec(text), 2);
  const list = ROLES.exec(text);
  const roles = list === null ? null : namesOf(list[1] ?? list[3] ?? '');
  const shut = SHUT.exec(text);
  const isSignedIn = SIGNED_IN.test(text);
  const facts: Span[] = comment === null ? [] : [comment];
  const isShut = roles === null && shut !== null && !isSignedIn;
  const title = inside(TITLE.exec(text), 2);
  facts.push(...keysIn(own).filter((key) => !isRead(key.text, roles !== null)));
  return {
    name: redirect !== null && title === null ? null : (title ?? spanOf(own, component) ?? inside(NAME.exec(text), 2)),
    redirect,
    roles,
    isPublic: roles === null && PUBLIC.test(text),
    isHidden: HIDDEN.test(text),
    isShut,
    facts,
  };
}

function spanOf(own: Span, match: RegExpMatchArray | RegExpExecArray | null): Span | null {
  const name = match?.[1];
  if (match === null || name === undefined) return null;
  const from = (match.index ?? 0) + match[0].length - name.length;
  return part(own, from, from + name.length);
}

/** `<RequireRole role="admin"><Users /></RequireRole>`: the innermost tag is the screen. */
function innerTag(text: string): RegExpExecArray | null {
  const tags = [...text.matchAll(/<([A-Z]\w*)(?=\s*\/>)/g)].filter(
    ([, name = '']) => !/^(?:Navigate|Redirect|Outlet|Route)$/.test(name),
  );
  return (tags.at(-1) as RegExpExecArray | undefined) ?? null;
}

const namesOf = (list: string): string[] =>
  list
    .split(',')
    .map((each) =>
      each
        .replace(/^.*\./, '')
        .replaceAll(/["'`\s]/g, (char) => (char === ' ' ? ' ' : ''))
        .trim(),
    )
    .filter((each) => each !== '');

/** The keys of an object, each with its value. */
function keysIn(own: Span): Span[] {
  const braced = /^\{([\s\S]*)\}$/.exec(own.text);
  if (braced === null) return [];
  return cut(part(own, 1, own.text.length - 1), (text, at) => (text[at] === ',' ? 1 : 0));
}

function isRead(key: string, hasRoles: boolean): boolean {
  if (NEUTRAL.test(key) || TITLE.test(key) || NAME.test(key) || REDIRECT.test(key)) return true;
  if (ROLES.test(key)) return hasRoles;
  return PUBLIC.test(`${key},`) || HIDDEN.test(key) || SIGNED_IN.test(key) || /^(?:\/\/|\.\.\.|\s*$)/.test(key);
}

/** Routes that are nested deeper are read by nobody. */
const DEEPEST = 12;
const TAG = /<(?:\w+\.)?(?:\w*Route)\b/y;

/** What is enclosed in braces and in route tags, strings and comments left out of account. */
function enclosedIn(text: string): Enclosed[] {
  const top: Enclosed[] = [];
  const open: { readonly from: number; readonly closer: string; readonly children: Enclosed[] }[] = [];
  let tooDeep = 0;
  const begin = (from: number, closer: string) => {
    if (open.length >= DEEPEST) tooDeep += 1;
    else open.push({ from, closer, children: [] });
  };
  const close = (at: number) => {
    if (tooDeep > 0) {
      tooDeep -= 1;
      return;
    }
    const last = open.pop();
    if (last !== undefined)
      (open.at(-1)?.children ?? top).push({ from: last.from, to: at + 1, children: last.children });
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '/' && text[at + 1] === '/' && text[at - 1] !== ':') at = lineEnd(text, at);
    else if (char === '"' || char === "'" || char === '`') at = stringEnd(text, at);
    else if (char === '{') begin(at, '}');
    else if (char === '<' && isTag(text, at)) begin(at, '>');
    else if ((tooDeep > 0 && char === '}') || open.at(-1)?.closer === char) {
      if (text[at - 1] !== '=') close(at);
    }
  }
  return top;
}

function isTag(text: string, at: number): boolean {
  TAG.lastIndex = at;
  return TAG.test(text);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Where a string ends that begins here; where nothing closes it on its line, it is none. */
function stringEnd(text: string, at: number): number {
  const end = text.indexOf(text.charAt(at), at + 1);
  return end < 0 || (text.charAt(at) !== '`' && text.slice(at, end).includes('\n')) ? at : end;
}
