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
  /** The label of the section that the column belongs to; absent if it belongs to none. */
  readonly section?: string | undefined;
  /** The width in px that the person chose; null if the field type and the available space determine it. */
  readonly width: number | null;
}

/** Field types whose values fit on one line of a row. */
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

/** The usual and the minimum width of a column in px, and its share of spare space in `fr`. */
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
      // Reserves one more digit for later numbers.
      const digits = (type.pattern.length + 1) * 8.4;
      return [24 + digits, 24 + digits - PADDING_GIVEN, 0.8];
    }
    default:
      return [112, 102, 1];
  }
}

/** Pixels of padding that a cell gives up when space is tight; the style sheet has the same number. */
const PADDING_GIVEN = 14;

/** Returns a width that fits the longest label, up to 220 px. */
function choiceWidth(labels: readonly string[]): number {
  return Math.min(220, Math.max(84, 58 + Math.max(0, ...labels.map(textWidth))));
}

/** The custom properties from which the style sheet lays out a row. */
export type Widths = Readonly<Record<`--table-${'columns' | 'least' | 'slack'}`, string>>;

/**
 * Returns the CSS widths that all rows of a list share: checkbox, columns and action buttons. `boxes` and `actions` are
 * widths in px; 0 if there is no such cell. If the usual widths do not fit, the columns shrink in proportion to the
 * difference between their usual and minimum widths. If the minimum widths do not fit, the list scrolls sideways.
 */
export function widthsOf(columns: readonly Column[], boxes: number, actions: number): Widths {
  const widths = columns.map(widthOf);
  const least = widths.reduce((sum, width) => sum + width[1], boxes + actions);
  const slack = Math.max(1, widths.reduce((sum, width) => sum + width[0], boxes + actions) - least);
  // If the person set the width of every column, the last column takes the spare space.
  const stretched = columns.every(({ width }) => width !== null) ? columns.length - 1 : -1;
  const parts = columns.map(({ width }, index) => {
    if (width !== null) return index === stretched ? `minmax(${width}px, 1fr)` : `${width}px`;
    const [usual, narrowest, share] = widths[index] ?? [0, 0, 1];
    const part = Number(((usual - narrowest) / slack).toFixed(4));
    return `minmax(calc(${narrowest}px + var(--table-given) * ${part}), ${share}fr)`;
  });
  // The action buttons take spare space before the columns do, up to 1.2 times their minimum width.
  const buttons = actions === 0 ? [] : [`minmax(${actions}px, ${actions * 1.2}px)`];
  return {
    '--table-columns': [...(boxes === 0 ? [] : [`${boxes}px`]), ...parts, ...buttons].join(' '),
    '--table-least': `${least.toFixed(2)}px`,
    '--table-slack': slack.toFixed(2),
  };
}

/** Returns the width of a column in px when there is enough space: the chosen one, or else one that suits its type and label. */
export const usualWidth = (column: Column): number => widthOf(column)[0];

/** Estimates the minimum width in px of a row of buttons with these labels; 0 if there are none. */
export function actionsWidth(labels: readonly string[]): number {
  return labels.length === 0 ? 0 : labels.reduce((sum, label) => sum + 16 + Math.ceil([...label].length * 7.8), 6);
}
