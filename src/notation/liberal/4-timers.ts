import { memberText } from './4-happens.ts';
import type { Speaking, TimerWords } from './4-parts.ts';
import { ownerField } from './6-rights/owner.ts';
import type { KnownEntity, KnownMachine } from './lexicon.ts';
import { nameKey } from './phrases/fold.ts';
import { personOf } from './phrases/frame.ts';
import { frameOf, matchConstant, matchEntity, matchField } from './phrases/match.ts';
import { happenedAt, readOperand } from './phrases/operand.ts';
import { readPeople } from './phrases/people.ts';
import { readDuration } from './phrases/quantity.ts';

/** "after 5 working days", "24 hours after pickupAt", "when the requester writes a comment"; null for anything else. */
export function readTimer(text: string, speaking: Speaking): TimerWords | null {
  return (
    lasting(text, speaking) ??
    beside(text, speaking) ??
    moment(text, speaking) ??
    written(text, speaking) ??
    reached(text, speaking)
  );
}

/** What whoever does it waits for: by people such a time is a condition. */
export function conditionSince(trigger: TimerWords): string | null {
  if ((trigger.kind !== 'after' && trigger.kind !== 'before') || trigger.from === null) return null;
  return `now >= ${trigger.from} ${trigger.kind === 'after' ? '+' : '-'} ${trigger.delay}`;
}

function lasting(text: string, speaking: Speaking): TimerWords | null {
  const match = /^(after|every) (.+?)(?: in ((?:this|the) (?:state|status)|.+?))?$/i.exec(text);
  const delay = match === null || !staysIn(match[3], speaking) ? null : delayText(match[2] ?? '', speaking);
  if (delay !== null) return { kind: /^every$/i.test(match?.[1] ?? '') ? 'every' : 'after', delay, from: null };
  const from = /^after (.+?) (?:from|after|since) (.+)$/i.exec(text);
  return from === null ? null : bySide(from[1] ?? '', 'after', from[2] ?? '', speaking);
}

/** "In this state", or in the one that the transition leaves. */
function staysIn(state: string | undefined, { source }: Speaking): boolean {
  if (state === undefined || /^(?:this|the) (?:state|status)$/i.test(state)) return true;
  return source !== null && nameKey(state) === nameKey(source);
}

/** "At dueAt", "at the end + 2 hours": from that moment on. */
function moment(text: string, { scope }: Speaking): TimerWords | null {
  const match = /^at (.+)$/i.exec(text);
  const of = match === null ? null : readOperand(match[1] ?? '', frameOf(scope));
  if (of?.sort !== 'instant' && of?.sort !== 'date') return null;
  return { kind: 'when', condition: `${of.sort === 'date' ? 'today' : 'now'} >= ${of.text}` };
}

function beside(text: string, speaking: Speaking): TimerWords | null {
  const match = /^(.+?) (after|before) (.+)$/i.exec(text);
  return match === null ? null : bySide(match[1] ?? '', match[2] ?? '', match[3] ?? '', speaking);
}

function bySide(length: string, side: string, moment: string, speaking: Speaking): TimerWords | null {
  const delay = delayText(length, speaking);
  const from =
    delay === null ? null : (matchField(moment, speaking.scope) ?? happenedAt(moment, frameOf(speaking.scope)));
  if (delay === null || from === null || (from.sort !== 'date' && from.sort !== 'instant')) return null;
  return { kind: /^before$/i.test(side) ? 'before' : 'after', delay, from: from.text };
}

/** A length of time as an expression; a constant of point 9 stands for itself. */
function delayText(words: string, { scope }: Speaking): string | null {
  return durationText(words) ?? matchConstant(words, scope)?.name ?? null;
}

/** A length of time as an expression, working time as such. */
export function durationText(words: string): string | null {
  const length = readDuration(words);
  if (length === null) return null;
  return length.working ? `${length.count} working ${length.unit}${length.count === '1' ? '' : 's'}` : length.text;
}

const WHEN = '^(?:when|whenever|as soon as|once|if) ';
const WRITES = new RegExp(`${WHEN}(.+?) (?:writes|adds|creates|posts|leaves|sends|makes|raises) an? (.+)$`, 'i');

/** Somebody makes a record of another entity that leads here. */
function written(text: string, speaking: Speaking): TimerWords | null {
  const match = WRITES.exec(text);
  const entity = match === null ? null : matchEntity(match[2] ?? '', speaking.scope);
  const link = entity === null ? null : linkTo(entity, speaking.scope.entity);
  if (match === null || entity === null || link === null) return null;
  const { by } = link;
  if (/^(?:some(?:body|one)|any(?:body|one))$/i.test(match[1] ?? ''))
    return { kind: 'on', entity: entity.name, event: 'create', by, where: null };
  const where = writtenBy(match[1] ?? '', entity, speaking);
  return where === null ? null : { kind: 'on', entity: entity.name, event: 'create', by, where };
}

function writtenBy(words: string, entity: KnownEntity, { scope }: Speaking): string | null {
  const person = personOf(scope.lexicon);
  const author = person === null ? null : ownerField(entity, person.name);
  const people = readPeople(words, scope);
  const [who] = people?.who ?? [];
  if (who === undefined || people?.who.length !== 1 || people.where !== null || people.product) return null;
  if (scope.lexicon.roles.some(({ name }) => name === who)) return null;
  const path = matchField(who, scope);
  if (path === null) return null;
  const own = path.text.startsWith('this') ? path.text : `this.${path.text}`;
  // Every record knows who made it.
  return `${author === null ? 'createdBy' : memberText(author.name)} == ${own}`;
}

/** "when the approval is refused": the event that leads there, of the one record that leads here. */
function reached(text: string, speaking: Speaking): TimerWords | null {
  const match = new RegExp(`${WHEN}(?:the|its|their|an?) (.+?) (?:is|becomes|has been|gets) (.+)$`, 'i').exec(text);
  const entity = match === null ? null : matchEntity(match[1] ?? '', speaking.scope);
  const link = entity === null || entity.name === speaking.scope.entity ? null : linkTo(entity, speaking.scope.entity);
  if (match === null || entity === null || link === null) return null;
  const events = speaking.scope.lexicon.machines
    .filter((machine) => machine.entity === entity.name)
    .flatMap((machine) => eventsInto(machine, match[2] ?? ''));
  const [event] = events;
  return event === undefined || new Set(events).size > 1
    ? null
    : { kind: 'on', entity: entity.name, event, by: link.by, where: null };
}

function eventsInto({ transitions }: KnownMachine, state: string): string[] {
  return transitions.flatMap(({ to, event }) => (event !== null && nameKey(to) === nameKey(state) ? [event] : []));
}

/** The one field of another entity that leads to a record of this one; null in it where the records are its lines. */
function linkTo(entity: KnownEntity, to: string): { readonly by: string | null } | null {
  const found = entity.fields.filter(({ type }) => type.kind === 'reference' && type.entity === to);
  if (found.length === 1) return { by: found[0]?.name ?? null };
  return entity.belongsTo?.name === to && found.length === 0 ? { by: null } : null;
}
