import { part, type Span } from '../markdown/span.ts';
import { type Head, headOf, routesIn } from './2-heads.ts';

/** A line of a block of code that states a screen. */
export interface CodeLine {
  readonly head: Head;
  readonly facts: readonly Span[];
  readonly source: Span;
}

/** The screens in a block of code: a route on each line, or routes as a program declares them. Null: it holds none. */
export function screensInCode(text: Span): CodeLine[] | null {
  const lines = linesOf(text).filter((line) => line.text !== '' && !/^(?:```|~~~|#(?!\/)|\/\/)/.test(line.text));
  const found = lines.map((line) => lineOf(line));
  if (found.length > 0 && found.every((line) => line !== null)) return found.flatMap((line) => line ?? []);
  const declared = lines.flatMap(declaredIn);
  return declared.length === 0 ? null : declared;
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
  const cells: Span[] = [];
  let rest = part(line, route.to);
  const lead = /^(?:#|\/\/|--|→|->|[–—|:])\s*/.exec(rest.text)?.[0].length ?? 0;
  rest = part(rest, lead);
  for (let gap = GAP.exec(rest.text); gap !== null; gap = GAP.exec(rest.text)) {
    cells.push(part(rest, 0, gap.index));
    rest = part(rest, gap.index + gap[0].length);
  }
  if (rest.text !== '') cells.push(rest);
  const [first, ...others] = cells;
  const isName = first !== undefined && /^\p{Lu}[^.,;:]{0,40}$/u.test(first.text);
  return {
    head: { routes: [route], name: isName ? first : null, rest: part(line, line.text.length), label: null },
    facts: isName ? others : cells,
    source: line,
  };
}

const DECLARED = /\bpath(?:=|:)\s*\{?\s*["'`](\/[^"'`]*|\*)["'`]/;
const COMPONENT = /\b(?:element|component|Component)(?:=|:)\s*\{?\s*<?([A-Z]\w*)/;

/** `<Route path="/orders" element={<OrderList />} />`. */
function declaredIn(line: Span): CodeLine[] {
  const path = DECLARED.exec(line.text);
  if (path?.[1] === undefined) return [];
  const from = path.index + path[0].lastIndexOf(path[1]);
  const [route] = headOf({ text: path[1], from: line.from + from })?.routes ?? [];
  if (route === undefined) return [];
  const component = COMPONENT.exec(line.text);
  const name = component?.[1] ?? '';
  const at = component === null ? 0 : component.index + component[0].length - name.length;
  return [
    {
      head: {
        routes: [route],
        name: component === null ? null : part(line, at, at + name.length),
        rest: part(line, line.text.length),
        label: null,
      },
      facts: [line],
      source: line,
    },
  ];
}
