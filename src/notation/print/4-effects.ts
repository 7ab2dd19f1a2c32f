import type { Formula } from '../../model/types/formula.ts';
import type { Effect, LetterText, Timer } from '../../model/types/model.ts';
import { timerSpans } from '../states/timers.ts';
import { code, formula, name, pathStep, text, where } from './text.ts';

/** Returns a trigger as text for the `Event` column. */
export function timerText(timer: Timer): string {
  if (timer.kind === 'when') return `when ${code(timer.condition.text)}`;
  if (timer.kind === 'operation') return `on ${timer.operation}${where(timer.where)}`;
  if (timer.kind === 'on') {
    const by = timer.by === null ? '' : ` by ${name(timer.by.name, WORD)}`;
    return `on ${name(timer.entity.name)}: ${name(timer.event.name, WORD)}${by}${where(timer.where)}`;
  }
  const delay = plain(timer.delay, FROM);
  if (timer.from === null) return `${timer.kind} ${delay}`;
  const isBeside = timer.kind !== 'every' && timer.from.tree !== null && /^\d+ \w+$/.test(timer.delay.text);
  return isBeside
    ? `${delay} ${timer.kind} ${formula(timer.from)}`
    : `${timer.kind} ${delay} from ${formula(timer.from)}`;
}

/** Whether the name of an event would be read as a trigger. */
export function looksLikeTrigger(event: string): boolean {
  return timerSpans({ text: event, from: 0 }) !== null || /^(?:after|every)(?:\s|$)/i.test(event);
}

/** A field may be named like a verb, and a name may contain a separator word. */
const VERB = /^(?:ask|notify|email|call|raise|create|add|remove|delete)(?:\s|$)/i;
const THIS = /^this$|\swhere\s/i;
const TO = /\s(?:to|from)\s/i;
const WORD = /(?:^|\s)(?:by|where|on|for|in)(?:\s|$)/i;
const FROM = /\sfrom\s/i;
const LEADING_FOR = /^for\s/i;
const ON = /\son\s/;
const COLON = /:/;

export function effect(stated: Effect): string {
  switch (stated.kind) {
    case 'set': {
      const { change, value } = stated;
      if (change === null) return `${targetText(stated)} = ${formula(value)}`;
      return `${change} ${plain(value, TO)} ${change === 'add' ? 'to' : 'from'} ${targetText(stated)}`;
    }
    case 'delete':
      return stated.on === null ? 'delete' : `delete ${plain(stated.on, THIS)}${where(stated.where)}`;
    case 'ask':
      return `ask ${name(stated.field, LEADING_FOR)}${stated.optional ? ' (optional)' : ''}`;
    case 'notify':
      return `notify ${formula(stated.to)}`;
    case 'email':
      return `email ${plain(stated.to, COLON)}: ${quoted(stated.subject)} / ${quoted(stated.text)}${withFile(stated.file)}`;
    case 'raise':
      return `raise ${name(stated.event, LEADING_FOR)} on ${plain(stated.on, ON)}${where(stated.where)}`;
    case 'create':
      return `create ${named(stated.entity)}${eachText(stated.each)}${valuesText(stated.values)}`;
    case 'call':
      return `call ${name(stated.call, LEADING_FOR)}`;
  }
}

const quoted = ({ text: written }: LetterText): string => `"${text(written).replaceAll('"', '&#34;')}"`;

const withFile = (file: Formula | null): string => (file === null ? '' : ` with ${formula(file)}`);

function targetText({ on, field }: Extract<Effect, { kind: 'set' }>): string {
  const target = on === null ? name(field, VERB) : pathStep(field);
  const path = on === null ? '' : `${plain(on, VERB)}.`;
  return `${path}${target.replaceAll(/(?<!\\)\./g, '\\.')}`;
}

const named = (written: string) => name(written, WORD);

type Creation = Extract<Effect, { kind: 'create' }>;

function eachText(each: Creation['each']): string {
  return each === null ? '' : ` for ${named(each.local)} in ${plain(each.of, WORD)}${where(each.where)}`;
}

function valuesText(values: Creation['values']): string {
  if (values.length === 0) return '';
  return `: ${values.map(({ field, value }) => `${name(field)} = ${formula(value)}`).join(', ')}`;
}

/** Prints a formula, without backticks if it is simple and has none of the `words`. */
function plain(stated: Formula, words: RegExp): string {
  return words.test(stated.text) ? code(stated.text) : formula(stated);
}
