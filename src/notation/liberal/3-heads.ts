import { codeSpans } from '../markdown/code.ts';
import type { Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { fieldsOf } from './3-clauses.ts';
import { withoutLabel } from './label.ts';

/** The line above the fields of an entity: its name, and what stands beside it. */
export interface Head {
  readonly name: Span;
  readonly notes: readonly Span[];
  /** Fields in the same line. */
  readonly inline: Span | null;
}

const NAME = /^\*\*([^*:]{1,60}?):?\*\*/;
const PLAIN = /^(\p{Lu}[\p{L}\p{N}'’_-]*(?: [\p{L}\p{N}'’_-]+){0,3})(?=\s*(?::|\(|$))/u;

/** Titles over fields or notes that name no entity. */
export const GENERIC =
  /^(?:(?:the|all|our|its)\s+)*(?:fields?|attributes?|properties|columns?|notes?|details?|relations?(?:hips?)?|relations in short|associations?|entities|entity overview|overview|enum(?:eration)?s?|types?|aliases|type aliases|value objects?|constraints?|indexes|keys?|remarks?|general|conventions?|totals?|examples?|glossary|computed(?: fields?| values?)?|what is computed|calculated(?: fields?)?|derived(?: fields?| values?)?|data model|model|diagram|er diagram|rules?|lifecycle|see also)$/i;

/** The head that an item is, where what is nested or stands behind its name are fields; null for any other item. */
export function headOf(item: Item): Head | null {
  const text = withoutLabel(item.text).rest;
  const bold = NAME.exec(text.text);
  const code = text.text.startsWith('`') ? codeSpans(text.text)[0] : undefined;
  const plain = bold === null && code === undefined ? PLAIN.exec(text.text) : null;
  const length = bold?.[0].length ?? code?.to ?? plain?.[0].length ?? 0;
  if (length === 0) return null;
  const raw = bold?.[1] ?? (code === undefined ? plain?.[1] : text.text.slice(code.innerFrom, code.innerTo)) ?? '';
  const from = text.text.indexOf(raw);
  const name = part(text, from, from + raw.length);
  if (!/^[\p{L}_][\p{L}\p{N} '’_-]*$/u.test(name.text) || GENERIC.test(name.text)) return null;
  if (code !== undefined && !/^\p{Lu}/u.test(name.text) && item.items.length < 2) return null;
  const { notes, rest } = behind(part(text, length));
  if (item.items.length === 0) return inlineOf(name, notes, rest, code !== undefined);
  if (plain !== null && rest.text !== '') return null;
  return { name, notes: rest.text === '' ? notes : [...notes, rest], inline: null };
}

/** `` `Address`: `line1: string`, `city: string` `` */
function inlineOf(name: Span, notes: readonly Span[], rest: Span, isCode: boolean): Head | null {
  if (!isCode || !/^\p{Lu}/u.test(name.text) || !rest.text.startsWith('`')) return null;
  const fields = fieldsOf(rest)?.drafts ?? [];
  const isEntity = fields.length > 1 || fields.some(({ value }) => value !== null);
  return isEntity ? { name, notes, inline: rest } : null;
}

function behind(after: Span): { readonly notes: Span[]; readonly rest: Span } {
  const notes: Span[] = [];
  let rest = after;
  for (;;) {
    const sign = /^[:–—-]\s*/.exec(rest.text)?.[0];
    if (sign !== undefined) rest = part(rest, sign.length);
    const bracket = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(rest.text);
    if (bracket === null) return { notes, rest: /^[.:]$/.test(rest.text) ? part(rest, 1) : rest };
    notes.push(part(rest, 1, bracket[0].length - 1));
    rest = part(rest, bracket[0].length);
  }
}

/** `belongs to one ticket, optionally to one of its comments`: whose it is, and what more is said. */
export function ownerIn(note: Span): { readonly owner: Span; readonly rest: Span | null } | null {
  const found =
    /^(?:always |each )?(?:is (?:one |a |an )?(?=line|part|position|row|item))?(?:belongs? to|part of|positions? of|rows? of|items? of|owned by|lines? of|child(?:ren)? of|of)\s+(?:exactly )?(?:an?|one|the|its|each|every)?\s*([\p{L}_][\p{L}\p{N}_ -]{0,40}?)(?=\s*(?:[,.;(]|$)|\s+and\s)/iu.exec(
      note.text,
    );
  if (found === null) return null;
  const from = found[0].length - (found[1] ?? '').length;
  const rest = part(note, found[0].length).text.replace(/^[,.;\s]*(?:and\s+)?/, '');
  return {
    owner: part(note, from, found[0].length),
    rest: rest === '' ? null : part(note, note.text.length - rest.length),
  };
}
