import { normalized } from '../../fields/text/fold.ts';

/** File extensions that mean the same. */
const sameEndings = new Map([
  ['jpeg', 'jpg'],
  ['jpe', 'jpg'],
  ['tiff', 'tif'],
  ['htm', 'html'],
  ['mpeg', 'mpg'],
]);

/** Text formats by extension. Text has no signature, so the extension decides if the bytes are text. */
const textKinds = new Map([
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['svg', 'image/svg+xml'],
  ['html', 'text/html'],
]);

/** Number of bytes from which the format is detected. */
const BEGINNING = 4_000_000;

/** The bytes of a file, inspected as they are read. */
export interface InspectedFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * Returns the media type of a file with this name, after all bytes were read. Null if the bytes contradict the
   * extension; `application/octet-stream` if the format can't be detected.
   */
  readonly kindOf: (name: string) => Promise<string | null>;
}

export function inspectFile(bytes: AsyncIterable<Uint8Array>): InspectedFile {
  const beginning: Uint8Array[] = [];
  const state = { length: 0, isText: true };
  const passThrough = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      const some = chunk.slice(0, BEGINNING - state.length);
      if (some.byteLength > 0) beginning.push(some);
      state.length += some.byteLength;
      if (state.isText && chunk.includes(0)) state.isText = false;
      yield chunk;
    }
  };
  return { bytes: passThrough(), kindOf: (name) => kindOf(name, beginning, state.isText) };
}

async function kindOf(name: string, beginning: readonly Uint8Array[], isText: boolean): Promise<string | null> {
  // Loaded with the first file: the package has many modules, and most runs begin without one.
  const { fileTypeFromBuffer, supportedExtensions } = await import('file-type');
  const ending = canonical(endingOf(name));
  const detected = await fileTypeFromBuffer(
    new Uint8Array(await new Blob([...beginning] as BlobPart[]).arrayBuffer()),
  ).catch(() => undefined);
  if (detected !== undefined && canonical(detected.ext) === ending) return detected.mime;
  const text = textKinds.get(ending);
  if (text !== undefined) return !isText || (detected !== undefined && detected.ext !== 'xml') ? null : text;
  if (detected !== undefined || supportedExtensions.has(ending)) return null;
  return 'application/octet-stream';
}

const canonical = (ending: string): string => sameEndings.get(ending) ?? ending;

/** Returns the extension in lower case; empty if there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at + 1).toLowerCase();
}

const longestName = 200;

/** Returns a file name without folders and characters that file systems reject. Never empty; at most 200 characters. */
export function cleanName(name: string): string {
  const base = normalized(name, 'NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim();
  const shortened = [...clean].slice(-longestName).join('');
  return shortened === '' || /^\.+$/.test(shortened) ? 'file' : shortened;
}
