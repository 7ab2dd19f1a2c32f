import type { Formula } from '../../model/types/formula.ts';
import type { Screen, ScreenField, ScreenKind } from '../../model/types/model.ts';
import { codeOf, outside, part, type Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import { beforeWhere } from '../where.ts';
import { cut, endWithout } from './cut.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { nameKey, nameWords, withoutArticle } from './phrases/fold.ts';
import { attributeNamed, entityNamed } from './phrases/names.ts';

/** What a screen shows, as far as its name and its route tell for certain. */
export interface Shown {
  readonly entity: string | null;
  readonly kind: ScreenKind;
}

const PAGE: Shown = { entity: null, kind: 'page' };

/** The words of a name that say how it is shown, not what. */
export const GENERIC: ReadonlySet<string> = new Set(
  'page screen view list overview detail details index table editor form edit new create add raise all the a an my own manage management admin browse'.split(
    ' ',
  ),
);
export const CREATING: ReadonlySet<string> = new Set('new create add raise'.split(' '));
const NEW: ReadonlySet<string> = new Set(['new', 'create', 'add']);
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['staff', 'staff member'],
]);

/**
 * The entity whose name the screen or the last word of its route has; a form where the route ends in `new`, a record where
 * it ends in a parameter, else a table. A page where neither tells, or both tell something else.
 */
export function shownBy(reader: Reader, name: string, route: string): Shown {
  const steps = route.split('/').filter((step) => step !== '');
  const last = steps.at(-1) ?? '';
  const fixed = steps.filter((step) => !step.startsWith(':'));
  const end = fixed.at(-1) ?? '';
  const isEdit = last === 'edit' && (steps.at(-2)?.startsWith(':') ?? false);
  const isNew = NEW.has(last.toLowerCase());
  const noun = isEdit || isNew ? (fixed.at(-2) ?? '') : end;
  const lexicon = reader.lexicon();
  const byRoute = noun === '' ? null : entityOf(lexicon, noun);
  const named = nameWords(name);
  const byName = name === route ? null : entityOf(lexicon, named.filter((word) => !GENERIC.has(word)).join(' '));
  const entity = byName ?? byRoute;
  if (entity === null || (byName !== null && byRoute !== null && byName !== byRoute)) return PAGE;
  if (isNew) return { entity: entity.name, kind: 'form' };
  if (isEdit || last.startsWith(':')) return { entity: entity.name, kind: 'record' };
  if (steps.some((step) => step.startsWith(':'))) return PAGE;
  return { entity: entity.name, kind: named.some((word) => CREATING.has(word)) ? 'form' : 'table' };
}

/** An entity by its name in one or several; `client-list`, `clients` and `Client` are one. */
export function entityOf(lexicon: Lexicon, written: string): KnownEntity | null {
  const plain = withoutArticle(written.replaceAll(/[-_]+/g, ' ')).trim();
  if (plain === '') return null;
  const direct = entityNamed(lexicon, plain);
  if (direct !== null) return direct;
  const all = nameWords(plain);
  const singular = IRREGULAR.get(all.at(-1) ?? '');
  return singular === undefined ? null : entityNamed(lexicon, [...all.slice(0, -1), singular].join(' '));
}

/** The one entity that has all of these fields; null where none has, or more than one, or the names are too few to tell. */
export function entityWith(lexicon: Lexicon, names: readonly string[]): string | null {
  if (names.length < 3) return null;
  const found = lexicon.entities.filter((entity) =>
    names.every((name) => fieldNamed(lexicon, entity.name, name) !== null),
  );
  return found.length === 1 ? (found[0]?.name ?? null) : null;
}

const WAYS: ReadonlyMap<string, ScreenKind> = new Map([
  ['list', 'table'],
  ['table', 'table'],
  ['tiles', 'list'],
  ['cards', 'list'],
  ['board', 'board'],
  ['calendar', 'calendar'],
  ['form', 'form'],
]);
const WAY = /^(?:an? |the )?(list|table|tiles|cards|board|calendar|form)(?: view)? (?:of|for) (?:all )?(?:the )?/i;

