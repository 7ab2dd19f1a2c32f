import type { Json } from '../../../engine/core/intent.ts';
import { messages } from '../../languages/messages.ts';
import type { Operator } from '../../platform/filter-operator.ts';
import { optionOf, shownText } from '../../view/display-value.ts';
import type { ViewContext } from '../../view/view-context.tsx';
import { type Condition, type FilterField, isComplete, isMomentKind, isWords, operandOf } from './filter-model.ts';

type Words = Pick<ViewContext, 'format' | 'schema'>;

/** Returns a condition in words: `Total is more than €25.00`. */
export function conditionWords(words: Words, { operator, value: typed }: Condition, field: FilterField): string {
  const { label, type } = field;
  // A value that can't be compared is shown as missing.
  const value = isComplete({ field: field.name, operator, value: typed }, field) ? typed : null;
  if (operator === 'last days' && value !== null)
    return messages.listTools.conditions.last({
      label,
      duration: words.format.duration({ months: 0, days: Number(value) || 0, ms: 0 }),
    });
  const isMoment = isMomentKind(type);
  const start = `${label} ${operatorText(operator, isMoment)}`;
  switch (operandOf(operator)) {
    case 'none':
      return start;
    case 'many': {
      const all = (Array.isArray(value) ? value : []).map((each) => valueWords(words, each, field));
      return `${start} ${all.length === 0 ? messages.listTools.conditions.incomplete : words.format.choice(all)}`;
    }
    default: {
      const text = valueWords(words, value, field);
      return `${start} ${text === '' ? messages.listTools.conditions.incomplete : text}`;
    }
  }
}

/** Returns an operator in words, as written between a field and its value. */
export function operatorText(operator: Operator, isMoment: boolean): string {
  const { operators, momentOperators } = messages.listTools;
  const ofMoments: Partial<Record<Operator, string>> = isMoment ? momentOperators : {};
  return ofMoments[operator] ?? operators[operator];
}

/** Formats a value of a condition; empty if there is none. */
export function valueWords(words: Words, value: Json, { type }: FilterField): string {
  if (type.kind === 'boolean')
    return value === true ? messages.listTools.conditions.yes : value === false ? messages.listTools.conditions.no : '';
  if (type.kind === 'choice') return optionOf(type, value)?.label ?? String(value ?? '');
  const isTitle = type.kind === 'reference' || type.kind === 'references';
  if (isTitle || isWords(type)) return String(value ?? '');
  return shownText(words, type, value);
}
