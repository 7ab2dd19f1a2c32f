import type { Reference } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Column, columnNamed, fits, type KeyValue, keyOf, names, rowsOf } from '../columns.ts';
import { sourceOfPart } from '../content.ts';
import { titleOf } from '../liberal/3-entities.ts';
import { withAbove } from '../liberal/4-cells.ts';
import type { Owners } from '../liberal/4-collect.ts';
import { nameOf } from '../liberal/4-names.ts';
import { lexiconOfNames, ownersNamed } from '../liberal/4-owners.ts';
import type { Given } from '../liberal/4-states.ts';
import { byLook, keepHeadings, type Look } from '../liberal/by-look.ts';
import { plainBlocks } from '../liberal/lines.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span, split } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader.ts';
import { MACHINE_KEYS, TRANSITION_COLUMNS } from './4-columns.ts';
import { type Row, rowsFrom } from './4-rows.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** What stands under one heading of point 4, sorted but not yet read. */
export interface Area {
  /** Null: what stands before the first `###`. */
  readonly title: Span | null;
  readonly owners: Owners;
  /** The name of the machine, where the title states it behind a colon. */
  readonly machine: string | null;
  readonly blocks: readonly Block[];
  readonly rows: readonly Row[];
  readonly keys: readonly KeyValue[];
  readonly keyItems: ReadonlySet<Item>;
  /** States that a table lists with what they mean. */
  readonly states: readonly Span[];
  readonly final: readonly Span[];
  /** What such a table says of them. */
  readonly meanings: readonly Span[];
  readonly isNotShown: boolean;
}

export function areasOf(reader: Reader, sections: readonly Section[], given: Given): Area[] {
  return sections.flatMap((section) => [
    ...labelled(section.blocks, given).map(({ owners, blocks }) => ({
      ...areaOf(reader, null, blocks, given, owners !== null && owners.length > 0),
      owners,
    })),
    ...section.parts.map((under) => areaOf(reader, under, under.blocks, given)),
  ]);
}

interface Labelled {
  readonly owners: Owners;
  readonly blocks: Block[];
}

const LABEL = /^\*\*([^*]{1,40}?)[.:]?\*\*(?:\s*[:.–—-])?(?=\s|$)/;

/** `**Order.** The states are …`: what stands behind a paragraph that begins with an entity in bold is about that one. */
function labelled(blocks: readonly Block[], { entities }: Given): Labelled[] {
  const all: Labelled[] = [{ owners: null, blocks: [] }];
  for (const block of blocks) {
    const label = block.kind === 'prose' && !block.code ? LABEL.exec(block.text.text) : null;
    if (label === null || block.kind !== 'prose') {
      all.at(-1)?.blocks.push(block);
      continue;
    }
    const owners = ownersNamed(part(block.text, 2, 2 + (label[1] ?? '').length), lexiconOfNames(entities));
    const text = part(block.text, label[0].length);
    // The states of something else are none of the entity before it.
    const isOther =
      owners?.length === 0 && all.length > 1 && /^(?:the |its )?(?:states?|status(?:es)?)\b/i.test(text.text);
    if (owners?.length === 1) all.push({ owners, blocks: text.text === '' ? [] : [{ ...block, text }] });
    else if (isOther) all.push({ owners, blocks: [block] });
    else all.at(-1)?.blocks.push(block);
  }
  return all;
}

function areaOf(
  reader: Reader,
  under: Part | null,
  written: readonly Block[],
  given: Given,
  hasKeys = under !== null,
): Area {
  const plain = new Set<Table>();
  const blocks = plainBlocks(written).map((block) => {
    const known = block.kind === 'table' ? movesByLook(reader, block) : null;
    if (known !== null) plain.add(known);
    return known ?? block;
  });
  const tables = blocks.filter((block) => block.kind === 'table');
  const moves = tables.filter((table) => fits(table, TRANSITION_COLUMNS) && !listsStates(table));
  const lists = tables.filter(listsStates).map((table) => statesListed(table));
  const keys = hasKeys ? keysIn(blocks, moves.length > 0) : [];
  for (const table of tables) if (!moves.includes(table) && !listsStates(table)) notRead(reader, table, under);
  return {
    title: under?.title ?? null,
    ...headingOf(under, given),
    blocks,
    rows: moves.flatMap((table) =>
      withAbove(rowsOf(reader, table, TRANSITION_COLUMNS, 4)).flatMap((cells) =>
        rowsFrom(reader, cells, plain.has(table)),
      ),
    ),
    keys: keys.map(({ key }) => key),
    keyItems: new Set(keys.map(({ item }) => item)),
    states: lists.flatMap(({ states }) => states),
    final: lists.flatMap(({ final }) => final),
    meanings: lists.flatMap(({ meanings }) => meanings),
    isNotShown: blocks.some((block) => block.kind === 'prose' && !block.code && isNotShown(block.text)),
  };
}

