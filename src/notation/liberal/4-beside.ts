import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import type { Stated, Unit } from './4-collect.ts';
import { cut, sentences } from './cut.ts';
import { nameKey } from './phrases/fold.ts';

type Nodes = ReadonlyMap<Item | Span, readonly Unit[]>;

/** What is said of transitions by the names of their events, apart from them. */
export interface Beside {
  readonly nodes: Nodes;
  /** The items that say it, each with the node of a transition that it speaks of. */
  readonly beside: ReadonlyMap<Item, Item | Span>;
}

interface Clause {
  readonly events: readonly string[];
  readonly said: readonly Span[];
}

/** `` - `send`: the note is filled `` under "Guards:", `` - `send` sets `sentAt` ``: added to the transitions of that event. */
export function besideWays(blocks: readonly Block[], nodes: Nodes): Beside {
  const raised = new Map<string, Item | Span>();
  for (const [node, units] of nodes)
    for (const event of units.flatMap(eventsOf)) if (!raised.has(event)) raised.set(event, node);
  const beside = new Map<Item, Item | Span>();
  const more = new Map<string, (readonly Span[])[]>();
  let title = '';
  for (const block of raised.size === 0 ? [] : blocks) {
    if (block.kind === 'prose' && !block.code) title = block.text.text.length < 80 ? words(block.text) : '';
    if (block.kind !== 'list') continue;
    for (const item of block.items) {
      const clauses = item.items.length > 0 ? null : clausesIn(item.text, raised, GUARDS.test(title));
      const [first] = clauses ?? [];
      const node = raised.get(first?.events[0] ?? '');
      if (clauses === null || node === undefined) continue;
      beside.set(item, node);
      for (const { events, said } of clauses)
        for (const event of events) more.set(event, [...(more.get(event) ?? []), said]);
    }
  }
  return beside.size === 0 ? { nodes, beside } : { nodes: withMore(nodes, more, beside), beside };
}

const GUARDS = /^(?:guards?|conditions?|preconditions?|only if|requirements?|checks)\b/i;

function eventsOf({ stated }: Unit): string[] {
  return stated.flatMap((each) => (each.kind === 'way' && each.way.event !== null ? [keyOf(each.way.event)] : []));
}

const keyOf = (event: Span) => nameKey(words(event).replace(/\(\)$/, ''));

const NAME = /^`([\p{L}_][\p{L}\p{N}_]*)(?:\(\))?`\s*(?:,\s*(?:and\s+)?|and\s+|or\s+|&\s*|\/\s*)?/u;

/** Each clause with the events that it begins with, or those of the clause before it; null where the first names none. */
function clausesIn(text: Span, known: ReadonlyMap<string, unknown>, isGuard: boolean): Clause[] | null {
  const clauses: Clause[] = [];
  for (const clause of cut(text, (all, at) => (all[at] === ';' ? 1 : 0))) {
    const events: string[] = [];
    let rest = clause;
    for (let match = NAME.exec(rest.text); match !== null; match = NAME.exec(rest.text)) {
      const event = nameKey(match[1] ?? '');
      if (!known.has(event)) break;
      events.push(event);
      rest = part(rest, match[0].length);
    }
    rest = part(rest, /^(?:[:,–—-]\s*)?/.exec(rest.text)?.[0].length ?? 0);
    const before = clauses.at(-1);
    if (events.length === 0 && before === undefined) return null;
    const said = sentences(rest).map((one) => (isGuard ? condition(one) : one));
    if (rest.text !== '') clauses.push({ events: events.length === 0 ? (before?.events ?? []) : events, said });
  }
  return clauses.length === 0 ? null : clauses;
}

/** What stands under "Guards" is a condition, however it is put. */
function condition(span: Span): Span {
  if (
    /^(?:else|otherwise|if|only|when|must|at (?:most|least))\b|\b(?:required|needed|must|needs|given)\b/i.test(
      span.text,
    )
  )
    return span;
  return { text: `if ${span.text}`, from: span.from - 3 };
}

function withMore(nodes: Nodes, more: ReadonlyMap<string, (readonly Span[])[]>, beside: Beside['beside']): Nodes {
  const added = (stated: Stated): Stated => {
    if (stated.kind !== 'way' || stated.way.event === null) return stated;
    return { ...stated, groups: [...stated.groups, ...(more.get(keyOf(stated.way.event)) ?? [])] };
  };
  const all = [...nodes].map(([node, units]): [Item | Span, readonly Unit[]] => {
    const isBeside = 'items' in node && beside.has(node);
    return [node, isBeside ? [] : units.map((unit) => ({ ...unit, stated: unit.stated.map(added) }))];
  });
  return new Map(all);
}
