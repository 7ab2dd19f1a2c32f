import { PLAIN_FIELD } from '../../model/lookups/plain-field.ts';
import type { Entity, Field, UniqueKey } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Span } from '../markdown/span.ts';
import { named, type Reader, stated, words } from '../reader.ts';
import { type EntityDraft, entityIn, type FieldDraft, type Names, stretchOf, textOf } from './3-draft.ts';
import { fieldFrom, type ReadField } from './3-fields.ts';
import { joinHelp, quotation } from './kept.ts';
import { nameKey } from './phrases/fold.ts';

/** The fields of an entity, and the keys of several of them that they speak of. */
export interface FieldsRead {
  readonly fields: Field[];
  readonly unique: UniqueKey[];
  /** What is said besides, as quotations. */
  readonly help: string;
}

/** Fields in words as the Model has them; of two of a name the first counts where the second says nothing of its own. */
export function draftFields(
  reader: Reader,
  drafts: readonly FieldDraft[],
  entity: string,
  id: string,
  names: Names,
): FieldsRead {
  const fields: Field[] = [];
  const kept: string[] = [];
  const together: { readonly at: Span; readonly fields: readonly string[] }[] = [];
  for (const draft of drafts) {
    const { field, uniqueWith, kept: quote } = fieldKept(reader, draft, entity, names);
    kept.push(quote);
    if (field !== null) fields.push(field);
    if (uniqueWith.length > 0) together.push({ at: draft.at, fields: [words(draft.name), ...uniqueWith] });
  }
  const unique = together.flatMap((key) => keyOf(reader, key, fields, id));
  return { fields, unique, help: joinHelp(...kept) };
}

/** Many fields of one line, each of which says where it stands, are read anew. */
const LONGEST_KEPT = 2000;

function fieldKept(reader: Reader, draft: FieldDraft, entity: string, names: Names): ReadField {
  const read = () => fieldFrom(reader, draft, entity, names);
  const stretch = stretchOf(draft);
  if (stretch.to - stretch.from > LONGEST_KEPT) return read();
  return reader.kept(`field ${entity} ${textOf(draft)}`, stretch, names.text(), read);
}

function keyOf(
  reader: Reader,
  { at, fields: written }: { readonly at: Span; readonly fields: readonly string[] },
  fields: readonly Field[],
  entity: string,
): UniqueKey[] {
  const found = written.map((name) => fieldNamed(name, fields));
  if (!found.every((field) => field !== null)) {
    reader.report(say.noteNotRead(words(at), null), at, { point: 3, element: entity });
    return [];
  }
  const names = found.map((field) => field.name);
  return [
    {
      ...stated(reader, 3, reader.id('unique', entity.slice('entity/'.length), ...names), at),
      fields: names.map((name) => ({ name, at: reader.place(at) })),
      where: null,
      error: null,
    },
  ];
}

