import type { TextFormatKind } from '../../model/types/text-formats.ts';

/** Whether a cleaned line of text is a value of each format. Shares no code with what reads it in `fields/types/`. */
export const FITS_FORMAT: Readonly<Record<TextFormatKind, (text: string) => boolean>> = {
  email: (text) => /^[^\s@"(),:;<>[\]\\]{1,64}@([^\s@.]+\.)+[^\s@.]+$/.test(text),
};
