import { realpathSync, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

export interface FileWatcher {
  readonly close: () => void;
}

const settleMs = 25;
const awayMs = 250;

/**
 * Calls `changed` with the text of a file whenever it changes. Watches the folder, because editors save by renaming a
 * new file, and waits until the file has settled, so that half-written text is not reported. A file that is missing
 * briefly has not changed; if it stays missing, `gone` is called once. For a symbolic link its target is watched too.
 */
export function watchFile(path: string, changed: (text: string) => void, gone?: () => void): FileWatcher {
  const state: { timer: NodeJS.Timeout | null; closed: boolean; last: string | null; away: 'no' | 'perhaps' | 'told' } =
    {
      timer: null,
      closed: false,
      last: null,
      away: 'no',
    };
  const look = async () => {
    const text = await readSettled(path);
    if (state.closed) return;
    if (text === 'moving') return later();
    if (text === null) return missing();
    state.away = 'no';
    if (text.text === state.last) return;
    state.last = text.text;
    changed(text.text);
  };
  const later = (after = settleMs) => {
    if (state.timer !== null) clearTimeout(state.timer);
    state.timer = setTimeout(() => void look(), after);
  };
  const missing = () => {
    if (state.away === 'told') return;
    const isSure = state.away === 'perhaps';
    state.away = isSure ? 'told' : 'perhaps';
    if (!isSure) return later(awayMs);
    state.last = null;
    gone?.();
  };
  const watchers = [...new Set([resolve(path), targetOf(path)])].map((each) => {
    const name = basename(each);
    const watcher = watch(dirname(each), (_, file) => {
      if (file === null || file === name) later();
    });
    // A removed folder ends the watching, not the program.
    return watcher.on('error', () => undefined);
  });
  return {
    close: () => {
      state.closed = true;
      if (state.timer !== null) clearTimeout(state.timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Returns the text of a file that did not change while it was read; null if it does not exist. */
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
