/** What a field takes: endings in lower case (none: every kind), and the most bytes where that is known. */
export interface FileBounds {
  readonly endings: readonly string[];
  readonly most: number | null;
}

/** The ending of a name, `jpeg` read as `jpg`; empty where it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
  return ending === 'jpeg' ? 'jpg' : ending;
}

/** What is wrong with a file before it is sent; null where the server may take it. It looks at the bytes too. */
export function faultOf(
  file: { readonly name: string; readonly size: number },
  { endings, most }: FileBounds,
): 'kind' | 'size' | null {
  const taken = endings.map((ending) => (ending === 'jpeg' ? 'jpg' : ending));
  if (taken.length > 0 && !taken.includes(endingOf(file.name))) return 'kind';
  return most !== null && file.size > most ? 'size' : null;
}

/** For the browser's own chooser: `.pdf,.jpg,.jpeg`. */
export function acceptOf(endings: readonly string[]): string {
  return endings.flatMap((ending) => (ending === 'jpg' ? ['.jpg', '.jpeg'] : [`.${ending}`])).join(',');
}

/** The smaller of the field's own bound and the limit of uploads. */
export function mostBytes(own: number | null, limit: number | null): number | null {
  if (own === null) return limit;
  return limit === null ? own : Math.min(own, limit);
}

export const isImage = (mediaType: string): boolean => /^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType);
