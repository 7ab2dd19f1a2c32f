/** What is particular about a type whose values are one line of text in a format of their own. */
export interface TextFormat {
  /** With its article, for messages: "Enter an e-mail address such as …". */
  readonly name: { readonly en: string; readonly de: string; readonly ar: string };
  /** Whether values that differ only in case are equal. */
  readonly ignoresCase: boolean;
  /** The keyboard that a phone shows. */
  readonly keyboard: 'email' | 'url' | 'tel' | 'numeric' | 'text';
}

export type TextFormatKind = 'email';

/**
 * Types that are text in a format and have no parameters. They are stored, compared, searched, filtered, exported and
 * shown as text is. For each, `fields/types/` has a file that reads it, and `verify/evaluator/text-formats.ts` reads it
 * a second time, independently.
 */
const TEXT_FORMATS: Readonly<Record<TextFormatKind, TextFormat>> = {
  email: {
    name: { en: 'an e-mail address', de: 'eine E-Mail-Adresse', ar: 'عنوان بريد إلكتروني' },
    ignoresCase: true,
    keyboard: 'email',
  },
};

export const isTextFormat = (kind: string): kind is TextFormatKind => Object.hasOwn(TEXT_FORMATS, kind);

/** Returns the format of such a kind. */
export const textFormat = (kind: TextFormatKind): TextFormat => TEXT_FORMATS[kind];

/** Whether values of a kind are text that is sorted, searched and filtered by its words. */
export const isTextKind = (kind: string): boolean => kind === 'text' || kind === 'long text' || isTextFormat(kind);

export const textFormatKinds = Object.keys(TEXT_FORMATS) as readonly TextFormatKind[];
