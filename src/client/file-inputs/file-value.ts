import type { Json } from '../../engine/core/intent.ts';

/** A file as a record or a draft contains it. */
export interface ShownFile {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  readonly mediaType: string;
}

/** Returns the file in a value; null if it contains none. */
export function fileOf(value: Json): ShownFile | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('file' in value)) return null;
  const { file, name, size, mediaType } = value as { readonly [key: string]: Json };
  return typeof file === 'string'
    ? {
        file,
        name: typeof name === 'string' ? name : '',
        size: typeof size === 'number' ? size : 0,
        mediaType: typeof mediaType === 'string' ? mediaType : '',
      }
    : null;
}
