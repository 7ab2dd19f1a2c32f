/** Browser storage: permanent, or until the tab is closed. */
type StorageArea = 'localStorage' | 'sessionStorage';

/** Returns a stored text; null if there is none or storage is not available. */
export function readStorage(name: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. Does nothing if storage is not available. */
export function writeStorage(name: string, text: string | null, area: StorageArea = 'localStorage'): void {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // Storage is not available.
  }
}

/** Parses a JSON array; empty if the text is not one. */
export function arrayIn(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
