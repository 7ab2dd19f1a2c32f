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
  /** Returns the file's kind after all bytes were read; null if the bytes contradict the extension of its name. */
  readonly identify: (stated: Stated) => Promise<FileKind | null>;
}

/** What a request states of a file. */
export interface Stated {
  /** Null if the file has no name: it gets one with the extension that its content has. */
  readonly name: string | null;
  /** The media type, which gives the extension of a text without a name; text can't be told from its bytes. */
  readonly mediaType: string | null;
}

export interface FileKind {
  readonly name: string;
  /** `application/octet-stream` if the format can't be detected. */
  readonly mediaType: string;
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
  return { bytes: passThrough(), identify: (stated) => identify(stated, beginning, state.isText) };
}

async function identify(stated: Stated, beginning: readonly Uint8Array[], isText: boolean): Promise<FileKind | null> {
  // Loaded with the first file: the package has many modules, and most runs begin without one.
  const { fileTypeFromBuffer, supportedExtensions } = await import('file-type');
  const detected = await fileTypeFromBuffer(
    new Uint8Array(await new Blob([...beginning] as BlobPart[]).arrayBuffer()),
  ).catch(() => undefined);
  const content = detected ?? (isText ? textOf(stated.mediaType) : undefined);
  const name = stated.name ?? (content === undefined ? UNNAMED : `${UNNAMED}.${content.ext}`);
  const ending = canonical(endingOf(name));
  // A name without an extension says nothing that the content could contradict.
  if (content !== undefined && (ending === '' || canonical(content.ext) === ending))
    return { name, mediaType: content.mime };
  const text = textKinds.get(ending);
  if (text !== undefined)
    return !isText || (detected !== undefined && detected.ext !== 'xml') ? null : { name, mediaType: text };
  if (ending !== '' && (detected !== undefined || supportedExtensions.has(ending))) return null;
  return { name, mediaType: 'application/octet-stream' };
}

/** What a file without a name is called. */
export const UNNAMED = 'file';

/** Returns the kind of text that a media type stands for. */
function textOf(mediaType: string | null): { readonly ext: string; readonly mime: string } | undefined {
  const stated = mediaType?.split(';')[0]?.trim().toLowerCase();
  const known = [...textKinds].find(([, mime]) => mime === stated);
  return known === undefined ? undefined : { ext: known[0], mime: known[1] };
}

const canonical = (ending: string): string => sameEndings.get(ending) ?? ending;

/** Returns the extension in lower case; empty if there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? '' : name.slice(at + 1).toLowerCase();
}

const longestName = 200;

/**
 * Returns a file name without folders and characters that file systems reject, of at most 200 characters; null if none
 * are left.
 */
export function cleanName(name: string): string | null {
  const base = normalized(name, 'NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim();
  const shortened = [...clean].slice(-longestName).join('');
  return shortened === '' || /^\.+$/.test(shortened) ? null : shortened;
}
