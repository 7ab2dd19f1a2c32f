/** What a key asks of a list. */
export type Command =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'inside'; readonly step: 1 | -1 }
  | { readonly do: 'toggle'; readonly extend: boolean }
  | { readonly do: 'open' | 'change' | 'edit' | 'all' | 'clear' | 'search' | 'help' | 'leave' };

/** A key press as far as it matters. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where the focus is: on a row, on a cell of it, on something inside that has keys of its own, or elsewhere on the page. */
export type Focus = 'row' | 'cell' | 'control' | 'page';

export interface Situation {
  readonly focus: Focus;
  /** The place of the active row; -1 where there is none. */
  readonly index: number;
  readonly count: number;
  /** Rows on a screenful. */
  readonly screenful: number;
}

/** What a key does; null where it is the browser's. */
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
  // Where nothing is active yet, the first row is next.
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
  // A button, a link or a box inside the row takes these itself.
  if (focus === 'control') return null;
  if (key === ' ') return { do: 'toggle', extend };
  if (key === 'Enter') return { do: focus === 'cell' ? 'change' : 'open' };
  return null;
}
