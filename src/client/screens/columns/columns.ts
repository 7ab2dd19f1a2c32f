import type { Attribute } from '../../../model/lookups/schema.ts';
import { textFormatKinds } from '../../../model/types/text-formats.ts';
import type { Kind, Type } from '../../../model/types/types.ts';
import { textWidth } from './text-width.ts';

/** A column of a list. */
export interface Column {
  readonly name: string;
  readonly label: string;
  readonly attribute: Attribute;
  readonly isTitle: boolean;
  readonly isSortable: boolean;
  /** The heading that it stands under; absent: none. */
  readonly section?: string | undefined;
  /** In px, as a person made it; null: as its kind and the room there is say. */
  readonly width: number | null;
}

/** Kinds that stand in one line of a row. */
const inARow: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  ...textFormatKinds,
  'integer',
  'decimal',
  'money',
  'boolean',
  'date',
  'date and time',
  'choice',
  'reference',
  'references',
  'role',
  'file',
  'long text',
]);

export const fitsARow = ({ kind }: Type): boolean => inARow.has(kind);

/** In px: how wide a column is where there is room, and how wide at least; and its share of what is left over. */
type Width = readonly [usual: number, least: number, share: number];

function widthOf({ attribute: { type }, isTitle, label, width }: Column): Width {
  if (width !== null) return [width, width, 0];
  const text = textWidth(label);
  const isText = type.kind === 'text' || type.kind === 'long text';
  const [usual, least, share] = isTitle && isText ? [200, 176, 3] : widthOfType(type);
  return [Math.max(usual, Math.min(160, 44 + text)), Math.max(least, Math.min(146, 28 + text)), share];
}

function widthOfType(type: Type): Width {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'file':
      return [150, 126, 2];
    case 'reference':
      return [128, 104, 1.4];
    case 'references':
      return [160, 120, 1.8];
    case 'integer':
      return [92, 66, 0.8];
    case 'decimal':
    case 'money':
      return [104, 86, 0.8];
    case 'date and time':
      return [158, 142, 1];
    case 'boolean':
      return [84, 62, 0.6];
    case 'choice': {
      const usual = choiceWidth(type.options.map((option) => option.label));
      return [usual, usual - PADDING_GIVEN, 1];
    }
    case 'number series': {
      // It may come to have a digit more.
      const digits = (type.pattern.length + 1) * 8.4;
      return [24 + digits, 24 + digits - PADDING_GIVEN, 0.8];
    }
    default:
      return [112, 102, 1];
  }
}

/** So many px of its padding every cell can do without, as the stylesheet has it. */
const PADDING_GIVEN = 14;

/** So that the longest of them is read whole, as long as it is no sentence. */
function choiceWidth(labels: readonly string[]): number {
  return Math.min(220, Math.max(84, 58 + Math.max(0, ...labels.map(textWidth))));
}

/** What the stylesheet reckons a row by. */
export type Widths = Readonly<Record<`--table-${'columns' | 'least' | 'slack'}`, string>>;

/**
 * The widths of a row for CSS: a box to choose it by, the columns, its actions. The same for every row, so that they align.
 * Where there is no room for the usual widths, each column gives its part of the slack; below the least, a row scrolls
 * sideways, inside its frame.
 */
export function widthsOf(columns: readonly Column[], boxes: number, actions: number): Widths {
  const widths = columns.map(widthOf);
  const least = widths.reduce((sum, width) => sum + width[1], boxes + actions);
  const slack = Math.max(1, widths.reduce((sum, width) => sum + width[0], boxes + actions) - least);
  // Where every column has a width of its own, the last takes what is left.
  const stretched = columns.every(({ width }) => width !== null) ? columns.length - 1 : -1;
  const parts = columns.map(({ width }, index) => {
    if (width !== null) return index === stretched ? `minmax(${width}px, 1fr)` : `${width}px`;
    const [usual, narrowest, share] = widths[index] ?? [0, 0, 1];
    const part = Number(((usual - narrowest) / slack).toFixed(4));
    return `minmax(calc(${narrowest}px + var(--table-given) * ${part}), ${share}fr)`;
  });
  // What room is left goes to the buttons first, up to as wide as they are elsewhere.
  const buttons = actions === 0 ? [] : [`minmax(${actions}px, ${actions * 1.2}px)`];
  return {
    '--table-columns': [...(boxes === 0 ? [] : [`${boxes}px`]), ...parts, ...buttons].join(' '),
    '--table-least': `${least.toFixed(2)}px`,
    '--table-slack': slack.toFixed(2),
  };
}

/** How wide a column is where there is room and nobody made it wider. */
export const usualWidth = (column: Column): number => widthOf(column)[0];

/** How wide the buttons of these labels are at least, side by side. */
export function actionsWidth(labels: readonly string[]): number {
  return labels.length === 0 ? 0 : labels.reduce((sum, label) => sum + 16 + Math.ceil([...label].length * 7.8), 6);
}
