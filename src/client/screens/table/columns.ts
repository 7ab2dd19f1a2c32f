import type { Attribute } from '../../../model/schema.ts';
import type { Kind, Type } from '../../../model/types.ts';

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
  'email',
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

/** Least width in px and share of what is left over. */
function widthOf({ attribute: { type }, isTitle, label }: Column): readonly [least: number, share: number] {
  const head = Math.min(160, 44 + label.length * 7);
  const isText = type.kind === 'text' || type.kind === 'long text';
  const [least, share] = isTitle && isText ? [200, 3] : widthOfType(type);
  return [Math.max(least, head), share];
}

function widthOfType(type: Type): readonly [number, number] {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'file':
      return [150, 2];
    case 'email':
      return [170, 1.6];
    case 'reference':
      return [128, 1.4];
    case 'references':
      return [160, 1.8];
    case 'integer':
      return [92, 0.8];
    case 'decimal':
    case 'money':
      return [104, 0.8];
    case 'date and time':
      return [158, 1];
    case 'boolean':
      return [84, 0.6];
    case 'choice':
      return [choiceWidth(type.options.map((option) => option.label)), 1];
    default:
      return [112, 1];
  }
}

/** So that the longest of them is read whole, as long as it is no sentence. */
function choiceWidth(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return Math.min(220, Math.max(84, 56 + longest * 6.2));
}

/** The columns of a row for CSS: a box to choose it by, the columns, its actions. The same text for every row, so that they align. */
export function gridTemplate(columns: readonly Column[], boxes: number, actions: number): string {
  // Where every column has a width of its own, the last takes what is left.
  const stretched = columns.every(({ width }) => width !== null) ? columns.length - 1 : -1;
  const parts = columns.map((column, index) => {
    if (column.width !== null) return index === stretched ? `minmax(${column.width}px, 1fr)` : `${column.width}px`;
    const [least, share] = widthOf(column);
    return `minmax(${least}px, ${share}fr)`;
  });
  // What room is left goes to the buttons first, up to as wide as they are elsewhere.
  const buttons = actions === 0 ? [] : [`minmax(${actions}px, ${actions * 1.2}px)`];
  return [...(boxes === 0 ? [] : [`${boxes}px`]), ...parts, ...buttons].join(' ');
}

/** The width below which a row scrolls sideways, inside its frame. */
export function leastWidth(columns: readonly Column[], boxes: number, actions: number): number {
  return columns.reduce((sum, column) => sum + (column.width ?? widthOf(column)[0]), boxes + actions);
}

/** How wide a column is at least where nobody made it wider. */
export const usualWidth = (column: Column): number => widthOf(column)[0];

/** How wide the buttons of these labels are at least, side by side. */
export function actionsWidth(labels: readonly string[]): number {
  return labels.length === 0 ? 0 : labels.reduce((sum, label) => sum + 16 + Math.ceil([...label].length * 7.8), 6);
}
