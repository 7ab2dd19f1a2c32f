import { codeOf, part, type Span, split } from '../markdown/span.ts';
import { type Address, queryIn } from '../points/7-address.ts';
import { isBlank, isNotShown, type Reader } from '../reader.ts';
import { addressesIn } from './7-addresses.ts';
import { bodyOf } from './7-body.ts';
import type { Lexicon } from './lexicon.ts';
import { matchEntity } from './phrases/match.ts';

/** The addresses of a cell that holds several, or words beside one; `left`: those words. */
export interface Several {
  readonly addresses: readonly Address[];
  readonly left: readonly Span[];
}

const BETWEEN = /^(?:[\s,·•/;|&+()]|\b(?:and|or)\b)*$/i;

/** Null: no address begins the cell. */
export function severalIn(reader: Reader, cell: Span): Several | null {
  const found = addressesIn(reader, cell);
  const [first] = found;
  if (first === undefined || !/^[`*]*$/.test(cell.text.slice(0, first.from))) return null;
  let end = 0;
  const gaps = found.map(({ from, to, behind }) => {
    const gap = part(cell, end, Math.max(end, from));
    end = to;
    return behind === null ? [gap] : [gap, behind];
  });
  const left = [...gaps.flat(), part(cell, end)].filter(({ text }) => !BETWEEN.test(text.replaceAll('*', '')));
  return { addresses: found.map(({ address }) => address), left };
}

/** What the cell of several calls says of each of them, and what of it can be said of none. */
export interface Shared {
  readonly addresses: readonly Address[];
  /** For each address what it sends; null: nothing is said of that. */
  readonly bodies: readonly (Span | null)[];
  readonly left: readonly Span[];
}

/** What calls of one row send: a query is that of the one list, a body that of those that write, or of those that it names. */
export function sharedAmong(reader: Reader, addresses: readonly Address[], cell: Span | null): Shared {
  const none = addresses.map(() => null);
  if (cell === null || isBlank(cell) || isNotShown(cell)) return { addresses, bodies: none, left: [] };
  const named = namedBodies(addresses, cell);
  if (named !== null) return { addresses, bodies: named, left: [] };
  const parts = split(cell, ';').filter((each) => !isBlank(each));
  const bodies = parts.filter(isBody);
  const isOne = bodies.length === 1 && !parts.some((each) => isFields(each, reader.lexicon()));
  const queries = parts.filter(isQuery);
  const asked = queries.length === 1 ? withQuery(reader, addresses, queries[0] ?? cell) : null;
  const left = parts.filter(
    (each) => !(isBody(each) ? isOne : isQuery(each) ? asked !== null : isFields(each, reader.lexicon())),
  );
  const writes = ({ method }: Address) => method === 'POST' || method === 'PUT' || method === 'PATCH';
  return {
    addresses: asked ?? addresses,
    bodies: isOne ? addresses.map((address) => (writes(address) ? (bodies[0] ?? null) : null)) : none,
    left,
  };
}

const isBody = (span: Span): boolean => {
  const inside = (codeOf(span) ?? span).text;
  return inside.startsWith('{') && bodyOf(inside) !== null;
};

const isQuery = (span: Span): boolean => /^\?[^\s?]+$/.test((codeOf(span) ?? span).text);

/** "`Boat` fields", "partial `Boat`": whatever the operation can take. */
function isFields(span: Span, lexicon: Lexicon): boolean {
  const match = /^(?:(?:the )?fields of (?:an? |the )?`?([^`]+)`?|`?([^`]+)`? fields|partial `?([^`]+)`?)$/i.exec(
    span.text,
  );
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return name !== undefined && matchEntity(name, { entity: null, lexicon }) !== null;
}

/** The query of the one call that lists; null where there is none, or more than one. */
function withQuery(reader: Reader, addresses: readonly Address[], cell: Span): Address[] | null {
  const isList = ({ method, path }: Address) => method === 'GET' && !/\/:[^/]*$/.test(path);
  if (addresses.filter(isList).length !== 1) return null;
  const code = codeOf(cell) ?? cell;
  const { query, values } = queryIn(reader, code.text.slice(1), code);
  return addresses.map((address) =>
    isList(address) ? { ...address, query: [...address.query, ...query], values: address.values || values } : address,
  );
}

/** "moor `{ berth }`, launch `{ at }`": bodies by the last word of the path. */
function namedBodies(addresses: readonly Address[], cell: Span): (Span | null)[] | null {
  const last = ({ path }: Address) => path.slice(path.lastIndexOf('/') + 1);
  const found = split(cell, ';')
    .flatMap((each) => split(each, ','))
    .map((each) => {
      const match = /^`?([\p{L}][\p{L}\p{N}_-]*)`?:?\s+(?=`\{|\{)/u.exec(each.text);
      const body = match === null ? null : part(each, match[0].length);
      return body !== null && isBody(body) ? { word: match?.[1] ?? '', body } : null;
    });
  const known = found.filter((each) => each !== null);
  const isClear = known.every(({ word }) => addresses.filter((address) => last(address) === word).length === 1);
  if (known.length < found.length || !isClear) return null;
  return addresses.map((address) => known.find(({ word }) => word === last(address))?.body ?? null);
}
