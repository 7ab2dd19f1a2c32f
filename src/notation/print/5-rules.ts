import type { Model, Rule } from '../../model/model.ts';
import { names as columnNames } from '../columns.ts';
import { RULE_COLUMNS } from '../points/5-rules.ts';
import { blocks, code, NOT_SHOWN, name, part, table, text } from './text.ts';

export function printRules({ rules }: Model): string {
  if (rules.length === 0) return '';
  const rows = rules.map((rule) => [
    text(rule.name),
    on(rule),
    rule.condition === null ? NOT_SHOWN : code(rule.condition.text),
    text(rule.error?.name ?? ''),
    text(rule.field?.name ?? ''),
  ]);
  return blocks([
    table(columnNames(RULE_COLUMNS), rows, RULE_COLUMNS.length - 1),
    ...rules.map((rule) => part(text(rule.name), rule.help)),
  ]);
}

function on({ entity, events }: Rule): string {
  return [entity, ...events.map((event) => event.name)].map((part) => name(part)).join(', ');
}
