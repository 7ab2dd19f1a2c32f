import { parseType } from '../../fields/registry/type-parse.ts';
import type { Block, Item } from '../markdown/document.ts';
import { codeOf, endOf, part, type Span, split } from '../markdown/span.ts';
import type { Part } from '../outline.ts';
import { keyAndValue } from '../reader.ts';
import { type Clauses, fieldsOf, sentencesIn } from './3-clauses.ts';
import { readModelCode } from './3-code.ts';
import { draftOf, type EntityDraft, type FieldDraft } from './3-draft.ts';
import { tellGroup, textsOf } from './3-group.ts';
import { GENERIC, headOf, ownerIn } from './3-heads.ts';
import { proseField, proseFields, proseHead } from './3-prose.ts';
import { type Related, relationsIn } from './3-relations.ts';
import { addNamed } from './3-said-of.ts';
import { tableDrafts } from './3-table.ts';
import { quotation } from './kept.ts';
import { withoutLabel } from './label.ts';
import { columnsOf, plainBlocks } from './lines.ts';

/** All that a stretch of point 3 says in words, tables of its own or code. */
export interface Told {
  readonly entities: EntityDraft[];
  /** Fields of an entity that stands elsewhere; null: the one whose fields these are is to be found. */
  readonly loose: { readonly entity: Span | null; readonly fields: readonly FieldDraft[]; readonly at: Span }[];
  /** `Cents = number`, `Currency: 'EUR' | 'USD'`: a name and the type it stands for. */
  readonly aliases: { readonly name: Span; readonly type: Span; readonly at: Span }[];
  readonly relations: Related[];
  /** What is left, in order: kept as prose, and searched for what it says. */
  readonly rest: Block[];
  readonly unread: Span[];
}

/** What a container of entities says: bullets, tables with a column for the entity, code, sentences. */
export function tellEntities(blocks: readonly Block[]): Told {
  const told: Told = { entities: [], loose: [], aliases: [], relations: [], rest: [], unread: [] };
  let title: Title | null = null;
  for (const block of plainBlocks(blocks)) {
    if (block.kind === 'list') {
      const { entity, items } = titled(title, block.items);
      if (entity !== null) {
        told.entities.push(entity);
        keepLabel(told);
      }
      const left = items.filter((item) => !tellItem(told, item));
      // Alone, what is left of a list might be read as what it was not beside the rest of it.
      if (left.length < block.items.length)
        told.unread.push(...left.flatMap(textsOf).filter(({ text }) => text !== ''));
      else if (left.length > 0) told.rest.push({ kind: 'list', items: left });
    } else if (block.kind === 'table') {
      const found = tableDrafts(block, title?.name ?? null);
      if (found === null) told.rest.push(block);
      else {
        told.entities.push(...found.entities);
        told.unread.push(...found.unread);
      }
    } else if (block.code) {
      const code = readModelCode(block.text);
      const relations = code === null ? relationsIn(block.text) : null;
      if (code !== null) {
        told.entities.push(...code.entities);
        told.aliases.push(...code.aliases);
        told.unread.push(...code.unread);
      } else if (relations !== null) told.relations.push(...relations);
      if (code === null) told.rest.push(block);
    } else if (tellSentences(told, block.text)) continue;
    else if (!tellParagraph(told, block.text)) told.rest.push(block);
    title = block.kind === 'prose' && !block.code ? titleIn(block.text) : null;
  }
  return told;
}