/** A table of transitions under headings of its author's own; null where it has ours, or is none. */
function movesByLook(reader: Reader, table: Table): Table | null {
  if (fits(table, TRANSITION_COLUMNS) || listsStates(table)) return null;
  const known = byLook(table, TRANSITION_COLUMNS, MOVE_LOOKS);
  const has = (name: string) =>
    known.header.cells.some((cell) => columnNamed(TRANSITION_COLUMNS, words(cell))?.name === name);
  if (!has('From') || !has('To') || !fits(known, TRANSITION_COLUMNS)) return null;
  keepHeadings(reader, table, TRANSITION_COLUMNS, 4, known);
  return known;
}

const MOVE_LOOKS: readonly Look[] = [
  {
    column: 'From',
    heading: /^(?:from\b.*|(?:it |this )?(?:is|was)(?: in)?|before|old|current\b.*|in state|source.*|von)$/i,
  },
  {
    column: 'To',
    heading:
      /^(?:to\b.*|(?:it )?becomes|(?:then it |it then |it )?is then|then it is|after(?:wards)?|new|next\b.*|goes to|leads to|result\w*(?: state)?|target.*|nach)$/i,
  },
  { column: 'Event', heading: /happen|\bwhat\b|event|action|trigger|\bstep\b|ereignis|aktion/i },
  { column: 'Who', heading: /\bby\b|\bwho\b|\broles?\b|\bactor\b|^wer$|^durch$/i },
  { column: 'Only if', heading: /provid|only|\bif\b|condition|guard|require|\bmust\b|bedingung/i },
  { column: 'Then', heading: /\bthen\b|effect|besides|consequence/i },
];

function notRead(reader: Reader, table: Table, under: Part | null): void {
  reader.lose(4, under === null ? table.at.text : sourceOfPart({ title: under.title, blocks: [table] }));
  reader.report(
    say.tableNotRead(words(table.header.cells[0] ?? table.at), names(TRANSITION_COLUMNS)),
    table.header.at,
    {
      point: 4,
    },
  );
}

const DERIVED = /^(?:states|lifecycle|life cycle|workflow|transitions|states and transitions|state machine)$/i;

function headingOf(under: Part | null, { entities }: Given): Pick<Area, 'owners' | 'machine'> {
  if (under === null) return { owners: null, machine: null };
  const heading = titleOf(under.title);
  const [first, ...rest] = split(heading, ':');
  const title = first ?? heading;
  const behind = rest[0];
  const name = behind === undefined || behind.text === '' ? null : words(part(heading, behind.from - heading.from));
  const exact = entities.some((entity) => entity.name === words(title));
  const found = exact ? [words(title)] : ownersNamed(title, lexiconOfNames(entities));
  const machine = name === null || DERIVED.test(name) ? null : name;
  const isNamed = machine !== null && (found === null || found.length === 0);
  return { owners: isNamed ? [words(title)] : found, machine };
}

/** `- Final: Closed`. Without a table, a list of names in words is read as words are. */
function keysIn(blocks: readonly Block[], hasTable: boolean): { readonly item: Item; readonly key: KeyValue }[] {
  return blocks.flatMap((block) =>
    block.kind !== 'list'
      ? []
      : block.items.flatMap((item) => {
          const key = keyOf(item.text, MACHINE_KEYS);
          const isWords =
            key !== null &&
            !hasTable &&
            (key.key === 'States' || key.key === 'Final') &&
            /\s(?:and|or)\s/.test(key.value.text);
          return key === null || isWords ? [] : [{ item, key }];
        }),
  );
}

const STATE_COLUMNS: readonly Column[] = [
  { name: 'State', aliases: ['States', 'Status', 'Statuses', 'Name', 'Value'], blank: '', notShown: '', about: '' },
  {
    name: 'Final',
    aliases: ['Final?', 'Is final', 'End', 'Terminal', 'End state'],
    blank: '',
    notShown: '',
    about: '',
  },
  {
    name: 'Meaning',
    aliases: ['Description', 'Notes', 'Remark', 'Explanation', 'When'],
    blank: '',
    notShown: '',
    about: '',
  },
];

/** A table of states and what they mean: it leads nowhere. */
function listsStates(table: Table): boolean {
  const columns = table.header.cells.map((cell) => columnNamed(STATE_COLUMNS, words(cell))?.name ?? null);
  return columns[0] === 'State' && columns.length > 1 && !columns.includes(null);
}

function statesListed(table: Table): Pick<Area, 'states' | 'final' | 'meanings'> {
  const at = table.header.cells.findIndex((cell) => columnNamed(STATE_COLUMNS, words(cell))?.name === 'Final');
  const rows = table.rows.filter((row) => (row.cells[0]?.text ?? '') !== '');
  return {
    meanings: rows
      .filter((row) => row.cells.some((cell, index) => index > 0 && index !== at && !isBlank(cell)))
      .map((row) => row.at),
    states: rows.flatMap((row) => row.cells[0] ?? []),
    final: rows
      .filter((row) => /^(?:yes|x|✓|✔|true|final)$/i.test(row.cells[at]?.text ?? ''))
      .flatMap((row) => row.cells[0] ?? []),
  };
}

/** States by name, as tables list them. */
export function listed(reader: Reader, states: readonly Span[]): Reference[] {
  return states.map((span) => ({ name: nameOf(span), at: reader.place(span) }));
}
