import type { Machine, Rule } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { fits, keyOf } from '../columns.ts';
import { contentOf, sourceOf } from '../content.ts';
import { type Collected, collect } from '../liberal/4-collect.ts';
import { type Known, nameOf } from '../liberal/4-names.ts';
import { lexiconOfNames, ownersNamed, stateField, statesOf } from '../liberal/4-owners.ts';
import { type Given, type Told, tell } from '../liberal/4-states.ts';
import { blockQuotation, joinHelp, quotation } from '../liberal/kept.ts';
import { nameKey } from '../liberal/phrases/fold.ts';
import { walk } from '../liberal/walk.ts';
import type { Block, Item } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { isNotShown, type Reader, words } from '../reader.ts';
import { type Area, areasOf } from './4-areas.ts';
import { MACHINE_KEYS, TRANSITION_COLUMNS } from './4-columns.ts';
import { draftsOf, lexiconWith, machineOf, planOf, settledBy } from './4-plan.ts';

export interface Machines {
  readonly machines: Machine[];
  /** Conditions on what an event fills in: they are judged after it, as rules of point 5 are. */
  readonly rules: Rule[];
  readonly help: string;
  /** Fields of point 3 that are machines: the name of one, by its entity. */
  readonly settled: ReadonlyMap<string, string>;
}

/** Point 4: a `### Entity: machine` for each machine, with a table of transitions; or the same in words. */
export function readMachines(reader: Reader, sections: readonly Section[], given: Given): Machines {
  const [section] = sections;
  const isInForm = (under: Part) => reader.kept('form', under, '', () => under.blocks.every(isForm));
  if (section === undefined || sections.length > 1 || section.parts.length === 0 || !section.parts.every(isInForm))
    return readTogether(reader, sections, given);
  const entities = given.entities.map((entity) => `${entity.name}: ${stateField(entity)?.name ?? ''}`).join('\n');
  const before = { ...section, parts: [] };
  const all = [
    reader.kept('before', firstOf(section), entities, () => readTogether(reader, [before], given)),
    ...section.parts.map((under) =>
      reader.kept('machine', under, entities, () =>
        readTogether(reader, [{ ...section, blocks: [], parts: [under] }], given),
      ),
    ),
  ];
  return {
    machines: all.flatMap(({ machines }) => machines),
    rules: all.flatMap(({ rules }) => rules),
    help: joinHelp(...all.map(({ help }) => help)),
    settled: new Map(all.flatMap(({ settled }) => [...settled])),
  };
}

/** From the heading of the section up to its first part. */
function firstOf({ from, parts, to }: Section): { readonly from: number; readonly to: number } {
  return { from, to: parts[0]?.from ?? to };
}

/** A table of transitions or a list of keys: what stands in it says nothing about other parts. */
function isForm(block: Block): boolean {
  if (block.kind === 'table') return fits(block, TRANSITION_COLUMNS);
  if (block.kind === 'list')
    return block.items.every((item) => item.items.length === 0 && keyOf(item.text, MACHINE_KEYS) !== null);
  return isNotShown(block.text);
}

/** Words in one part may speak of what stands in another. */
function readTogether(reader: Reader, sections: readonly Section[], given: Given): Machines {
  const areas = areasOf(reader, sections, given);
  const told = new Map<string, Told>();
  const collected = collectedIn(areas, given);
  const taken = collected.map((each) => tell(reader, each, given.entities, told));
  const drafts = draftsOf(reader, areas, told, given);
  const plans = drafts.map((draft) => planOf(reader, draft, given));
  const lexicon = told.size === 0 ? null : lexiconWith(reader, plans, given);
  const prose = new Map(
    areas.map((area, index) => [area, proseOf(reader, area, taken[index] ?? new Set(), toldIn(collected[index]))]),
  );
  const machines = plans.map((plan) => {
    const { area } = plan.draft;
    return machineOf(reader, plan, lexicon, area === null || area.title === null ? '' : (prose.get(area) ?? ''));
  });
  const own = new Set(drafts.map(({ area }) => area));
  const help = areas.map((area) => {
    const text = prose.get(area) ?? '';
    if (area.title === null) return text;
    if (own.has(area) || (text === '' && area.blocks.length > 0)) return '';
    return joinHelp(`#### ${area.title.text}`, text);
  });
  return {
    machines: machines.map(({ machine }) => machine),
    rules: machines.flatMap(({ rules }) => rules),
    help: joinHelp(...help),
    settled: settledBy(plans),
  };
}

