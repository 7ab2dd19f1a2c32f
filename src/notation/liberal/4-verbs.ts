import { fieldNamed, readHappening } from './4-happens.ts';
import type { Part, Said, Speaking } from './4-parts.ts';
import { matchEntity } from './phrases/match.ts';
import { type People, readPeople } from './phrases/people.ts';

const CALL = /^([\p{L}_][\w.]*)\(([^()]*)\)$/u;

/** "on sendInvoice()", "on “Retry”", "via submit": the event, and what it is given. */
export function readEvent({ text }: Said, speaking: Speaking): Part[] | null {
  const match = /^(?:on|via|through|upon|by calling|triggered by|event:?|trigger:?)\s+(?:the\s+)?(.+)$/i.exec(text);
  const words = match?.[1] ?? text;
  const call = CALL.exec(words);
  if (call !== null) return called(call[1] ?? '', call[2] ?? '', speaking);
  if (match === null) return null;
  const name = /^"([^"]+)"$/.exec(words)?.[1] ?? words;
  const isName =
    /^[\p{L}\p{N}_'-]+(?: [\p{L}\p{N}_'-]+){0,3}$/u.test(name) &&
    !/\b(?:when|if|only|after|before|with|by|failed|success|failure)\b/i.test(name);
  return isName ? [{ kind: 'event', event: name }] : null;
}

function called(name: string, inputs: string, speaking: Speaking): Part[] | null {
  const event = name.split('.').at(-1) ?? name;
  const asks = inputs
    .split(',')
    .map((input) => input.trim())
    .filter((input) => input !== '')
    .map((input) => readHappening({ text: `with ${input}`, at: { text: '', from: 0 } }, speaking)?.[0] ?? null);
  if (asks.some((each) => each?.kind !== 'ask')) return null;
  return [{ kind: 'event', event }, ...asks.filter((each) => each !== null)];
}

const SHORT = /^[\p{L}][\p{L}'-]*(?:[ -][\p{L}'-]+){0,3}$/u;
const NO_EVENT =
  /\b(?:if|when|only|must|is|are|by|after|before|until|with|not|no|same|than|later|each|every|all|any)\b|^(?:the|an?|its|their)\b/i;

/** A few words in brackets behind the states: `(hand back)` names the event. */
export function eventInBrackets(text: string): string | null {
  return SHORT.test(text) && !NO_EVENT.test(text) ? text : null;
}

const PRESSES =
  /^(?:presses|press|clicks|click|hits|chooses|choose|selects|select|uses|use) (?:on )?(?:the )?"([^"]+)"(?: button)?$/i;
const NO_VERB =
  /^(?:of|in|with|who|whose|on|by|for|and|or|if|when|at|from|to|is|are|was|were|must|has|have|only|alone|cannot|gets?|receives?|the|an?|not|no|as|may|can)$/i;
const PARTICLES = /^(?:over|back|again|up|out|in|off|on|down|away)$/i;

const WHEN = /^(?:when|whenever|as soon as|once) /i;

/**
 * "An agent takes the ticket", "the requester presses “It works”": who, and the event by its verb. `itself`: the product
 * does it, so that what others do is what it waits for.
 */
export function readDoing(said: Said, itself: boolean, speaking: Speaking): Part[] | null {
  if (itself && WHEN.test(said.text)) return null;
  const words = said.text.replace(WHEN, '').split(' ');
  for (let count = 1; count <= Math.min(6, words.length - 1); count += 1) {
    if (!isVerbAfter(words[count - 1] ?? '', words[count] ?? '')) continue;
    const people = peopleOf(words.slice(0, count).join(' '), speaking);
    const rest = words
      .slice(count)
      .join(' ')
      .replace(/^(?:may|can|then) /i, '')
      .replace(/^(?:also|then|only) /i, '');
    const done = people === null ? null : doingOf(rest, said, speaking);
    if (people !== null && done !== null) return [{ kind: 'who', ...people }, ...done];
  }
  return null;
}

/** One person does, several do. */
function isVerbAfter(subject: string, verb: string): boolean {
  return /^[a-z]{2,}$/.test(verb) && (verb.endsWith('s') || subject.endsWith('s') || /^(?:may|can|then)$/.test(verb));
}

function peopleOf(words: string, { scope }: Speaking): People | null {
  const found = readPeople(words, scope);
  return found === null || found.product || found.who.length === 0 ? null : found;
}

function doingOf(rest: string, said: Said, speaking: Speaking): Part[] | null {
  const pressed = PRESSES.exec(rest);
  if (pressed !== null) return [{ kind: 'event', event: pressed[1] ?? '' }];
  const handed = handedOver(rest, said, speaking);
  if (handed !== null) return handed;
  const [first = '', ...more] = rest.split(/ and (?=\w+s\b)/);
  const happens = more.flatMap((each) => readHappening({ text: each, at: said.at }, speaking) ?? [null]);
  if (happens.includes(null)) return null;
  const event = eventOf(first, speaking);
  if (event !== null) return [{ kind: 'event', event }, ...happens.filter((each) => each !== null)];
  return readHappening({ text: rest, at: said.at }, speaking);
}

const HANDED = /^(takes?|gives?|hands?|assigns?|passes|pass) (.+?)(?: (?:over )?to (?:an?|the|another|some) (.+))?$/i;

/** Who takes a record becomes its assignee, and who gives it says to whom, where there is such a field. */
function handedOver(text: string, { at }: Said, speaking: Speaking): Part[] | null {
  const match = HANDED.exec(text);
  const [, verb = '', object = '', whom] = match ?? [];
  const isOwn =
    /^(?:it|this|them)$/i.test(object) || matchEntity(object, speaking.scope)?.name === speaking.scope.entity;
  const field = fieldNamed('assignee', speaking) ?? fieldNamed('assigned to', speaking);
  if (match === null || !isOwn || field === null) return null;
  const event: Part = { kind: 'event', event: base(verb) };
  if (/^takes?$/i.test(verb)) {
    const taken = whom === undefined ? readHappening({ text: `becomes the ${field.name}`, at }, speaking) : null;
    return taken === null ? null : [event, ...taken];
  }
  const isPerson = whom !== undefined && readPeople(whom, speaking.scope) !== null;
  return isPerson ? [event, { kind: 'ask', field: field.name, optional: false }] : null;
}

/** "takes over" is `take over`; "takes the ticket" `take`. Any other object leaves words without a meaning. */
function eventOf(text: string, speaking: Speaking): string | null {
  const [verb = '', ...rest] = text.split(' ');
  if (!/^[a-z]{2,}$/.test(verb) || NO_VERB.test(verb)) return null;
  const particles = rest.filter((word) => PARTICLES.test(word));
  const object = rest.filter((word) => !PARTICLES.test(word)).join(' ');
  const isOwn =
    object === '' ||
    /^(?:it|this|them)$/i.test(object) ||
    matchEntity(object, speaking.scope)?.name === speaking.scope.entity;
  if (fieldNamed(object, speaking) !== null) return null;
  if (!isOwn && isDeed(object, speaking)) return [base(verb), ...particles, object.replace(/^the /, '')].join(' ');
  return isOwn ? [base(verb), ...particles].join(' ') : null;
}

/** "starts the allocation", "closes the round": an object that is no record of the product is a part of the event. */
function isDeed(object: string, { scope }: Speaking): boolean {
  return /^the [a-z]{3,20}$/.test(object) && matchEntity(object, scope) === null && readPeople(object, scope) === null;
}

/** The verb as a button has it. */
function base(verb: string): string {
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}
