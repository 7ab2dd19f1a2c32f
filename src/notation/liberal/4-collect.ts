import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { isNotShown } from '../reader.ts';
import { besideWays } from './4-beside.ts';
import { aliasesOf, diagramWay, isAlias, isDiagram, linesOf } from './4-code.ts';
import { type Fact, readFact, readWay, type Way } from './4-heads.ts';
import { arrowIn, isKnown, type Known, nameList, nameOf, withoutStop } from './4-names.ts';
import { type Before, readProse } from './4-prose.ts';
import { scenariosIn } from './4-scenario.ts';
import { severalWays } from './4-several.ts';
import { sentences } from './cut.ts';
import { withoutLabel } from './label.ts';

/**
 * The entities that a stretch of text may be about. Empty: about something that is none. Null: nothing says so; then the
 * states decide.
 */
export type Owners = readonly string[] | null;

/** A statement with what is said of it in nested items: one list of sentences for each. */
export type Stated =
  | { readonly kind: 'way'; readonly way: Way; readonly groups: readonly (readonly Span[])[]; readonly owners: Owners }
  | { readonly kind: 'fact'; readonly fact: Fact; readonly conditions: readonly Span[]; readonly owners: Owners };

/** What is kept as a whole where a part of it is not read: an item, a sentence, a line of code. */
export interface Unit {
  readonly source: Span;
  readonly stated: readonly Stated[];
  readonly owners: Owners;
  /** Sentences that state nothing. */
  readonly others: readonly Span[];
}

export interface Collected {
  readonly units: readonly Unit[];
  /** The units of each item, paragraph and block of code. */
  readonly nodes: ReadonlyMap<Item | Span, readonly Unit[]>;
  /** Items about transitions that stand elsewhere, by the node of one of those. */
  readonly beside: ReadonlyMap<Item, Item | Span>;
}

export interface Collecting {
  readonly known: Known;
  /** The entities that a title or subject names; null where it may name none at all, as "Transitions" does. */
  readonly find: (subject: Span) => Owners;
  /** Where the transition told last begins: "The lead can also …". */
  readonly recent?: { sources: readonly Span[] };
}

/** What the blocks under one heading state, in order. */
export function collect(blocks: readonly Block[], owners: Owners, given: Collecting): Collected {
  const collecting: Collecting = { ...given, recent: { sources: [] } };
  const nodes = new Map<Item | Span, readonly Unit[]>();
  let current = owners;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'list') {
      const steps = stepUnits(block.items, current, collecting);
      if (steps !== null) for (const [item, units] of steps) nodes.set(item, units);
      else
        for (const item of block.items) {
          const units = unitsOfItem(item, current, collecting);
          nodes.set(item, units);
          current = ownersAfter(units, current);
        }
    } else if (block.kind === 'prose') {
      const title = /^#{4,6} /.exec(block.text.text);
      if (title !== null) current = collecting.find(part(block.text, title[0].length));
      else if (block.code) nodes.set(block.text, blockUnits(block.text, current, collecting));
      else if (!block.text.text.startsWith('>') && !isNotShown(block.text)) {
        const text = withoutBold(withoutLabel(block.text).rest);
        const named = text === block.text ? null : titleIn(text, collecting);
        const units = chained(sentenceUnits(text, current, collecting), blocks.slice(index + 1));
        nodes.set(block.text, units);
        current = named ?? ownersAfter(units, current);
      }
    }
  }
  const added = besideWays(blocks, nodes);
  return { units: [...added.nodes.values()].flat(), ...added };
}

/** `Order: draft -> sent -> paid / void` above a list that tells each step is all states in a row, from the first on. */
function chained(units: readonly Unit[], behind: readonly Block[]): readonly Unit[] {
  const next = behind[0];
  const isTold =
    (next?.kind === 'list' && next.items.filter(({ text }) => arrowIn(text.text) !== null).length > 1) ||
    behind.some((block) => block.kind === 'list' && areSteps(block.items));
  if (!isTold) return units;
  return units.map((unit) => {
    const rows = unit.stated.filter(isRow);
    const others = rows.flatMap((each) => (each.kind === 'way' ? each.way.said : []));
    return { ...unit, stated: unit.stated.flatMap(statesInARow), others: [...unit.others, ...others] };
  });
}