/** The statements of each area. The states that one of them names tell where names end in the others. */
function collectedIn(areas: readonly Area[], { entities }: Given): Collected[] {
  const lexicon = lexiconOfNames(entities);
  const find = (subject: Span) => ownersNamed(subject, lexicon);
  const blocks = areas.map(withoutKeys);
  // Where nothing is said in words, no name has to be found in them.
  const first = blocks.some((list) => list.some(hasWords))
    ? [...optionNames(entities), ...areas.flatMap(tableNames)].map(nameKey)
    : [];
  let known: Known = new Set(first);
  let collected: Collected[] = [];
  for (let round = 0; round < 2; round += 1) {
    collected = areas.map((area, index) => collect(blocks[index] ?? [], area.owners, { known, find }));
    const named = collected.flatMap(({ units }) => units.flatMap(({ stated }) => stated.flatMap(statesOf)));
    known = new Set([...first, ...named.map((name) => nameKey(nameOf(name)))]);
  }
  return collected;
}

function hasWords(block: Block): boolean {
  if (block.kind === 'list') return block.items.length > 0;
  return block.kind === 'prose' && (block.code || !isNotShown(block.text));
}

function optionNames(entities: Given['entities']): string[] {
  return entities.flatMap((entity) => {
    const type = stateField(entity)?.type;
    return type?.kind === 'choice' ? type.options.map(({ name }) => name) : [];
  });
}

function tableNames({ rows, states }: Area): string[] {
  return [...rows.flatMap(({ names, to }) => [...names, ...(to === null ? [] : [to])]), ...states].map((name) =>
    words(name),
  );
}

function withoutKeys({ blocks, keyItems }: Area): Block[] {
  return blocks.map((block) =>
    block.kind === 'list' ? { ...block, items: block.items.filter((item) => !keyItems.has(item)) } : block,
  );
}

/** The items, paragraphs and blocks of code that tell something, be it of no entity. */
function toldIn(collected: Collected | undefined): ReadonlySet<Item | Span> {
  const nodes = [...(collected?.nodes ?? [])].filter(([, units]) => units.some(({ stated }) => stated.length > 0));
  return new Set(nodes.map(([node]) => node));
}

function quoted(block: Block): Block {
  const from = block.kind === 'list' ? block.items[0]?.at.from : block.kind === 'prose' ? block.text.from : undefined;
  if (from === undefined) return block;
  return { kind: 'prose', text: { text: blockQuotation(sourceOf(block)), from }, code: false };
}

/** Plain text in lines, which may be read as items where other things stand beside it. */
function isPlainText(block: Block): boolean {
  return block.kind === 'list' && !/^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(block.items[0]?.at.text ?? '-');
}

const isToldBy = (block: Block, told: ReadonlySet<Item | Span>): boolean =>
  block.kind === 'list' ? block.items.some((item) => told.has(item)) : block.kind === 'prose' && told.has(block.text);

/** What is left under a heading, as help. Beside words that were read, all the rest is reported. */
function proseOf(reader: Reader, area: Area, taken: ReadonlySet<Item | Span>, told: ReadonlySet<Item | Span>): string {
  const { blocks, keyItems } = area;
  const isProse = told.size === 0 && !reader.inWords;
  const keys = area.title === null ? [] : MACHINE_KEYS;
  const rest = isProse
    ? { blocks, inWords: false }
    : walk(reader, blocks, {
        point: 4,
        table: () => true,
        item: (item) => keyItems.has(item) || taken.has(item),
        paragraph: (text) => taken.has(text),
        code: (text) => taken.has(text),
        quotes: [],
      });
  const inPart = new Set(
    blocks.flatMap((block) =>
      block.kind === 'list' && block.items.some((item) => taken.has(item)) ? block.items : [],
    ),
  );
  const isInPart = (block: Block) => block.kind === 'list' && block.items.some((item) => inPart.has(item));
  // By itself, what is left of a list might be read as what it was not beside the rest of it; what tells of no entity
  // that is known might tell of one where others have their machines already.
  const left = rest.blocks.map((block) =>
    isInPart(block) || (!isProse && isPlainText(block)) || isToldBy(block, told) ? quoted(block) : block,
  );
  const content = contentOf(reader, left, { point: 4, keys, free: rest.inWords });
  if (content.notShown !== null && area.title !== null)
    reader.report(
      say.notShown('How this changes', 'No event can be raised until a line states it.'),
      content.notShown,
      { point: 4 },
    );
  for (const at of rest.inWords ? area.meanings : []) reader.report(say.noteNotRead(words(at), null), at, { point: 4 });
  return joinHelp(
    content.help,
    ...area.meanings.map(({ text }) => quotation(text.replaceAll(/^\||\|$/g, '').replaceAll('|', '·'))),
  );
}
