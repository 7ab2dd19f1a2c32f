import { parseExpression } from '../../expressions/parse.ts';
import type { Formula } from '../../model/formula.ts';
import type { Type } from '../../model/types.ts';
import type { Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import type { Said } from './3-details.ts';
import { typeWords } from './3-type-words.ts';
import { readCondition } from './phrases/condition.ts';
import { frameOf } from './phrases/match.ts';
import { readOperand } from './phrases/operand.ts';
import { plainWords } from './phrases/scope.ts';

/** How a field is computed, as far as the words say it in a way that can be worked out. */
export interface Computed {
  /** Null: it is not understood; then the product sets the field, and nobody types it. */
  readonly formula: Formula | null;
  readonly type: Type | null;
}

/** `sum over lines of the amount`, `due at has passed and the state is not Closed`. */
export function computedOf(reader: Reader, told: Span, said: Said, entity: string): Computed {
  const text = plainWords(told);
  const unit = /,? in ([€$£]|[A-Z]{3})$|, ([€$£])$/.exec(text);
  const inner = unit === null ? text : text.slice(0, unit.index);
  const money = unit === null ? null : (typeWords(unit[1] ?? unit[2] ?? '', said.field, said.names)?.type ?? null);
  const scope = { entity, lexicon: reader.lexicon() };
  const condition = readCondition(inner, scope);
  const BOOLEAN: Type = { kind: 'boolean' };
  if (condition !== null) return { formula: formulaOf(condition.text), type: BOOLEAN };
  const operand = readOperand(inner, frameOf(scope));
  if (operand !== null && operand.text !== '') {
    const formula = formulaOf(operand.text);
    const kept = said.type ?? money ?? sortType(operand.sort);
    if (formula !== null && kept !== null) return { formula, type: kept };
  }
  return { formula: null, type: money ?? (soundsTrueOrFalse(inner, said.field) ? BOOLEAN : null) };
}

function formulaOf(text: string): Formula | null {
  const { tree } = parseExpression(text);
  return tree === null ? null : { text, at: null, tree };
}

function sortType(sort: string | null): Type | null {
  switch (sort) {
    case 'instant':
      return { kind: 'date and time' };
    case 'date':
      return { kind: 'date' };
    case 'boolean':
      return { kind: 'boolean' };
    default:
      return null;
  }
}

/** A condition that is not understood is a condition all the same. */
function soundsTrueOrFalse(text: string, field: string): boolean {
  return (
    /^(?:is|has|may|can|must|needs)(?=[A-Z_ ])/.test(field) ||
    (/^(?:not |true |yes |whether |if )/i.test(text) && !/\bthen\b/i.test(text))
  );
}