/** `**Order:** draft → sent`: the name in bold is that before a colon. */
function withoutBold(span: Span): Span {
  const name = /^\*\*([^*:]{1,40}):\*\*(?=\s)/.exec(span.text)?.[1];
  return name === undefined ? span : { text: `${name}:    ${span.text.slice(name.length + 5)}`, from: span.from };
}

const isRow = (stated: Stated): boolean => stated.kind === 'way' && stated.way.legs.length > 1;

function statesInARow(stated: Stated): Stated[] {
  if (stated.kind !== 'way' || !isRow(stated)) return [stated];
  const { subject, legs } = stated.way;
  const names = [...(legs[0]?.from ?? []), ...legs.flatMap(({ to }) => to)];
  const about = { kind: 'fact', conditions: [], owners: stated.owners } as const;
  const [first] = names;
  const start: Stated[] =
    first === undefined ? [] : [{ ...about, fact: { kind: 'start', subject: null, name: first, rest: null } }];
  return [{ ...about, fact: { kind: 'states', subject, names } }, ...start];
}

/** "Ticket states: …" says what the items behind it are about. */
function ownersAfter(units: readonly Unit[], owners: Owners): Owners {
  const all = units.flatMap(({ stated }) => stated);
  const states = all.find((each) => each.kind === 'fact' && each.fact.kind === 'states' && each.fact.subject !== null);
  return states?.owners ?? owners;
}

function unitsOfItem(item: Item, owners: Owners, collecting: Collecting): Unit[] {
  const stated = statementsIn(item.text, owners, collecting);
  const first = stated.stated[0];
  if (first === undefined && item.items.length > 0) return unitsUnder(item, owners, collecting);
  if (first?.kind === 'fact' && first.fact.kind === 'states' && item.items.length > 0) {
    const own: Unit = { ...stated, source: item.text, owners: first.owners };
    return [own, ...item.items.flatMap((nested) => unitsOfItem(nested, first.owners, collecting))];
  }
  const facts = first === undefined ? [] : item.items.flatMap((nested) => factsOf(nested, first.owners, collecting));
  const under = item.items.filter((nested) => !facts.some(({ source }) => source === nested.at));
  const groups = under.map((nested) => textsOf(nested).flatMap((text) => sentences(text)));
  return [{ ...withGroups(stated, groups), source: item.at, owners }, ...facts];
}

/** "Void and Paid are final" under a transition is about the machine. */
function factsOf(item: Item, owners: Owners, collecting: Collecting): Unit[] {
  if (item.items.length > 0) return [];
  const { stated, others } = statementsIn(item.text, owners, collecting);
  const isFinal = stated.length > 0 && stated.every((each) => each.kind === 'fact' && each.fact.kind === 'final');
  return isFinal && others.length === 0 ? [{ stated, others, owners, source: item.at }] : [];
}

/** What is nested belongs to the last transition, or to the guards, of the text that it stands under. */
function withGroups(
  { stated, others }: Pick<Unit, 'stated' | 'others'>,
  groups: readonly (readonly Span[])[],
): Pick<Unit, 'stated' | 'others'> {
  const last = stated.at(-1);
  if (last === undefined || groups.length === 0) return { stated, others };
  if (last.kind === 'way') return { stated: [...stated.slice(0, -1), { ...last, groups }], others };
  if (last.fact.kind === 'guards')
    return { stated: [...stated.slice(0, -1), { ...last, conditions: groups.flat() }], others };
  return { stated, others: [...others, ...groups.flat()] };
}

function textsOf(item: Item): Span[] {
  return [item.text, ...item.items.flatMap(textsOf)].filter(({ text }) => text !== '');
}

/** An item that is the title of those under it. */
function unitsUnder(item: Item, owners: Owners, collecting: Collecting): Unit[] {
  const title = withoutStop(part(item.text, 0));
  const isTitle = title.text.length <= LONGEST_TITLE && !/[.;!?]\s/.test(title.text);
  const found = isTitle ? collecting.find(title) : null;
  return item.items.flatMap((nested) => unitsOfItem(nested, found ?? owners, collecting));
}

const LONGEST_TITLE = 80;

function areSteps(items: readonly Item[]): boolean {
  const isStep = ({ text }: Item) => /^(?:given|when|then|and|but)\s/i.test(text.text);
  return items.length > 1 && /^given\s/i.test(items[0]?.text.text ?? '') && items.every(isStep);
}

