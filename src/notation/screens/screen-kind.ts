import type { Screen, ScreenField, ScreenKind } from '../../model/types/model.ts';
import { SCREEN_KIND_WORDS, SCREEN_KINDS, screenKinds } from '../../model/types/screen-kinds.ts';
import { codeSpans } from '../markdown/code.ts';
import { codeOf, findOutside, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { formula, isBlank, type Reader, reference, references, words } from '../reader/reader.ts';
import { splitWhere } from '../reader/where.ts';
import { SCREEN_VIEWS } from './screen-notation.ts';

/** The context of a finding of point 2. */
export type ScreenFindingContext = { readonly point: 2; readonly element: string };

/** Reads `Task where …`: the entity and the filter of its records. */
export function showsOf(
  reader: Reader,
  span: Span | null,
  about: ScreenFindingContext,
): Pick<Screen, 'entity' | 'filter'> {
  if (span === null) return { entity: null, filter: null };
  const { head, condition } = splitWhere(span);
  if (head.text === '') {
    reader.report(messages.valueUnknown('entity', words(span), 'the name of an entity before `where`'), span, about);
    return { entity: null, filter: null };
  }
  return { entity: words(head), filter: condition === null ? null : formula(reader, condition, about) };
}

export type View = Pick<Screen, 'kind' | 'fields' | 'by' | 'until'>;

const PLAIN: Omit<View, 'kind'> = { fields: [], by: null, until: null };

/** Returns the default kind of a screen. */
export function defaultScreenKind(route: string, entity: string | null): ScreenKind {
  if (entity === null) return 'page';
  return /:[^/]+$/.test(route) ? 'record' : 'table';
}

/**
 * Reads `table: a, b`, `board by status` or `calendar by startsOn to endsOn`. Null for anything else, which is
 * reported.
 */
export function viewOf(reader: Reader, span: Span, about: ScreenFindingContext): View | null {
  const text = codeOf(span) ?? span;
  const arranged = ARRANGED.exec(text.text);
  if (arranged !== null) return arrangedBy(reader, part(text, arranged[0].length), kindOf(arranged[1]));
  const match = ANY.exec(text.text);
  if (match === null) {
    reader.report(messages.valueUnknown('view', words(text), SCREEN_VIEWS), text, about);
    return null;
  }
  return { ...PLAIN, kind: kindOf(match[1]), fields: fieldsOf(reader, part(text, match[0].length)) };
}

/** By the words of a document, in lower case. */
const KINDS: ReadonlyMap<string, ScreenKind> = new Map(
  screenKinds.flatMap((kind) => SCREEN_KIND_WORDS[kind].words.map((word): [string, ScreenKind] => [word, kind])),
);

const kindOf = (word = ''): ScreenKind => KINDS.get(word.toLowerCase()) ?? 'page';

const anyOf = (kinds: readonly ScreenKind[]): string =>
  kinds.flatMap((kind) => SCREEN_KIND_WORDS[kind].words).join('|');

const ARRANGED = new RegExp(`^(${anyOf(screenKinds.filter((kind) => SCREEN_KINDS[kind].by !== null))})\\s+by\\s+`, 'i');

const ANY = new RegExp(`^(${anyOf(screenKinds)})\\s*(?::|$)`, 'i');

/** Reads `status: title, total` after `board by`; dates may state an end: `startsOn to endsOn`. */
function arrangedBy(reader: Reader, span: Span, kind: ScreenKind): View {
  const [colon] = findOutside(span.text, ':');
  const head = part(span, 0, colon);
  const fields = colon === undefined ? [] : fieldsOf(reader, part(span, colon + 1));
  const [to] = SCREEN_KINDS[kind].by === 'date' ? findOutside(head.text, ' to ') : [];
  if (to === undefined) return { ...PLAIN, kind, by: words(head), fields };
  return { kind, by: words(part(head, 0, to)), until: words(part(head, to + 4)), fields };
}

/** Reads `number, subject, assignee (Agent, Lead)`: fields, each with the roles that see it. */
export function fieldsOf(reader: Reader, span: Span): ScreenField[] {
  if (isBlank(span)) return [];
  return split(span, ',')
    .filter((field) => !isBlank(field))
    .map((field) => {
      const open = bracketIn(field.text);
      if (open === null) return { ...reference(reader, field), roles: [] };
      const roles = references(reader, part(field, open + 1, field.text.length - 1));
      return { ...reference(reader, part(field, 0, open)), roles };
    });
}

/** Returns the offset of the bracket that closes at the end of the text; null if there is none. */
function bracketIn(text: string): number | null {
  if (!text.endsWith(')')) return null;
  const code = codeSpans(text);
  let open: number | null = null;
  for (let at = 0; at < text.length - 1; at += 1) {
    const span = code.find(({ from }) => from === at);
    if (span !== undefined) at = span.to - 1;
    else if (text[at] === '\\') at += 1;
    else if (text[at] === '(') open ??= at;
  }
  const escaped = /(?<!\\)\\*$/.exec(text.slice(0, -1))?.[0].length ?? 0;
  return open === null || open === 0 || escaped % 2 === 1 ? null : open;
}