/** A paragraph that is a name alone, in bold or backticks: the list or table below is about it. */
function titleIn(written: Span): Title | null {
  const { label, rest: text } = withoutLabel(written);
  const plain = label === null ? null : /^\p{L}[\p{L}\p{N} '’_-]{0,60}(?=\s*(?:\([^()]*\))?:?$)/u.exec(text.text);
  if (plain !== null && !GENERIC.test(plain[0]))
    return { name: part(text, 0, plain[0].length), notes: bracketIn(part(text, plain[0].length)) };
  const inner =
    /^\*\*([^*]{1,60}?):?\*\*:?$/.exec(text.text)?.[1] ?? (codeOf(text) === null ? undefined : codeOf(text)?.text);
  if (inner === undefined || !/^[\p{L}_][\p{L}\p{N} '’_-]*$/u.test(inner) || GENERIC.test(inner)) return null;
  const from = text.text.indexOf(inner);
  return { name: part(text, from, from + inner.length), notes: [] };
}

interface Title {
  readonly name: Span;
  readonly notes: readonly Span[];
}

/** `(one per interview and interviewer)` behind the name. */
function bracketIn(after: Span): Span[] {
  const inner = /^\(([^()]+)\):?$/.exec(after.text)?.[1];
  return inner === undefined ? [] : [part(after, 1, 1 + inner.length)];
}

/** The line with a label that is the title of an entity: its words are kept, and it is no sentence. */
function keepLabel(told: Told): void {
  const last = told.rest.at(-1);
  if (last?.kind !== 'prose' || last.code || withoutLabel(last.text).label === null) return;
  told.rest[told.rest.length - 1] = {
    kind: 'prose',
    text: { text: quotation(last.text.text), from: last.text.from },
    code: true,
  };
}

function titled(title: Title | null, items: readonly Item[]): { entity: EntityDraft | null; items: readonly Item[] } {
  if (title === null || items.some((item) => headOf(item) !== null)) return { entity: null, items };
  const { fields, left } = fieldsIn(items);
  if (fields.length === 0) return { entity: null, items };
  const owners = title.notes.flatMap((note) => ownerIn(note) ?? []);
  const notes = title.notes.filter((note) => ownerIn(note) === null);
  return { entity: { name: title.name, notes, owner: owners[0]?.owner ?? null, fields }, items: left };
}

function tellItem(told: Told, item: Item): boolean {
  const alias = aliasIn(item.text);
  if (alias !== null && item.items.length === 0) {
    told.aliases.push(alias);
    return true;
  }
  if (tellProse(told, item)) return true;
  const head = headOf(item);
  if (head !== null) {
    const entity = entityOf(head.name, head.notes, head.inline, item.items);
    if (entity !== null) {
      told.entities.push(entity.draft);
      told.unread.push(...entity.left.flatMap(textsOf));
      return true;
    }
  }
  if (tellGroup(told, item)) return true;
  const relations = relationsIn(item.text);
  if (relations !== null && item.items.length === 0) told.relations.push(...relations);
  return false;
}

/** `A **student** has the following.` with its fields nested or in the same sentence. */
function tellProse(told: Told, item: Item): boolean {
  const head = proseHead(item.text);
  if (head === null) return false;
  const own = head.has === null ? { drafts: [], unread: [] } : proseFields(head.has);
  const { fields, left } = fieldsIn(item.items, true);
  const owners = head.notes.flatMap((note) => ownerIn(note) ?? []);
  const all = [...own.drafts, ...fields];
  if (all.length === 0) return false;
  const notes = head.notes.filter((note) => ownerIn(note) === null && !addNamed(all, note));
  const behind = owners.flatMap(({ rest }) => rest ?? []);
  told.entities.push({ name: head.name, notes: [...notes, ...behind], owner: owners[0]?.owner ?? null, fields: all });
  told.unread.push(...own.unread, ...left.flatMap(textsOf));
  return true;
}

/** A paragraph in which a sentence names an entity and its fields: `**User** has `name: string` and `email`.` What stands around it stays. */
function tellSentences(told: Told, text: Span): boolean {
  const sentences = /^[>#]/.test(text.text) ? [] : sentencesIn(text);
  const heads = sentences.map((one) => (one.text.startsWith('**') ? proseHead(one) : null));
  const isTold = sentences.map(
    (one, index) => heads[index] !== null && tellProse(told, { at: one, text: one, items: [] }),
  );
  if (!isTold.includes(true)) return false;
  const left = sentences.filter((_, index) => isTold[index] === false);
  for (const sentence of left) {
    const end = endOf(sentence) - text.from;
    const whole = part(text, sentence.from - text.from, /^[.!?]/.test(text.text.slice(end)) ? end + 1 : end);
    told.rest.push({ kind: 'prose', text: whole, code: false });
  }
  return true;
}

/** `` `Currency`: `'EUR' | 'USD'` ``, `` `TaxRate`: `0 | 7 | 19` ``. */
function aliasIn(text: Span): Told['aliases'][number] | null {
  const found = keyValueOfCode(text);
  if (found === null || !/^\p{Lu}[\p{L}\p{N}]*$/u.test(found.key.text)) return null;
  const inner = codeOf(found.value);
  return inner === null || /^[\p{L}_$][\w$]*\??\s*:/u.test(inner.text) || /^[a-z][\w$]*$/.test(inner.text)
    ? null
    : { name: found.key, type: inner, at: text };
}

function keyValueOfCode(text: Span): { readonly key: Span; readonly value: Span } | null {
  const found = /^`([^`]+)`\s*(?::|=)\s*(?=\S)/.exec(text.text);
  return found === null
    ? null
    : { key: part(text, 1, 1 + (found[1] ?? '').length), value: part(text, found[0].length) };
}

/** The entity of a head and what is nested under it. */
export function entityOf(
  name: Span,
  notes: readonly Span[],
  inline: Span | null,
  items: readonly Item[],
): { readonly draft: EntityDraft; readonly left: readonly Item[] } | null {
  const own = inline === null ? null : fieldsOf(inline);
  const { fields, left } = fieldsIn(items);
  const all = [...(own?.drafts ?? []), ...fields];
  if (all.length === 0) return null;
  const owners = notes.flatMap((note) => ownerIn(note) ?? []);
  const others = notes.flatMap((note) => {
    const owner = ownerIn(note);
    return owner === null ? [note] : owner.rest === null ? [] : [owner.rest];
  });
  return { draft: { name, notes: others, owner: owners[0]?.owner ?? null, fields: all }, left };
}

/** The fields that the items of a list are, and the items that are none. `inSentences`: an article may begin a field. */
export function fieldsIn(
  items: readonly Item[],
  inSentences = false,
): { readonly fields: FieldDraft[]; readonly left: Item[] } {
  const fields: FieldDraft[] = [];
  const left: Item[] = [];
  const edge = edgeOf(items);
  for (const item of items) {
    const found = /^(?:>|#)/.test(item.text.text)
      ? null
      : (columnFields(item.text, edge) ?? (inSentences ? proseField(item.text) : null) ?? fieldsOf(item.text));
    const last = found?.drafts.at(-1);
    if (found === null || last === undefined) left.push(item);
    else
      fields.push(
        ...found.drafts.slice(0, -1),
        withNested({ ...last, details: [...last.details, ...found.unread] }, item),
      );
  }
  return { fields, left };
}

/** Where the second column of most lines begins; -1 where they have none. */
function edgeOf(items: readonly Item[]): number {
  const counts = new Map<number, number>();
  for (const { text } of items) {
    const second = columnsOf(text)[1];
    if (second !== undefined) counts.set(second.from - text.from, (counts.get(second.from - text.from) ?? 0) + 1);
  }
  const [edge, count] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [-1, 0];
  return count > 1 ? edge : -1;
}

/** `Plate      unique, e.g. "M-KS 1234"`: a name in the first column of plain text, and what is said of it. */
function columnFields(text: Span, edge: number): Clauses | null {
  const columns = columnsOf(text);
  // A name that reaches up to the second column has one space behind it.
  const isFull =
    columns.length === 1 &&
    edge > 1 &&
    /^\S $/.test(text.text.slice(edge - 2, edge)) &&
    /^\S/.test(text.text.slice(edge));
  const [name, second] = isFull ? [part(text, 0, edge - 1), part(text, edge)] : columns;
  if (name === undefined || second === undefined || !/^\p{L}[\p{L}\p{N} ./,'’_-]{0,60}:?$/u.test(name.text))
    return null;
  const value = part(text, second.from - text.from);
  const names = split(part(name, 0, name.text.replace(/:$/, '').length), ',').filter((one) => one.text !== '');
  return { drafts: names.map((one) => draftOf(one, text, { value })), unread: [] };
}

/** Nested items are the choices of a field that says nothing of its type, else more that is said of it. */
function withNested(draft: FieldDraft, { items }: Item): FieldDraft {
  const first = items[0];
  if (first === undefined) return draft;
  const names = items.map(({ text }) => codeOf(text)?.text ?? text.text.replace(/[.;,]$/, ''));
  const isChoice =
    draft.value === null &&
    items.length > 1 &&
    items.every((item) => item.items.length === 0) &&
    names.every((name) => /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,30}$/u.test(name) && name.split(' ').length <= 3);
  if (isChoice) return { ...draft, value: { text: names.join(' | '), from: first.text.from } };
  return { ...draft, details: [...draft.details, ...items.flatMap(textsOf)] };
}

/** `All money is an integer (\`Cents = number\`)`, `Computed on the item type: …`, `A Client has many Invoices.` */
function tellParagraph(told: Told, text: Span): boolean {
  for (const match of text.text.matchAll(/`([\p{L}_][\p{L}\p{N}_]*)\s*=\s*([^`]{1,80})`/gu)) {
    if (!/^\p{Lu}/u.test(match[1] ?? '') || /^\p{Lu}[\p{Lu}\p{N}_]*$/u.test(match[1] ?? '')) continue;
    const from = match.index + 1;
    const type = part(
      text,
      match.index + match[0].length - 1 - (match[2] ?? '').length,
      match.index + match[0].length - 1,
    );
    told.aliases.push({ name: part(text, from, from + (match[1] ?? '').length), type, at: text });
  }
  const relations = relationsIn(text);
  if (relations !== null) told.relations.push(...relations);
  const lead = /^(?:computed|calculated|derived) (?:on|for|of) (?:the |an? )?([\p{L} ]{1,40}?):\s*(?=`)/iu.exec(
    text.text,
  );
  const found = lead === null ? null : fieldsOf(part(text, lead[0].length));
  if (lead === null || found === null) return false;
  const from = text.text.indexOf(lead[1] ?? '');
  told.loose.push({
    entity: part(text, from, from + (lead[1] ?? '').length),
    fields: found.drafts.map((draft) => ({ ...draft, at: text })),
    at: text,
  });
  return true;
}

/** A heading without its number and without whose part it is: `3.1 Person`, `3.2 Line (part of an order)`. */
export function titleOf(title: Span): Span {
  const number = /^\d{1,2}(?:\.\d{1,2})+[.):]?\s+/.exec(title.text);
  const bare = number === null ? title : part(title, number[0].length);
  return ownerOfTitle(bare) === null ? bare : part(bare, 0, bare.text.lastIndexOf('('));
}

/** `Line (part of an order)`: what its heading says that the entity belongs to. */
export function ownerOfTitle(title: Span): Span | null {
  const bracket = /\S\s+\(([^()]{1,60})\)$/.exec(title.text)?.[1];
  if (bracket === undefined) return null;
  const from = title.text.length - 1 - bracket.length;
  const found = ownerIn(part(title, from, title.text.length - 1));
  return found === null || found.rest !== null ? null : found.owner;
}

/** Whether a part tells of several entities, or of what is none: its heading is then none of an entity. */
export function isContainer({ title, blocks }: Part): boolean {
  const name = titleOf(title);
  const isNumbered = name.text !== title.text;
  if (blocks.some(isFieldTable)) return false;
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  const heads = items.filter((item) => headOf(item) !== null && /^(?:\*\*|`?\p{Lu})/u.test(item.text.text));
  if (heads.length > 0 && heads.length * 2 > items.length) return true;
  const told = items.filter(({ text }) => /^\*\*/.test(text.text) && (proseHead(text)?.has ?? null) !== null);
  if (told.length > 1 && told.length * 2 > items.length) return true;
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [tableDrafts(block, null)] : []));
  if (tables.some((found) => found !== null)) return true;
  const codes = blocks.filter((block) => block.kind === 'prose' && block.code && readModelCode(block.text) !== null);
  if (codes.length > 0) return true;
  if (GENERIC.test(name.text)) return !blocks.some(({ kind }) => kind === 'table') && !items.some(isField);
  return isNumbered && items.length === 0 && blocks.every(({ kind }) => kind === 'prose');
}

/** The table that the notation has for the fields of one entity, whatever stands beside it. */
function isFieldTable(block: Block): boolean {
  if (block.kind !== 'table' || tableDrafts(block, null) !== null) return false;
  const [first, second] = block.header.cells;
  return first?.text === 'Field' && second?.text === 'Type';
}

/** Behind the colon stands a type of the notation, as behind nothing but the name of a field. */
function isField({ text }: Item): boolean {
  const found = keyAndValue(text);
  const first = found === null ? null : (split(found.value, ',')[0] ?? null);
  return first !== null && parseType(first.text) !== null;
}