/** By its name, or by the one word that it alone begins with: "the same parent" is the field "Parent category". */
function fieldNamed(written: string, fields: readonly Field[]): Field | null {
  const key = nameKey(written);
  const exact = fields.find(({ name }) => nameKey(name) === key);
  if (exact !== undefined) return exact;
  const begun = fields.filter(
    ({ name }) =>
      nameKey(name.split(/[\s_-]/)[0] ?? '') === key || nameKey(name.replace(/(?:Id|_id| id)$/, '')) === key,
  );
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

/** An entity in words as the Model has it. */
export function entityFrom(reader: Reader, draft: EntityDraft, names: Names): Entity {
  const name = words(draft.name);
  const id = reader.id('entity', name);
  const plural = draft.fields.find((field) => isPluralOf(field, name, names));
  const drafts = draft.fields.filter((field) => field !== plural);
  const { fields, unique, help } = draftFields(reader, drafts, name, id, names);
  const kept: string[] = [];
  let owner = draft.owner === null ? null : entityIn(words(draft.owner), names);
  let isOnly = false;
  const keys: { readonly at: Span; readonly fields: readonly string[] }[] = [];
  for (const note of draft.notes) {
    const key = keyIn(note.text);
    const of = key?.length === 1 ? entityIn(key[0] ?? '', names) : null;
    if (of !== null) {
      owner ??= of;
      isOnly = true;
      continue;
    }
    if (key !== null && key.length > 1) {
      keys.push({ at: note, fields: key });
      continue;
    }
    const also = /^(?:exactly )?(?:one|an?|its) (.+)$/i.exec(note.text)?.[1];
    if (also !== undefined && fieldNamed(also, fields) !== null) continue;
    kept.push(quotation(note.text));
    if (!/^(?:the )?[\p{L} -]+ = |^(?:e\.g\.|i\.e\.|see |one line = )/iu.test(note.text))
      reader.report(say.noteNotRead(words(note), null), note, { point: 3, element: id });
  }
  if (draft.owner !== null && owner === null) {
    kept.push(quotation(`belongs to ${draft.owner.text}`));
    reader.report(
      say.nameUnknown(words(draft.owner), 'entity', 'Write the name of an entity of point 3.'),
      draft.owner,
      { point: 3, element: id },
    );
  }
  const all = owner === null ? fields : withOwner(reader, fields, owner, isOnly, name, draft.name);
  const together = keys.flatMap((key) => {
    const found = keyOf(reader, key, all, id);
    if (found.length === 0) kept.push(quotation(key.at.text));
    return found;
  });
  return {
    ...stated(reader, 3, id, draft.name, joinHelp(...kept, help)),
    ...named(name, plural === undefined ? null : words(saidOf(plural) ?? plural.name)),
    fields: all,
    belongsTo: null,
    was: [],
    unique: [...unique, ...together],
  };
}

/** `Plural: Kids` among what stands under Kid: what people call several of them, and no field. */
const isPluralOf = (field: FieldDraft, entity: string, names: Names): boolean =>
  words(field.name).toLowerCase() === 'plural' && entityIn(words(saidOf(field) ?? field.name), names) === entity;

/** All that is said of a field, where that is one thing. */
function saidOf({ value, details }: FieldDraft): Span | null {
  const [only, ...more] = details;
  return value ?? (more.length === 0 ? (only ?? null) : null);
}

/** `one per interview and interviewer`, `A student never has more than one per year`: the names that it may be once for. */
function keyIn(note: string): string[] | null {
  const text = note.replace(/\.$/, '');
  const one = /^(?:at most |exactly |only )?(?:one|1) (?:per|for each|for every) (.+)$/i.exec(text)?.[1];
  if (one !== undefined) return listed(one);
  const never =
    /^(?:(?:an?|each|one|every) (.+?) (?:never has more than|has at most|has only|(?:can|may) (?:only )?have (?:only |at most )?)|no (.+?) (?:has|can have|may have) more than) ?one(?: of (?:them|these))? (?:per|for each|for every|in each|in any|in the same) (.+)$/i.exec(
      text,
    );
  const subject = never?.[1] ?? never?.[2];
  return never === null || subject === undefined ? null : [subject, ...listed(never[3] ?? '')];
}

const listed = (names: string) =>
  names.split(/\s*(?:,|\+|&| and )\s*/).map((each) => each.replace(/^(?:an?|each|the) /i, ''));

/** A record that belongs to another one has a field that leads there; it is there already, or its head says so. */
export function withOwner(
  reader: Reader,
  fields: readonly Field[],
  owner: string,
  isOnly: boolean,
  entity: string,
  at: Span,
): Field[] {
  const own = fields.filter(({ type }) => type.kind === 'reference' && type.entity === owner);
  const by =
    own.find(({ name }) => nameKey(name) === nameKey(owner) || nameKey(name) === nameKey(`${owner} id`)) ??
    (own.length === 1 ? own[0] : undefined);
  if (by !== undefined)
    return fields.map((field) => (field === by ? { ...field, required: true, unique: field.unique || isOnly } : field));
  const name = owner.charAt(0).toLowerCase() + owner.slice(1);
  const leading: Field = {
    ...stated(reader, 3, reader.id('field', entity, name), at),
    ...named(name),
    ...PLAIN_FIELD,
    type: { kind: 'reference', entity: owner },
    required: true,
    unique: isOnly,
  };
  return [leading, ...fields];
}
