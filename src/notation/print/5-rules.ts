import type { Model, Rule } from '../../model/types/model.ts';
import { RULE_COLUMNS } from '../points/rules.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNames } from '../reader/columns.ts';
import { cellHelp } from './split-help.ts';
import { blocks, code, NOT_SHOWN, name, names, part, table, text } from './text.ts';

/** The number of columns that are always printed. */
const ALWAYS = 5;

export function printRules({ rules }: Model): string {
  if (rules.length === 0) return '';
  const titles = titlesOf(rules.map(({ name }) => name));
  const rows = rules.map((rule) => [
    text(rule.name),
    on(rule),
    rule.condition === null ? NOT_SHOWN : code(rule.condition.text),
    text(rule.error?.name ?? ''),
    text(rule.field?.name ?? ''),
    names(rule.states),
    rule.severity === 'error' ? '' : rule.severity,
    rule.message === null ? '' : text(message(rule.message)),
    cellHelp(rule.help).cell,
  ]);
  return blocks([
    table(columnNames(RULE_COLUMNS), rows, ALWAYS - 1),
    ...rules.map((rule, index) => part(text(titles[index] ?? ''), cellHelp(rule.help).rest)),
  ]);
}

/** Escapes names that contain the word ` in `, which introduces the states. */
function on({ entity, events }: Rule): string {
  return [entity, ...events.map((event) => event.name)].map((part) => name(part, / in /)).join(', ');
}

/** Quotes a message that has quotation marks of its own, so that they stay. */
const message = (text: string) => (/^"[\s\S]+"$/.test(text) ? `"${text}"` : text);