/** Given, When and Then, an item each: what a scenario states is with its first item. */
function stepUnits(items: readonly Item[], owners: Owners, { known, find }: Collecting): Map<Item, Unit[]> | null {
  if (!areSteps(items)) return null;
  const { ways, left } = scenariosIn(
    items.map(({ text }) => text),
    known,
  );
  if (ways.length === 0) return null;
  const units = new Map<Item, Unit[]>();
  const source = items.map(({ text }) => text.text).join('\n');
  const first = items[0];
  items.forEach((item) => {
    const own = ways.filter(({ at }) => at === item.text);
    const stated = own.map(
      (way): Stated => ({
        kind: 'way',
        way,
        groups: [],
        owners: way.subject === null ? owners : (find(way.subject) ?? owners),
      }),
    );
    const unit: Unit = { source: { text: source, from: first?.text.from ?? 0 }, stated, owners, others: [] };
    units.set(item, left.includes(item.text) || stated.length === 0 ? [] : [unit]);
  });
  return units;
}

/** Given, When and Then, a line each. */
function scenarioUnits(text: Span, owners: Owners, { known, find }: Collecting): Unit[] {
  if (!/(?:^|\n)\s*given\s/i.test(text.text)) return [];
  const { ways, left } = scenariosIn(linesOf(text), known);
  return ways.map((way, index): Unit => {
    const named = way.subject === null ? owners : (find(way.subject) ?? owners);
    const others = index === 0 ? left : [];
    return { source: text, stated: [{ kind: 'way', way, groups: [], owners: named }], owners, others };
  });
}

function sentenceUnits(text: Span, owners: Owners, collecting: Collecting): Unit[] {
  const scenarios = scenarioUnits(text, owners, collecting);
  if (scenarios.length > 0) return scenarios;
  const { stated, others } = statementsIn(text, owners, collecting);
  return stated.length === 0 ? [] : [{ stated, others, owners, source: text }];
}

/** The lines of a block of code that state transitions: a drawing, a state diagram, or plain lines. */
function blockUnits(block: Span, owners: Owners, collecting: Collecting): Unit[] {
  const scenarios = scenarioUnits(block, owners, collecting);
  if (scenarios.length > 0) return scenarios;
  const lines = linesOf(block);
  const diagram = isDiagram(block);
  const aliases: ReadonlyMap<string, Span> = diagram ? aliasesOf(lines) : new Map<string, Span>();
  let current = owners;
  const units = lines
    .filter((line) => !(diagram && isAlias(line)))
    .map((line): Unit => {
      const title = titleIn(line, collecting);
      if (title !== null) current = title;
      const { stated, others } = statementsIn(line, current, collecting);
      if (title !== null) return { stated: [], others: [], owners: title, source: line };
      const ways = diagram
        ? stated.map((each) => (each.kind === 'way' ? { ...each, way: diagramWay(each.way, aliases) } : each))
        : stated;
      return { stated: ways, others, owners: current, source: line };
    });
  return units.some(({ stated }) => stated.length > 0) ? units : [];
}

/** A line that is only the name of an entity: what stands below it is about that one. */
function titleIn(line: Span, { find }: Collecting): readonly string[] | null {
  if (!/^[\p{L}\p{N}_ -]{1,40}:?$/u.test(line.text)) return null;
  const found = find(line);
  return found?.length === 1 ? found : null;
}

