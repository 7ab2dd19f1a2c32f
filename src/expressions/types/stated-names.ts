import type { Value } from '../../fields/text/value.ts';
import type { Typed } from './typed.ts';

/** The literal names that a formula may evaluate to, and whether it can evaluate to nothing else. */
export interface PossibleNames {
  readonly names: readonly string[];
  readonly whole: boolean;
}

/** Returns the names that a formula may evaluate to. Names in conditions and comparisons are not included. */
export function possibleNamesIn(typed: Typed): PossibleNames {
  switch (typed.op) {
    case 'literal':
    case 'constant':
      return { names: namesIn(typed.value), whole: true };
    case 'conditional':
      return together([typed.yes, typed.no]);
    case 'list':
      return together(typed.items);
    case 'binary':
      return together([typed.left, typed.right]);
    case 'call':
      return together(typed.args);
    case 'macro':
      return typed.name === 'map'
        ? possibleNamesIn(typed.body)
        : typed.name === 'filter'
          ? possibleNamesIn(typed.of)
          : NONE;
    case 'cell':
      return { names: typed.cells.flat().flatMap(namesIn), whole: true };
    default:
      return NONE;
  }
}

const NONE: PossibleNames = { names: [], whole: false };

function together(all: readonly Typed[]): PossibleNames {
  const found = all.map(possibleNamesIn);
  return { names: found.flatMap(({ names }) => names), whole: found.every(({ whole }) => whole) };
}

function namesIn(value: Value): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}
