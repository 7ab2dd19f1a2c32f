/**
 * Bounds of a file field: endings in lower case (empty for any kind), and the greatest size in bytes if it is known.
 */
export interface FileBounds {
  readonly endings: readonly string[];
  readonly maxBytes: number | null;
}

/** Returns the ending of a file name, with `jpeg` as `jpg`; empty if there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
  return ending === 'jpeg' ? 'jpg' : ending;
}

/** Checks a file before it is sent; null if the server may accept it. The server also checks the content. */
export function fileProblem(
  file: { readonly name: string; readonly size: number },
  { endings, maxBytes }: FileBounds,
): 'kind' | 'size' | null {
  const taken = endings.map((ending) => (ending === 'jpeg' ? 'jpg' : ending));
  if (taken.length > 0 && !taken.includes(endingOf(file.name))) return 'kind';
  return maxBytes !== null && file.size > maxBytes ? 'size' : null;
}

/** Value of `accept` for the browser's file dialog: `.pdf,.jpg,.jpeg`. */
export function acceptOf(endings: readonly string[]): string {
  return endings.flatMap((ending) => (ending === 'jpg' ? ['.jpg', '.jpeg'] : [`.${ending}`])).join(',');
}

/** The smaller of the field's own bound and the upload limit. */
export function smallerLimit(own: number | null, limit: number | null): number | null {
  if (own === null) return limit;
  return limit === null ? own : Math.min(own, limit);
}

export const isImage = (mediaType: string): boolean => /^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType);