export type ShownInWords = Pick<Screen, 'entity' | 'filter' | 'kind' | 'by' | 'until'>;

/**
 * "List of Booking where `…`", "Calendar of bookings by from to until": the entity, how it is shown and which of its records.
 * Null where it is no such sentence, names what is not known, or has a condition that is not read.
 */
export function shownInWords(
  reader: Reader,
  sentence: Span,
  read: (condition: Span) => Formula | null,
): ShownInWords | null {
  const [lead = '', way = ''] = WAY.exec(sentence.text) ?? [];
  const kind = WAYS.get(way.toLowerCase());
  if (kind === undefined) return null;
  const text = part(sentence, lead.length, endWithout(sentence.text, '.').length);
  const { head, condition } = beforeWhere(text);
  // In other words than the notation's it is no condition.
  if (condition !== null && codeOf(condition) === null) return null;
  const [name, by, until] = placesIn(head);
  const lexicon = reader.lexicon();
  const entity = name === undefined ? null : entityOf(lexicon, words(name));
  if (entity === null || (by === undefined) !== (kind !== 'board' && kind !== 'calendar')) return null;
  if (until !== undefined && kind !== 'calendar') return null;
  const [from, to] = [by, until].map((each) =>
    each === undefined ? undefined : fieldNamed(lexicon, entity.name, words(each)),
  );
  if (from === null || to === null) return null;
  const filter = condition === null ? null : read(condition);
  if (condition !== null && filter === null) return null;
  return { entity: entity.name, kind, filter, by: from ?? null, until: to ?? null };
}

/** `bookings by from to until` in its parts. */
function placesIn(head: Span): readonly Span[] {
  const [by] = outside(head.text, ' by ');
  if (by === undefined) return [head];
  const behind = part(head, by + 4);
  const [to] = outside(behind.text, ' to ');
  return [part(head, 0, by), ...(to === undefined ? [behind] : [part(behind, 0, to), part(behind, to + 4)])];
}

const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['lastupdate', 'changedAt'],
  ['lastupdated', 'changedAt'],
  ['updated', 'changedAt'],
  ['lastchange', 'changedAt'],
  ['lastchanged', 'changedAt'],
  ['created', 'createdAt'],
]);

/** A field of the entity by words: "due time" is `Due at`, "status badge" is `status`. */
export function fieldNamed(lexicon: Lexicon, entity: string, written: string): string | null {
  const text = withoutArticle(written.replaceAll(/[`*"“”]/g, '').trim());
  const tries = [
    text,
    text.replace(/\s+(?:badge|mark|address|column|pill|icon)$/i, ''),
    text.replace(/\s+(?:time|date)$/i, ' at'),
    text.replace(/\s+(?:time|date)$/i, ' on'),
    text.replace(/\s+date$/i, ''),
    `${text} date`,
  ];
  for (const each of tries) {
    const found = each === '' ? null : attributeNamed(lexicon, entity, each);
    if (found !== null) return found.name;
  }
  return BUILT_IN.get(nameKey(text)) ?? null;
}

/** `number, subject, state and priority` as the parts of the list. */
export function listed(span: Span): Span[] {
  const parts = cut(span, (text, at) =>
    text[at] === ',' ? 1 : (/^\s+and\s+/i.exec(text.slice(at, at + 8))?.[0].length ?? 0),
  );
  return parts.map((each) => (/^and\s/i.test(each.text) ? part(each, 4) : each)).filter(({ text }) => text !== '');
}

/** The fields that a list names; null where one of them is no field of the entity. */
export function fieldsIn(reader: Reader, span: Span, entity: string): ScreenField[] | null {
  const lexicon = reader.lexicon();
  const fields = listed(span).map((each) => {
    const name = fieldNamed(lexicon, entity, words(each));
    return name === null ? null : { name, at: reader.place(each), roles: [] };
  });
  return fields.length === 0 || fields.some((field) => field === null) ? null : fields.flatMap((field) => field ?? []);
}
