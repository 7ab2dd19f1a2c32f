import type { Call, Does, Model } from '../../model/model.ts';
import { CALL_COLUMNS } from '../points/7-calls.ts';
import { blocks, code, NOT_SHOWN, name, names, part, table, text } from './text.ts';

const COLUMNS = CALL_COLUMNS.map((column) => column.name).filter((column) => column !== 'Method');

export function printCalls({ calls }: Model): string {
  if (calls.length === 0) return '';
  const rows = calls.map((call) => [
    text(call.name),
    `${call.method} ${text(call.path)}`,
    does(call.does),
    sends(call),
    gets(call.gets),
    names(call.errors),
  ]);
  return blocks([table(COLUMNS, rows, COLUMNS.length), ...calls.map((call) => part(text(call.name), call.help))]);
}

function does(stated: Does): string {
  switch (stated.kind) {
    case 'outside':
      return 'outside';
    case 'unknown':
      return text(stated.text);
    case 'event':
      return `${name(stated.event, VERB)} ${lastWord(stated.entity)}`;
    default:
      return `${stated.kind} ${lastWord(stated.entity)}`;
  }
}

const VERB = /^(?:list|read|create|change|delete|search|get|add|update|remove)$/i;

/** A name of several words is one word here. */
function lastWord(entity: string): string {
  return name(entity).replaceAll(' ', '&#32;');
}

function sends({ sends: stated, sendsShape }: Call): string {
  if (sendsShape !== null) return code(sendsShape.text);
  return stated === null ? NOT_SHOWN : names(stated);
}

function gets(stated: string): string {
  return /^[^\n]*[{}][^\n]*$/.test(stated) ? code(stated) : text(stated);
}
