import type { TextFormatKind } from '../../model/types/text-formats.ts';

/** What a cleaned line of text must look like, and whether values that differ only in case are equal. */
interface Format {
  readonly fits: (text: string) => boolean;
  readonly ignoresCase: boolean;
}

/** The types that are text in a format. Shares no code with what reads them in `fields/types/`. */
export const FORMATS: Readonly<Record<TextFormatKind, Format>> = {
  email: { fits: (text) => /^[^\s@"(),:;<>[\]\\]{1,64}@([^\s@.]+\.)+[^\s@.]+$/.test(text), ignoresCase: true },
};

export const isFormat = (kind: string): kind is TextFormatKind => Object.hasOwn(FORMATS, kind);

/** Whether values of a kind of type are equal if they differ only in case. */
export const ignoresCase = (kind: string): boolean => isFormat(kind) && FORMATS[kind].ignoresCase;
