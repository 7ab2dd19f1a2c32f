import type { Call, CallError, Does, Model } from '../../model/types/model.ts';
import { CALL_COLUMNS } from '../points/calls.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { cellHelp } from './split-help.ts';
import { blocks, code, NOT_SHOWN, name, names, part, table, text } from './text.ts';

const COLUMNS = CALL_COLUMNS.map((column) => column.name).filter((column) => column !== 'Method');

export function printCalls({ calls }: Model): string {
  if (calls.length === 0) return '';
  const titles = titlesOf(calls.map(({ name }) => name));
  const rows = calls.map((call) => [
    text(call.name),
    text(address(call)),
    does(call.does),
    sends(call),
    gets(call.gets),
    call.errors.map(error).join(', '),
    cellHelp(call.help).cell,
  ]);
  const parts = calls.map((call, index) => part(text(titles[index] ?? ''), cellHelp(call.help).rest));
  return blocks([table(COLUMNS, rows, COLUMNS.length - 1), ...parts]);
}

function address({ method, path, query }: Call): string {
  const behind = query.length === 0 ? '' : `?${query.map((one) => `${one.name}=`).join('&')}`;
  return `${method} ${path}${behind}`;
}

function error({ name: stated, at, cause }: CallError): string {
  const code = names([{ name: stated, at }]);
  return cause === null ? code : `${code} (${name(cause)})`;
}

function does(stated: Does): string {
  switch (stated.kind) {
    case 'outside':
      return 'outside';
    case 'unknown':
      return lastWord(stated.text);
    case 'event':
      return `${name(stated.event, VERB)} ${lastWord(stated.entity)}`;
    default:
      return `${stated.kind} ${lastWord(stated.entity)}`;
  }
}

const VERB = /^(?:list|read|create|change|delete|search|get|add|update|remove)$/i;

/** Prints the name of an entity as one word. */
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
