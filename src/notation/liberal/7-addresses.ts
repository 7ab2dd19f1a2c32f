import { part, type Span } from '../markdown/span.ts';
import { type Address, addressIn } from '../points/7-address.ts';
import type { Reader } from '../reader.ts';
import { isEntityAt } from './7-deed.ts';
import { endWithout } from './cut.ts';

/** An address in a text, and how far it reaches. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly address: Address;
  /** What stands in the same backticks behind the path. */
  readonly behind: Span | null;
  /** Nothing but a joint stands between it and the one before. */
  readonly joined: boolean;
}

const METHOD = '(?:GET|POST|PUT|PATCH|DELETE)';
const METHODS = `${METHOD}(?:\\s?\\\\?[,/|&]\\s?${METHOD}){0,4}`;
const START = '(?:/|https?://|\\{)';
const ELLIPSIS = '(?:…|\\.\\.\\.)/';

/** An address, in backticks or not; a method without a path; a path without a method. */
const TOKEN = new RegExp(
  [
    `\`\\s*(${METHODS})\\s+((?:${START}|${ELLIPSIS})[^\\s\`]*)([^\`]*)\``,
    `(?<![\\p{L}\`])\\**(?:\`(${METHODS})\`|(${METHODS}))\\**:?\\s+(?!/\\s+\`?${METHOD})\`?((?:${START}|${ELLIPSIS})[^\\s\`,;]*)\`?`,
    `\`(${METHODS})\`|(?<![\\p{L}\`])(${METHODS})(?![\\p{L}\\p{N}_-])`,
    `\`((?:/|${ELLIPSIS})[^\\s\`]*)\`|(?<=(?:[,·;|]|\\band|\\bor)\\s)((?:/|${ELLIPSIS})[\\p{L}{:][^\\s\`,;]*)`,
  ].join('|'),
  'gu',
);

interface Token {
  readonly from: number;
  readonly to: number;
  readonly methods: readonly string[];
  /** Null: methods alone. */
  readonly path: string | null;
  /** Where the path ends, and whether it stands with its methods in one pair of backticks. */
  readonly pathTo: number;
  readonly inCode: boolean;
}

/** What may stand between two addresses of a list, and between methods and the path of all of them. */
const JOINT = /^\**(?:\s*[,·•/;|&+]\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+)$/i;
const ON = /^\**:?\s+(?:(?:on|to|at|of|for)\s+)?$/i;

/**
 * The addresses of a text in their order: `GET` and `PATCH /boats/:id` are two, `GET` on `/boats`, `/piers` as well, and a path
 * alone goes on from the one before it, `POST /boats/:id/moor`, `/launch`, where it can be meant in one way only.
 */
export function addressesIn(reader: Reader, text: Span): Found[] {
  const found: Found[] = [];
  let waiting: Token[] = [];
  let last: { readonly methods: readonly string[]; readonly path: string } | null = null;
  let end = 0;
  for (const token of tokensIn(text.text)) {
    const between = text.text.slice(end, token.from);
    const isJoint = JOINT.test(between);
    end = token.to;
    if (token.path === null) {
      waiting = waiting.length > 0 && isJoint ? [...waiting, token] : [token];
      continue;
    }
    const before = waiting.length > 0 && (token.methods.length === 0 ? ON : JOINT).test(between) ? waiting : [];
    const goesOn = before.length === 0 && token.methods.length === 0;
    const own = [...before.flatMap(({ methods }) => methods), ...token.methods];
    const methods: readonly string[] = goesOn && isJoint ? (last?.methods ?? []) : own;
    const path: string | null =
      own.length > 0 && !token.path.startsWith('.') && !token.path.startsWith('…')
        ? token.path
        : continued(token.path, last?.path ?? null, reader);
    waiting = [];
    last = null;
    if (path === null) continue;
    const made = methods.flatMap((method): Found[] => {
      const address = addressIn(reader, { text: `${method} ${path}`, from: text.from + token.from }, null);
      return address === null ? [] : [foundAt(text, token, before[0] ?? token, address)];
    });
    found.push(...made.map((one, index) => ({ ...one, joined: index > 0 || (goesOn && found.length > 0) })));
    const [first] = made;
    if (first !== undefined) last = { methods, path: first.address.path };
  }
  return found;
}

function foundAt(text: Span, token: Token, first: Token, address: Address): Found {
  const rest = token.inCode ? text.text.slice(token.pathTo, token.to - 1).replace(/^\s*HTTP\/[\d.]+/, '') : '';
  const behind = rest.trim() === '' ? null : part(text, token.pathTo, token.to - 1);
  return { from: first.from, to: token.to, address, behind, joined: false };
}

function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match): Token => {
    const [whole, inTicks, ticked, , marked, bare, written, alone, plain, path, plainPath] = match;
    const methods = (inTicks ?? marked ?? bare ?? alone ?? plain ?? '')
      .split(/\s?\\?[,/|&]\s?/)
      .filter((one) => one !== '');
    const inCode = inTicks !== undefined;
    const raw = ticked ?? written ?? path ?? plainPath ?? null;
    const own = raw === null || inCode ? raw : endWithout(raw, '.:)*');
    const at = raw === null ? 0 : whole.lastIndexOf(raw, whole.length) + (own?.length ?? 0);
    const pathTo = match.index + (inCode ? whole.indexOf(raw ?? '') + (own?.length ?? 0) : at);
    const isCut = own !== null && !inCode && own !== raw;
    const to = isCut ? pathTo : match.index + whole.length;
    return { from: match.index, to, methods, path: own, pathTo, inCode };
  });
}

/** The whole of a path that goes on from the one before; null where it may be meant in two ways. */
function continued(written: string, before: string | null, reader: Reader): string | null {
  if (before === null) return null;
  const segments = before.split('/').filter((segment) => segment !== '');
  const own = written.replace(/^(?:…|\.\.\.)/, '');
  const [first = '', ...more] =
    own
      .split('?')[0]
      ?.split('/')
      .filter((segment) => segment !== '') ?? [];
  const isParameter = (index: number) => segments.at(index)?.startsWith(':') === true;
  const instead = `/${segments.slice(0, -1).join('/')}${own}`;
  if (own !== written) {
    if (isParameter(-1) || segments.length === 1) return `/${segments.join('/')}${own}`;
    return isParameter(-2) ? instead : null;
  }
  if (first === segments[0]) return own;
  if (more.length > 0) return isEntityAt(first, reader.lexicon()) ? own : null;
  if (segments.length === 1 && !isParameter(-1)) return own;
  return isParameter(-1) || isEntityAt(first, reader.lexicon()) ? null : instead;
}
