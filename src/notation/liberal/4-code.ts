import { part, type Span } from '../markdown/span.ts';
import type { Way } from './4-heads.ts';
import { nameOf } from './4-names.ts';

/** The lines of a block of code that say anything, each with its place. */
export function linesOf(block: Span): Span[] {
  const lines: Span[] = [];
  let from = 0;
  for (const line of block.text.split('\n')) {
    const span = part(block, from, from + line.length);
    if (span.text !== '' && !FRAME.test(span.text)) lines.push(span);
    from += line.length + 1;
  }
  return lines;
}

/** What only begins, ends or decorates a diagram. */
const FRAME =
  /^(?:`{3,}.*|~{3,}.*|stateDiagram(?:-v2)?|graph \w+|flowchart \w+|direction \w+|@startuml|@enduml|digraph.*|[{}]|%%.*|\/\/.*|hide .*|skinparam .*|title .*)$/i;

/** Whether a block is a state diagram: there, what stands behind a colon is the event. */
export function isDiagram(block: Span): boolean {
  if (/(?:^|\n)\s*(?:stateDiagram|@startuml)/.test(block.text)) return true;
  const lines = linesOf(block).filter(({ text }) => /-{1,2}>/.test(text));
  return lines.length > 1 && lines.every(({ text }) => LABELLED.test(text) || /^\[\*\]|\[\*\]$/.test(text));
}

/** `Draft --> Sent: send (owner)`: what stands behind the colon is one short name. */
const LABELLED =
  /^[^:()]{1,60}-{1,2}>[^:()]{1,60}:\s*(?!(?:by|if|only|when|while|after|until|auto|the|an?)\b)[\p{L}_][\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)?(?:\s*\([^()]*\)|\s*\[[^[\]]*\])?$/iu;

/** `state "Waiting for parts" as W`: the name that stands for another in this block. */
export function aliasesOf(lines: readonly Span[]): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  for (const line of lines) {
    const match = ALIAS.exec(line.text);
    const name = match?.[1] ?? match?.[4];
    const alias = match?.[2] ?? match?.[3];
    if (name === undefined || alias === undefined) continue;
    const at = line.text.indexOf(name, line.text.indexOf(match?.[4] === undefined ? '"' : ':'));
    found.set(alias, part(line, at, at + name.length));
  }
  return found;
}

const ALIAS = /^state\s+"([^"]+)"\s+as\s+(\w+)$|^(\w+)\s*:\s*(\S.*)$/;
export const isAlias = ({ text }: Span): boolean => ALIAS.test(text) && !text.includes('>');

/** `send (owner, lead)`: the event, and who raises it. */
function whoBehind(label: Span): { readonly event: Span; readonly who: Span } | null {
  const match = /^([^()[\]/]{1,60}?)\s*\(([^()]{1,60})\)$/.exec(label.text);
  const [, event = '', who = ''] = match ?? [];
  if (match === null || event === '' || /\d/.test(who)) return null;
  const at = label.text.lastIndexOf(who);
  const isCondition = /^(?:if|only|when|while|after|until|unless|by|with|within)\b|[<>=]/i.test(who);
  const plain = part(label, at, at + who.length);
  return {
    event: part(label, 0, event.length),
    who: isCondition ? plain : { text: `by ${plain.text.replace(/,\s*(?=[^,]*$)/, ' or ')}`, from: plain.from - 3 },
  };
}

/** The transition of a line with its event: `Draft --> Sent : send [paid] / mail`. */
export function diagramWay(way: Way, aliases: ReadonlyMap<string, Span>): Way {
  const named = (names: readonly Span[]) => names.map((name) => aliases.get(nameOf(name)) ?? name);
  const legs = way.legs.map((leg) => ({ ...leg, from: named(leg.from), to: named(leg.to) }));
  const [label, ...rest] = way.said;
  if (label === undefined) return { ...way, legs };
  const behind = rest.length === 0 ? whoBehind(label) : null;
  if (behind !== null) return { ...way, legs, event: behind.event, said: [behind.who] };
  const match = /^([^[\]/]*)(?:\[([^\]]*)\])?\s*(?:\/\s*(.*))?$/.exec(label.text);
  if (match === null) return { ...way, legs };
  const cutOut = (text: string | undefined) => {
    const at = text === undefined || text === '' ? -1 : label.text.indexOf(text);
    return at < 0 ? [] : [part(label, at, at + (text ?? '').length)];
  };
  const [event] = cutOut(match[1]?.trim());
  return { ...way, legs, event: event ?? null, said: [...cutOut(match[2]), ...cutOut(match[3]), ...rest] };
}