/** The statements of a text. A sentence behind a transition that states nothing else is about it. */
export function statementsIn(text: Span, owners: Owners, collecting: Collecting): Pick<Unit, 'stated' | 'others'> {
  const { known, find } = collecting;
  const stated: Stated[] = [];
  const others: Span[] = [];
  const ownersOf = (subject: Span | null, before: Owners) => (subject === null ? before : (find(subject) ?? before));
  const all = sentences(text).flatMap(startAndEnd);
  let about: { readonly start: Span | null; readonly subject: Span | null } = { start: null, subject: null };
  for (let index = 0; index < all.length; index += 1) {
    const sentence = all[index] ?? text;
    const isLong = sentence.text.length > LONGEST_SENTENCE;
    const fact = isLong ? null : readFact(sentence, known);
    const several = isLong || fact !== null ? null : severalWays(sentence, known);
    const way = isLong || fact !== null || several !== null ? null : readWay(sentence, known);
    const before: Before = { ...about, sources: collecting.recent?.sources ?? [] };
    const behind = all[index + 1] ?? null;
    const next = behind !== null && behind.text.length > LONGEST_SENTENCE ? null : behind;
    const isRead = isLong || fact !== null || several !== null || way !== null;
    const told = isRead ? null : readProse(sentence, next, known, before);
    const last = stated.at(-1);
    if (fact?.kind === 'start') about = { start: fact.name, subject: fact.subject };
    if (told !== null) {
      for (const each of told.ways)
        stated.push({ kind: 'way', way: each, groups: [], owners: ownersOf(each.subject, owners) });
      index += told.count - 1;
    } else if (fact !== null) {
      const subject = 'subject' in fact ? fact.subject : null;
      for (const each of oneByOne(fact, sentence, known))
        stated.push({ kind: 'fact', fact: each, conditions: [], owners: ownersOf(subject, owners) });
    } else if (several !== null || way !== null) {
      for (const each of several ?? (way === null ? [] : separated(way, known)))
        stated.push({ kind: 'way', way: each, groups: [], owners: ownersOf(each.subject, owners) });
    } else if (last?.kind === 'way') {
      stated[stated.length - 1] = { ...last, way: { ...last.way, said: [...last.way.said, sentence] } };
    } else {
      others.push(sentence);
    }
  }
  const lastWay = stated.findLast((each) => each.kind === 'way');
  if (lastWay?.kind === 'way' && collecting.recent !== undefined)
    collecting.recent.sources = lastWay.way.legs.at(-1)?.from ?? [];
  return { stated, others };
}

/** `start = new, end = rejected, banned`; "It starts as new and becomes open when …" */
function startAndEnd(sentence: Span): Span[] {
  const then =
    /\b(?:starts?|begins?|is created)\b[^,;]{1,60}?((?:,\s*)?\s+(?:and|then|and then)\s+)(?=(?:becomes?|turns? into)\s)/i.exec(
      sentence.text,
    );
  if (then !== null) {
    const end = then.index + then[0].length;
    return [part(sentence, 0, end - (then[1] ?? '').length), part(sentence, end)];
  }
  const at = /^(?:start|initial)\b[^;]{1,60}?(,\s+)(?:end|final)\s*[:=]/i.exec(sentence.text);
  if (at === null) return [sentence];
  const end = at[0].lastIndexOf(at[1] ?? ',');
  return [part(sentence, 0, end), part(sentence, end + (at[1] ?? '').length)];
}

/** "initial: draft, planned": of several machines, so that each name is a fact of its own. */
function oneByOne(fact: Fact, sentence: Span, known: Known): Fact[] {
  if (fact.kind === 'final' && fact.names !== null && fact.names.length > 1)
    return fact.names.map((name, index) => ({ ...fact, names: [name], rest: index === 0 ? fact.rest : null }));
  const isList = fact.kind === 'start' && fact.subject === null && fact.rest !== null;
  if (!isList) return [fact];
  const names = nameList(withoutStop(part(sentence, fact.name.from - sentence.from - 1)), known);
  const more = names.slice(1);
  if (more.length === 0 || !more.every((name) => isKnown(nameOf(name), known))) return [fact];
  return [{ ...fact, rest: null }, ...more.map((name): Fact => ({ kind: 'start', subject: null, name, rest: null }))];
}

/** Nobody states more in one. */
const LONGEST_SENTENCE = 1500;

/** "… or Open → Waived (…)": further transitions behind the first one. */
function separated(way: Way, known: Known): Way[] {
  const own: Span[] = [];
  const more: Way[] = [];
  for (const said of way.said) {
    const rest = part(said, /^(?:,\s*)?(?:or|and)\s+/i.exec(said.text)?.[0].length ?? 0);
    const next = arrowIn(rest.text) === null ? null : readWay(rest, known);
    const last = more.at(-1);
    if (next !== null) more.push(...separated({ ...next, subject: next.subject ?? way.subject }, known));
    else if (last !== undefined) more[more.length - 1] = { ...last, said: [...last.said, said] };
    else own.push(said);
  }
  return [{ ...way, said: own }, ...more];
}
