/** Where something is kept on this machine: for good, or for as long as the tab is open. */
type Area = 'localStorage' | 'sessionStorage';

/** What is kept under a name; null where nothing is, or nothing may be kept here. */
export function stored(name: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps it, or with null takes it away. Where nothing may be kept, it holds for this page. */
export function store(name: string, text: string | null, area: Area = 'localStorage'): void {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
  } catch {
    // The page goes on without.
  }
}

/** The array that a text holds as JSON; an empty one where it holds none. */
export function arrayIn(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
