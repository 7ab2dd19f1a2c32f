import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { fieldValue, shownText } from '../../view/display-value.ts';
import type { EntityInView, ScreenInView, ViewContext } from '../../view/view-context.tsx';
import { isEmptyJson } from '../form/field-failures.ts';
import type { EventOffer } from './events.ts';

/** Texts that may have more characters than this are long texts. */
const maxShortText = 200;

/** Whether a field belongs to the main column: long texts, lines and files do, all other fields belong to the side panel. */
export function isWide({ type }: Attribute): boolean {
  if (type.kind === 'text') return type.max !== null && 'value' in type.max && type.max.value > maxShortText;
  return type.kind === 'long text' || type.kind === 'list' || type.kind === 'file';
}

/** Fields whose text is the heading of a record that a number identifies. */
const subjects = ['subject', 'title', 'name', 'betreff', 'titel'];

/** The heading of a record page. */
export interface RecordHeading {
  readonly text: string;
  /** The number of the record, shown beside the text; null if there is none. */
  readonly number: string | null;
  /** The field that the text comes from; null if the record has a substitute title. */
  readonly attribute: Attribute | null;
  /** The fields that the heading shows, so that the page does not repeat them. */
  readonly fields: ReadonlySet<string>;
}

/**
 * Returns the heading of a record: its title, and its number beside it. If the title is the number, the heading is the first
 * text field named subject, title or name. A title that is a reference stays among the fields, as the heading has no link.
 */
export function headingOf(
  context: ViewContext,
  { attributes, title }: EntityInView,
  record: WireRecord,
): RecordHeading {
  const titled = title === null ? null : (attributes.get(title) ?? null);
  const readable = [...attributes.values()].filter(({ kind, name }) => kind === 'field' && Object.hasOwn(record, name));
  const textOf = ({ type, name }: Attribute) => shownText(context, type, fieldValue(record, name));
  const isSubject = ({ type, name }: Attribute) =>
    type.kind === 'text' && subjects.includes(name.toLowerCase()) && !isEmptyJson(fieldValue(record, name));
  const number = readable.find(
    ({ type, name }) => type.kind === 'number series' && !isEmptyJson(fieldValue(record, name)),
  );
  const subject = titled?.type.kind === 'number series' ? (readable.find(isSubject) ?? null) : null;
  const shown = subject ?? titled;
  const beside = number !== undefined && number !== shown ? number : null;
  const fields = [shown?.type.kind === 'reference' ? null : shown, beside].flatMap((each) => each?.name ?? []);
  return {
    text: subject === null ? record._.title : textOf(subject),
    number: beside === null ? null : textOf(beside),
    attribute: shown,
    fields: new Set(fields),
  };
}

/** A section of the screen with its visible fields. */
export interface ShownSection {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly attributes: readonly Attribute[];
}

/** Where the fields of a record are shown, in document order. */
export interface RecordLayout {
  readonly side: readonly Attribute[];
  readonly main: readonly Attribute[];
  readonly sections: readonly ShownSection[];
  /** Number of empty fields, which are hidden unless they are asked for. */
  readonly empty: number;
}

/**
 * Returns where the fields `names` are shown. Fields of the screen's sections stay under their headings in the main column.
 * Empty fields are counted, and omitted unless `showsEmpty`; required ones and those in `pinned` are never counted.
 */
export function layoutOf(
  { view }: Pick<ViewContext, 'view'>,
  screen: Pick<ScreenInView, 'sections'>,
  entity: EntityInView,
  record: WireRecord,
  names: readonly string[],
  { pinned, showsEmpty }: { readonly pinned: ReadonlySet<string>; readonly showsEmpty: boolean },
): RecordLayout {
  const present = names.flatMap((name) => {
    const attribute = entity.attributes.get(name);
    if (attribute?.kind !== 'field' || !Object.hasOwn(record, name)) return [];
    // What the document leaves open concerns its author only.
    if (!view.dev && view.unknown.includes(attribute.id)) return [];
    const isEmpty = isEmptyJson(fieldValue(record, name));
    // A field with `shown when` is omitted while it is empty.
    if (isEmpty && attribute.field.shownWhen !== null) return [];
    const stays = attribute.field.required || pinned.has(name) || view.unknown.includes(attribute.id);
    return [{ attribute, isFolded: isEmpty && !stays }];
  });
  const shown = present.flatMap(({ attribute, isFolded }) => (isFolded && !showsEmpty ? [] : [attribute]));
  const inSection = new Set(screen.sections.flatMap(({ fields }) => fields));
  const free = shown.filter(({ name }) => !inSection.has(name));
  const sections = screen.sections.flatMap(({ id, label, help, fields }): ShownSection[] => {
    const attributes = shown.filter(({ name }) => fields.includes(name));
    return fields.length > 0 && attributes.length === 0 ? [] : [{ id, label, help, attributes }];
  });
  return {
    side: free.filter((each) => !isWide(each)),
    main: free.filter(isWide),
    sections,
    empty: present.filter(({ isFolded }) => isFolded).length,
  };
}

/**
 * Returns the fields that are shown even while they are empty: references to people that this person can set now, by a change
 * or by an event.
 */
export function pinnedFields(
  { schema }: Pick<ViewContext, 'schema'>,
  { attributes }: EntityInView,
  { _: { can } }: WireRecord,
  offers: readonly EventOffer[],
): ReadonlySet<string> {
  const asked = new Set(
    offers.flatMap(({ refusal, asks }) => (refusal === null ? asks.map(({ field }) => field) : [])),
  );
  const person = schema.person?.entity.name;
  const isPinned = ({ name, type }: Attribute) =>
    type.kind === 'reference' &&
    type.entity === person &&
    (asked.has(name) || (Object.hasOwn(can.change, name) && can.change[name] === null));
  return new Set([...attributes.values()].filter(isPinned).map(({ name }) => name));
}
