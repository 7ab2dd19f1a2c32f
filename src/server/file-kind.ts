import { fileTypeFromBuffer, supportedExtensions } from 'file-type';

/** Endings that mean the same. */
const sameEndings = new Map([
  ['jpeg', 'jpg'],
  ['jpe', 'jpg'],
  ['tiff', 'tif'],
  ['htm', 'html'],
  ['mpeg', 'mpg'],
]);

/** Text has no bytes to know it by; these endings are what they say, if the bytes are text at all. */
const textKinds = new Map([
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['svg', 'image/svg+xml'],
  ['html', 'text/html'],
]);

/**
 * The media type of a file, if its bytes are what its ending says; null where they contradict each other. A file
 * whose kind can't be told is passed as bytes.
 */
export async function kindOf(name: string, bytes: Uint8Array): Promise<string | null> {
  const ending = canonical(endingOf(name));
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found !== undefined && canonical(found.ext) === ending) return found.mime;
  const text = textKinds.get(ending);
  if (text !== undefined) return bytes.includes(0) || (found !== undefined && found.ext !== 'xml') ? null : text;
  if (found !== undefined || supportedExtensions.has(ending)) return null;
  return 'application/octet-stream';
}

const canonical = (ending: string): string => sameEndings.get(ending) ?? ending;

/** What follows the last dot, in lower case; empty where there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at + 1).toLowerCase();
}

const longestName = 200;

/** A file's name without folders and what no file system takes; never empty. */
export function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim();
  const kept = [...clean].slice(-longestName).join('');
  return kept === '' || /^\.+$/.test(kept) ? 'file' : kept;
}
