import type { Attribute } from '../../model/lookups/schema.ts';
import type { Chart, NumberTile, Screen } from '../../model/types/model.ts';
import { isTextFormat, textFormat } from '../../model/types/text-formats.ts';
import type { Kind, Type } from '../../model/types/types.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'tile-not-a-number',
  point: 2,
  severity: 'error',
  about:
    'A number or chart over a field that cannot be aggregated that way: the sum of texts, or of several currencies.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const screen of context.screens) {
        for (const tile of [...screen.numbers, ...screen.charts]) {
          const attribute = tile.field === null ? undefined : attributes?.get(tile.field);
          if (attribute === undefined || tile.standing !== 'stated') continue;
          const isMixed = attribute.type.kind === 'money' && attribute.type.currency === null;
          if (!isMixed && fits(tile, attribute.type)) continue;
          yield {
            element: tile.id,
            severity: isMixed ? 'note' : 'error',
            at: tile.at,
            also: [placeOf(attribute)],
            message: isMixed
              ? `“${tile.name}” is the ${WORDS[tile.aggregate]} of ${attribute.name}, whose values may be in several currencies. Then it is empty.`
              : `“${tile.name}” is the ${WORDS[tile.aggregate]} of ${attribute.name}, but ${attribute.name} of ${context.entity.name} is ${wordsOf(attribute.type)}.`,
            next: isMixed
              ? `Give ${attribute.name} one currency in point 3, or filter by one.`
              : 'Name a field that holds numbers, or write `count`.',
            witness: witnessFor(tile, screen, isMixed, context),
          };
        }
      }
    }
  },
});

const WORDS: Readonly<Record<NumberTile['aggregate'], string>> = {
  count: 'count',
  sum: 'sum',
  average: 'average',
  min: 'smallest',
  max: 'largest',
};

const ADDED: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'money', 'duration', 'unknown']);
const ORDERED: ReadonlySet<Kind> = new Set([...ADDED, 'date', 'date and time', 'time']);

function fits({ aggregate }: NumberTile | Chart, { kind }: Type): boolean {
  if (aggregate === 'count') return kind !== 'references';
  return (aggregate === 'sum' || aggregate === 'average' ? ADDED : ORDERED).has(kind);
}

function wordsOf(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'yes or no';
    case 'choice':
      return 'a choice';
    case 'reference':
      return `a record of ${type.entity}`;
    case 'references':
    case 'list':
      return `records of ${type.entity}`;
    case 'texts':
      return 'several texts';
    case 'date and time':
      return 'a date and time';
    case 'long text':
      return 'text';
    case 'text':
      return type.kind;
    default:
      return isTextFormat(type.kind) ? textFormat(type.kind).name.en : `a ${type.kind}`;
  }
}

function placeOf(attribute: Attribute) {
  return attribute.kind === 'field' ? attribute.field.at : null;
}

function witnessFor(
  { name }: NumberTile | Chart,
  screen: Screen,
  isMixed: boolean,
  context: Parameters<typeof witnessOf>[0],
): string {
  const who = screen.roles?.[0]?.name ?? null;
  const when = isMixed ? ', as soon as there are two currencies' : '';
  return witnessOf(context, { who, screen, outcome: `“${name}” shows no figure${when}` });
}
