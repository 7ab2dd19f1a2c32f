import { watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

export interface Watching {
  readonly close: () => void;
}

const settleMs = 25;

/**
 * Tells the whole text of a file whenever it changes. Watches the folder, since editors save by renaming a new file
 * over the old one, and waits until the file has settled, so that no half-written text is told. A file that is away
 * for a moment is no change.
 */
export function watchFile(path: string, changed: (text: string) => void): Watching {
  const state: { timer: NodeJS.Timeout | null; closed: boolean; last: string | null } = {
    timer: null,
    closed: false,
    last: null,
  };
  const look = async () => {
    const text = await readSettled(path);
    if (state.closed) return;
    if (text === 'moving') return later();
    if (text === null || text.text === state.last) return;
    state.last = text.text;
    changed(text.text);
  };
  const later = () => {
    if (state.timer !== null) clearTimeout(state.timer);
    state.timer = setTimeout(() => void look(), settleMs);
  };
  const name = basename(path);
  const watcher = watch(dirname(path), (_, file) => {
    if (file === null || file === name) later();
  });
  // A folder that goes away ends the watching, not the program.
  watcher.on('error', () => undefined);
  return {
    close: () => {
      state.closed = true;
      if (state.timer !== null) clearTimeout(state.timer);
      watcher.close();
    },
  };
}

/** The text of a file that did not change while it was read; null where there is none. */
async function readSettled(path: string): Promise<{ readonly text: string } | 'moving' | null> {
  try {
    const before = await stat(path);
    const text = await readFile(path, 'utf8');
    const after = await stat(path);
    const same = before.mtimeMs === after.mtimeMs && before.size === after.size && before.ino === after.ino;
    return same ? { text } : 'moving';
  } catch {
    return null;
  }
}
