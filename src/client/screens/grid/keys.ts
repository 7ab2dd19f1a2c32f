/** A keyboard command of a list. */
export type Command =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'inside'; readonly step: 1 | -1 }
  | { readonly do: 'toggle'; readonly extend: boolean }
  | { readonly do: 'open' | 'change' | 'edit' | 'all' | 'clear' | 'search' | 'help' | 'leave' };

/** The members of a `KeyboardEvent` that commands depend on. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where the focus is: on a row, on a cell, on a control inside a row, or elsewhere on the page. */
export type Focus = 'row' | 'cell' | 'control' | 'page';

/** The state of the list that commands depend on. */
export interface Situation {
  readonly focus: Focus;
  /** The index of the active row; -1 if there is none. */
  readonly index: number;
  readonly count: number;
  /** The number of rows that Page Down moves by. */
  readonly screenful: number;
}

/** Returns the command of a key press; null if the list leaves the key to the browser. */
export function commandFor(press: KeyPress, situation: Situation): Command | null {
  const { key, shiftKey, altKey } = press;
  const isHeld = press.ctrlKey || press.metaKey;
  if (altKey) return null;
  if (isHeld) return key.toLowerCase() === 'a' && isRow(situation.focus) ? { do: 'all' } : null;
  if (key === '/') return { do: 'search' };
  if (key === '?') return { do: 'help' };
  return (
    moving(key, shiftKey, situation) ?? (situation.focus === 'page' ? null : doing(key, shiftKey, situation.focus))
  );
}

function moving(key: string, extend: boolean, { focus, index, count, screenful }: Situation): Command | null {
  if (count === 0) return null;
  const move = (to: number): Command => ({ do: 'move', to: Math.max(0, Math.min(count - 1, to)), extend });
  // If no row is active (index -1), `j` and `k` go to the first row.
  if (key.toLowerCase() === 'j') return move(index + 1);
  if (key.toLowerCase() === 'k') return move(index === -1 ? 0 : index - 1);
  if (focus === 'page') return null;
  switch (key) {
    case 'ArrowDown':
      return move(index + 1);
    case 'ArrowUp':
      return move(index - 1);
    case 'PageDown':
      return move(index + screenful);
    case 'PageUp':
      return move(index - screenful);
    case 'Home':
      return move(0);
    case 'End':
      return move(count - 1);
    case 'ArrowRight':
      return { do: 'inside', step: 1 };
    case 'ArrowLeft':
      return { do: 'inside', step: -1 };
    default:
      return null;
  }
}

const isRow = (focus: Focus): boolean => focus === 'row' || focus === 'cell';

function doing(key: string, extend: boolean, focus: Focus): Command | null {
  if (key.toLowerCase() === 'x') return { do: 'toggle', extend };
  if (key === 'e' || key === 'F2') return { do: 'change' };
  if (key === 'E') return { do: 'edit' };
  if (key === 'Escape') return { do: focus === 'row' ? 'clear' : 'leave' };
  // A button, link or checkbox inside the row handles Space and Enter itself.
  if (focus === 'control') return null;
  if (key === ' ') return { do: 'toggle', extend };
  if (key === 'Enter') return { do: focus === 'cell' ? 'change' : 'open' };
  return null;
}
