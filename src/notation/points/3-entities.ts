import type { Entity, Field } from '../../model/types/model.ts';
import { say, short } from '../codes.ts';
import { contentOf } from '../content.ts';
import { entityIn, type Names } from '../liberal/3-draft.ts';
import { isContainer, type Told, tellEntities, titleOf } from '../liberal/3-entities.ts';
import { draftFields, entityFrom, withOwner } from '../liberal/3-entity.ts';
import { plainNames, wordedNames } from '../liberal/3-names.ts';
import { opened, resolved } from '../liberal/3-resolve.ts';
import { joinHelp, quotation } from '../liberal/kept.ts';
import { nameKey } from '../liberal/phrases/fold.ts';
import { reportLeft } from '../liberal/walk.ts';
import type { Block, Item } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { isNotShown, type Reader, words } from '../reader.ts';
import { entityOf, numbered } from './3-entity.ts';
import type { Known } from './3-field.ts';

export { ENTITY_KEYS, FIELD_COLUMNS } from './3-columns.ts';

/** A stretch of point 3: an entity of its own, or one that tells of several. */
type Stretch = { readonly part: Part } | { readonly told: Told; readonly title: Part['title'] | null };

/** Point 3: a `### Name` for each entity, with a table or a list of its fields; or entities in words, tables of their own and code. */
export function readEntities(
  reader: Reader,
  { stretches, names: own }: EntityOutline,
  known: ReadonlySet<string>,
): { entities: Entity[]; help: string } {
  const tolds = stretches.flatMap((stretch) => ('told' in stretch ? [stretch.told] : []));
  const inWords =
    tolds.some(({ entities, loose, aliases }) => entities.length + loose.length + aliases.length > 0) || reader.inWords;
  const worded = inWords ? wordedNames(reader, own, tolds) : plainNames(own);
  const all: Known = { entities: new Set(own), names: new Set([...known, ...own]), worded };
  const context = `${inWords} ${[...all.names].join('\n')}`;
  const entities: Entity[] = [];
  const places = new Map<string, number>();
  const toldNames = new Set<string>();
  const leading = new Set<Entity>();
  const help: string[] = [];
  for (const stretch of stretches) {
    if ('part' in stretch) {
      const { part } = stretch;
      const { entity, told, leads } = reader.kept('entity', part, context, () => entityOf(reader, part, all));
      if (leads) leading.add(entity);
      // Only what stands in words adds to an entity.
      const key = inWords ? nameKey(entity.name) : '';
      if (inWords && !places.has(key)) places.set(key, entities.length);
      entities.push(entity);
      if (told) toldNames.add(entity.name);
    } else {
      for (const draft of stretch.told.entities) {
        add(reader, entities, places, entityFrom(reader, draft, worded));
        toldNames.add(words(draft.name));
      }
      help.push(restOf(reader, stretch, inWords));
    }
  }
  const lines = new Set(
    entities.flatMap(({ fields }) => fields.flatMap(({ type }) => (type.kind === 'list' ? type.entity : []))),
  );
  entities.forEach((entity, index) => {
    if (leading.has(entity) && !lines.has(entity.name)) entities[index] = leadingToOwner(reader, entity);
  });
  for (const told of tolds) addLoose(reader, entities, told, worded, toldNames);
  const isTold = (entity: Entity) => toldNames.has(entity.name);
  const relations = tolds.flatMap((told) => told.relations);
  const used = new Set(toldNames.size === 0 ? [] : reader.lexicon().used);
  const moved = new Set(toldNames.size === 0 ? [] : reader.lexicon().machines.map(({ entity }) => nameKey(entity)));
  const isMoved = (name: string) => moved.has(nameKey(name));
  const found = toldNames.size === 0 ? entities : resolved(entities, isTold, worded, relations, used);
  return {
    entities: found.map((entity) =>
      isTold(entity)
        ? { ...entity, fields: numbered(entity.fields).map((field) => typeSaid(reader, field, isMoved(entity.name))) }
        : entity,
    ),
    help: joinHelp(...help),
  };
}

/** A record that belongs to another one and is no line of it has a field that leads there. */
function leadingToOwner(reader: Reader, entity: Entity): Entity {
  const { belongsTo, name, fields, at } = entity;
  if (belongsTo === null || at === null) return entity;
  const place = { text: ' '.repeat(at.to - at.from), from: at.from };
  return { ...entity, belongsTo: null, fields: withOwner(reader, fields, belongsTo.name, false, name, place) };
}

