import { spaced } from './translation.ts';

/** Where a text of a Model stands: how its element is called, and which of its texts it is. */
export type Change = (text: string, key: string, owner: Readonly<Record<string, unknown>>) => string;

/** Attributes that people read. A `name` is none: everything is found by it. */
const READ: ReadonlySet<string> = new Set([
  'label',
  'plural',
  'help',
  'message',
  'next',
  'whenEmpty',
  'purpose',
  'intro',
]);

/** What holds no text of its own for people. */
const CLOSED: ReadonlySet<string> = new Set([
  'at',
  'tree',
  'points',
  'samples',
  'appendices',
  'translations',
  'limits',
]);

/** The same Model with other texts for people. Whatever changes nothing stays the very same object. */
export function withTexts<T>(part: T, change: Change): T {
  if (Array.isArray(part)) {
    let same = true;
    const items = part.map((item: unknown) => {
      const next = withTexts(item, change);
      if (next !== item) same = false;
      return next;
    });
    return same ? part : (items as T);
  }
  if (part === null || typeof part !== 'object' || 'tree' in part) return part;
  const owner = part as Readonly<Record<string, unknown>>;
  let changed: Record<string, unknown> | null = null;
  for (const [key, value] of Object.entries(owner)) {
    if (CLOSED.has(key)) continue;
    const read = typeof value === 'string' && value !== '' && isRead(key, owner);
    const next = read ? change(value, key, owner) : typeof value === 'string' ? value : withTexts(value, change);
    if (next === value) continue;
    changed ??= { ...owner };
    changed[key] = next;
  }
  return changed === null ? part : (changed as T);
}

/** The words of a link, and the name of the product, are read too. */
function isRead(key: string, owner: Readonly<Record<string, unknown>>): boolean {
  if (READ.has(key)) return true;
  if (key === 'text') return 'route' in owner;
  return key === 'name' && owner['format'] === 1;
}

/** Every spelling by which a text may be translated: as people read it, and a name as it is written. */
export function spellingsOf(text: string, key: string, owner: Readonly<Record<string, unknown>>): readonly string[] {
  const name = key === 'label' ? (owner['name'] ?? owner['event']) : null;
  return typeof name === 'string' ? [spaced(text), spaced(name)] : [spaced(text)];
}
