import type { TextFormatKind } from '../../model/types/text-formats.ts';

/** Whether a normalized line of text is valid in each format. Shares no code with `fields/types/`. */
export const FITS_FORMAT: Readonly<Record<TextFormatKind, (text: string) => boolean>> = {
  email: (text) => /^[^\s@"(),:;<>[\]\\]{1,64}@([^\s@.]+\.)+[^\s@.]+$/.test(text),
};