/** Reports a field of which nothing says what it holds; words that are no type stand in its help. */
function typeSaid(reader: Reader, field: Field, isMoved: boolean): Field {
  const { type, at } = field;
  if (type.kind !== 'unknown' || at === null) return field;
  const isReported = reader.diagnostics.some(({ code, element }) => code === 'type-unknown' && element === field.id);
  if (!isReported && !/^not shown/i.test(type.text) && !(isMoved && isItsState(field))) {
    const what =
      type.text === '' ? `Nothing says what “${short(field.name)}” holds` : `“${short(type.text)}” is no type`;
    const next = 'Write its type behind a colon: text, integer, date, yes/no, an entity, or the choices.';
    const span = { text: ' '.repeat(at.to - at.from), from: at.from };
    reader.report({ code: 'not-read', message: `${what}, so it is shown and never written.`, next }, span, {
      point: 3,
      element: field.id,
    });
  }
  return opened(field);
}

/** `status` alone, or `see section 4`: the machine says what it holds. */
const isItsState = ({ name, type }: Field): boolean =>
  type.kind === 'unknown' &&
  (/^(?:`?see\b|s\.)/i.test(type.text) || (type.text === '' && /^(?:status|state|stage|phase)$/i.test(name)));

/** What stands where in point 3, before any of it is read. */
export interface EntityOutline {
  readonly stretches: readonly Stretch[];
  /** The names that point 3 gives. */
  readonly names: readonly string[];
  /** Those of them that a heading of their own gives, and that could name no other. */
  readonly headings: ReadonlySet<string>;
}

/** Which parts of point 3 are an entity each, and what the others tell of. */
export function outlineEntities(reader: Reader, sections: readonly Section[]): EntityOutline {
  const stretches = sections.flatMap(({ blocks, parts }): Stretch[] => [
    { told: tellEntities(blocks), title: null },
    ...parts.map((part): Stretch => {
      const contains = reader.kept('container', part, '', () => isContainer(part));
      return contains ? { told: tellEntities(part.blocks), title: part.title } : { part };
    }),
  ]);
  addToHeadings(stretches);
  const own: string[] = [];
  const names = stretches.flatMap((stretch) => {
    if (!('part' in stretch)) return stretch.told.entities.map(({ name }) => words(name));
    const name = words(titleOf(stretch.part.title));
    own.push(name);
    return name;
  });
  const alike = Map.groupBy(names, nameKey);
  return {
    stretches,
    names: [...new Set(names)],
    headings: new Set(own.filter((name) => alike.get(nameKey(name))?.length === 1)),
  };
}

/** What words say of an entity before its own heading is more about it, and no entity of its own. */
function addToHeadings(stretches: readonly Stretch[]): void {
  const later = new Set<string>();
  for (const stretch of stretches.toReversed()) {
    if ('part' in stretch) {
      later.add(nameKey(words(titleOf(stretch.part.title))));
      continue;
    }
    const { told } = stretch;
    for (const draft of told.entities.filter(({ name }) => later.has(nameKey(words(name))))) {
      told.entities.splice(told.entities.indexOf(draft), 1);
      told.loose.push({ entity: draft.name, fields: draft.fields, at: draft.name });
      told.unread.push(...draft.notes);
    }
  }
}

/** A second draft of an entity adds what the first does not say. */
function add(reader: Reader, entities: Entity[], places: Map<string, number>, entity: Entity): void {
  const index = places.get(nameKey(entity.name)) ?? -1;
  const first = entities[index];
  if (first === undefined) {
    places.set(nameKey(entity.name), entities.push(entity) - 1);
    return;
  }
  const has = new Set(first.fields.map(({ name }) => nameKey(name)));
  const isSame = first.name === entity.name;
  const more = entity.fields
    .filter(({ name }) => !has.has(nameKey(name)))
    .map((field) => (isSame ? field : { ...field, id: reader.id('field', first.name, field.name) }));
  const keys = entity.unique.map((key) =>
    isSame ? key : { ...key, id: reader.id('unique', first.name, ...key.fields.map(({ name }) => name)) },
  );
  entities[index] = {
    ...first,
    fields: [...first.fields, ...more],
    unique: [...first.unique, ...keys],
    help: joinHelp(first.help, entity.help),
  };
}

/** What stands in a stretch besides: kept as help, and searched for what it says. */
function restOf(reader: Reader, { told, title }: Extract<Stretch, { told: Told }>, inWords: boolean): string {
  const gap = told.rest.flatMap((block) => gapIn(block) ?? [])[0] ?? null;
  // It stays where it is, so that what stands around it stays apart.
  const rest = told.rest.map((block, index) => (title !== null || index > 0 ? withQuotedGap(block) : block));
  const content = contentOf(reader, rest, { point: 3, keys: [], free: inWords });
  for (const table of content.tables) reader.lose(3, table.at.text);
  for (const table of content.tables)
    reader.report(
      say.partNotRead(
        words(table.header.cells[0] ?? table.at),
        'Put the table under a heading “### Name of the entity”.',
      ),
      table.header.at,
      { point: 3 },
    );
  for (const one of told.unread) reportLeft(reader, one, 3);
  if (inWords) {
    for (const block of told.rest) {
      if (block.kind === 'list') for (const text of block.items.flatMap(textsOf)) reportLeft(reader, text, 3);
      else if (block.kind === 'prose' && !block.code && !/^(?:>|#)/.test(block.text.text) && gap === null)
        reportLeft(reader, block.text, 3);
    }
  }
  if (gap !== null && title !== null)
    reader.report(say.notShown(`“${words(title)}”`, 'It cannot be decided until a line says it.'), gap, { point: 3 });
  const help = joinHelp(content.help, ...told.unread.map(({ text }) => quotation(text)));
  return joinHelp(title === null || help === '' ? '' : `#### ${title.text}`, help);
}

/** `not shown.` as a paragraph of its own. */
function gapIn(block: Block): Span | null {
  return block.kind === 'prose' && !block.code && isNotShown(block.text) ? block.text : null;
}

function withQuotedGap(block: Block): Block {
  const gap = gapIn(block);
  return gap === null ? block : { kind: 'prose', text: { text: quotation(gap.text), from: gap.from }, code: false };
}

const textsOf = (item: Item): Span[] => [
  ...(item.text.text === '' || /^[>#]/.test(item.text.text) ? [] : [item.text]),
  ...item.items.flatMap(textsOf),
];

/** Fields that stand beside the entities: of the one that is named, or of the one that most of them belong to. */
function addLoose(reader: Reader, entities: Entity[], told: Told, names: Names, toldNames: Set<string>): void {
  for (const { entity, fields, at } of told.loose) {
    const named = entity === null ? null : entityIn(words(entity), names);
    const keys = fields.map(({ name }) => nameKey(words(name)));
    const home = named ?? homeOf(entities, keys);
    for (const draft of fields) {
      const key = nameKey(words(draft.name));
      const holders = entities.filter((each) => each.fields.some(({ name }) => nameKey(name) === key));
      const name = holders.length === 1 ? holders[0]?.name : home;
      const index = entities.findIndex((each) => each.name === name);
      const target = entities[index];
      if (target === undefined) {
        reader.report(say.noteNotRead(words(draft.at), null), draft.at, { point: 3 });
        continue;
      }
      toldNames.add(target.name);
      const before = target.fields.find((field) => nameKey(field.name) === key);
      const found = draftFields(reader, [draft], target.name, target.id, names).fields[0];
      if (found === undefined) continue;
      const computed =
        before === undefined
          ? found
          : {
              ...before,
              computed: found.computed,
              byProduct: found.computed === null && found.byProduct,
              help: joinInLine(before.help, found.help),
            };
      const rest =
        before === undefined
          ? [...target.fields, computed]
          : target.fields.map((field) => (field === before ? computed : field));
      entities[index] = { ...target, fields: rest };
    }
    if (fields.length === 0) reader.report(say.noteNotRead(words(at), null), at, { point: 3 });
  }
}

const joinInLine = (...parts: readonly string[]) => [...new Set(parts.filter((part) => part !== ''))].join(' ');

/** The entity that has the most of these fields; null where it is not one alone. */
function homeOf(entities: readonly Entity[], keys: readonly string[]): string | null {
  const counts = entities.map(({ name, fields }) => ({
    name,
    count: fields.filter((field) => keys.includes(nameKey(field.name))).length,
  }));
  const most = Math.max(0, ...counts.map(({ count }) => count));
  const found = counts.filter(({ count }) => count === most && count > 0);
  return found.length === 1 ? (found[0]?.name ?? null) : null;
}
