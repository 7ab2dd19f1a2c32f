import { normalizeSpaces } from './translation.ts';

/** Maps one text of a Model. `key` is the attribute that holds the text, `owner` the element. */
export type TextMapper = (text: string, key: string, owner: Readonly<Record<string, unknown>>) => string;

/** Attributes with texts for people. `name` is not among them: elements are looked up by it. */
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

/** Attributes that contain no texts for people. */
const CLOSED: ReadonlySet<string> = new Set([
  'at',
  'tree',
  'points',
  'samples',
  'appendices',
  'translations',
  'limits',
]);

/** Returns the Model with its texts for people mapped. Parts that do not change stay identical objects. */
export function mapTexts<T>(part: T, change: TextMapper): T {
  if (Array.isArray(part)) {
    let same = true;
    const items = part.map((item: unknown) => {
      const next = mapTexts(item, change);
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
    const next = read ? change(value, key, owner) : typeof value === 'string' ? value : mapTexts(value, change);
    if (next === value) continue;
    changed ??= { ...owner };
    changed[key] = next;
  }
  return changed === null ? part : (changed as T);
}

/** The text of a link and the name of the product are texts for people too. */
function isRead(key: string, owner: Readonly<Record<string, unknown>>): boolean {
  if (READ.has(key)) return true;
  if (key === 'text') return 'route' in owner;
  return key === 'name' && owner['format'] === 1;
}

/**
 * Returns the spellings under which a translation may list a text: as people read it and, for a label, the name as
 * written.
 */
export function spellingsOf(text: string, key: string, owner: Readonly<Record<string, unknown>>): readonly string[] {
  const name = key === 'label' ? (owner['name'] ?? owner['event']) : null;
  return typeof name === 'string' ? [normalizeSpaces(text), normalizeSpaces(name)] : [normalizeSpaces(text)];
}
