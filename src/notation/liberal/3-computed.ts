import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Type } from '../../model/types/types.ts';
import type { Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import type { Said } from './3-details.ts';
import { queryOf } from './3-query.ts';
import { typeWords } from './3-type-words.ts';
import { readCondition } from './phrases/condition.ts';
import type { Frame } from './phrases/frame.ts';
import { frameOf } from './phrases/match.ts';
import { attributesNamed } from './phrases/names.ts';
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
  const text = withSigns(plainWords(told));
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
  const timed = lengthOf(inner, frameOf(scope));
  if (timed !== null && said.type !== null) return { formula: timed, type: said.type };
  const reckoned = arithmetic(inner, frameOf(scope));
  if (reckoned !== null && said.type !== null) return { formula: reckoned, type: said.type };
  const share = shareOf(inner, frameOf(scope));
  if (share !== null && said.type !== null) return { formula: share, type: said.type };
  const query = queryOf(inner, entity, scope.lexicon);
  const formula = query === null ? null : formulaOf(query.text);
  if (query !== null && formula !== null) return { formula, type: said.type ?? money ?? numberOf(inner) ?? query.type };
  return {
    formula: null,
    type: money ?? (soundsTrueOrFalse(inner, said.field) ? BOOLEAN : (numberOf(inner) ?? sumOf(inner, reader))),
  };
}

/** `quantity * unit price * (1 - discount / 100)`: numbers and what is named, with signs and brackets between them. */
function arithmetic(text: string, frame: Frame): Formula | null {
  const parts = text.split(/( [-+*/] |[()])/).filter((part) => part.trim() !== '');
  if (parts.length < 3 || parts.length > 40) return null;
  const read = parts.map((part) => (/^[-+*/()]$/.test(part.trim()) ? part : termOf(part.trim(), frame)));
  return read.some((part) => part === null) ? null : formulaOf(read.join(''));
}

/** A number, a share in percent as one, or what a name means. */
function termOf(text: string, frame: Frame): string | null {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d{1,6})?) ?(%)?$/.exec(text) ?? [];
  if (digits !== undefined) return percent === undefined ? digits : String(Number((Number(digits) / 100).toFixed(8)));
  const operand = readOperand(text, frame);
  // A moment is moved by a length of time alone, which no plain number is.
  const isReckoned = operand?.sort === 'number' || operand?.sort === 'money';
  return operand === null || operand.compound || !isReckoned ? null : operand.text;
}

/** `20 % of the price`. */
function shareOf(text: string, frame: Frame): Formula | null {
  const [, count = '', of = ''] = /^(\d{1,4}(?:\.\d{1,4})?) ?(?:%|percent) of (?:the )?(.+)$/i.exec(text) ?? [];
  const operand = of === '' ? null : readOperand(of, frame);
  return operand === null || operand.text === '' ? null : formulaOf(`${operand.text} * ${count} / 100`);
}

/** `End - Start in hours`: a number of them. */
function lengthOf(text: string, frame: Frame): Formula | null {
  const [, inner = '', unit = ''] = /^(.+ - .+?),? in (?:whole )?(days|hours|minutes|seconds)$/.exec(text) ?? [];
  const operands = inner.split(' - ').map((one) => readOperand(one, frame));
  if (operands.length !== 2 || operands.some((one) => one?.sort !== 'instant')) return null;
  return formulaOf(`${unit}(${operands.map((one) => one?.text ?? '').join(' - ')})`);
}

/** "End minus Start in hours", "quantity × unit price": with the signs of expressions. */
function withSigns(text: string): string {
  return text
    .replaceAll(/ (?:×|x|times|multiplied by) /g, ' * ')
    .replaceAll(/ (?:÷|divided by) /g, ' / ')
    .replaceAll(/ minus | – | − /g, ' - ')
    .replaceAll(/ plus /g, ' + ')
    .replace(/^avg (?:of (?:the )?)?/i, 'average of ');
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

/** What counts is a whole number, and a mean has decimals, as many as it says. */
function numberOf(text: string): Type | null {
  const bounds = { min: null, max: null, unit: null };
  if (
    /^(?:the )?(?:(?:count|number) of |(?:(?:whole|full) )?(?:days|weeks|months|years|hours|minutes) (?:since|until|between|from) )/i.test(
      text,
    )
  )
    return { kind: 'integer', step: null, ...bounds };
  if (!/^(?:the )?(?:average|mean|median)(?: of)? /i.test(text)) return null;
  const scale = /, (?:with |to |rounded to )?(\d) (?:decimals?|decimal places?|places)$/i.exec(text)?.[1];
  return { kind: 'decimal', precision: 15, scale: scale === undefined ? 4 : Number(scale), ...bounds };
}

/** A sum of what all that have it hold alike. */
function sumOf(text: string, reader: Reader): Type | null {
  const name = /^(?:the )?(?:sum|total) (?:of|over) (?:the |all (?:the )?)?(\p{L}+(?: \p{L}+)?)/iu.exec(text)?.[1];
  const found =
    name === undefined ? [] : [name, name.split(' ')[0] ?? ''].map((each) => attributesNamed(reader.lexicon(), each));
  const types = (found.find((each) => each.length > 0) ?? []).map(({ field }) => field?.type);
  const [first] = types;
  if (first === undefined || !types.every((type) => type?.kind === first.kind)) return null;
  if (first.kind === 'integer') return { ...first, min: null, max: null, step: null };
  return first.kind === 'money' || first.kind === 'decimal' ? { ...first, min: null, max: null } : null;
}

/** A condition that is not understood is a condition all the same. */
function soundsTrueOrFalse(text: string, field: string): boolean {
  return (
    /^(?:is|has|may|can|must|needs)(?=[A-Z_ ])/.test(field) ||
    (/^(?:not |true |yes |whether |if )/i.test(text) && !/\bthen\b/i.test(text))
  );
}
