import { IntlMessageFormat } from 'intl-messageformat';

/** Texts by name, as in a language file. */
export interface MessageTree {
  readonly [name: string]: string | MessageTree;
}

interface FormatOptions {
  /** The English texts, which replace what the translation lacks. */
  readonly fallback?: MessageTree;
  /** Applied to each text, and to each pattern once it is filled in. */
  readonly adjust?: (text: string) => string;
}

/**
 * Returns messages as the generated types describe them: a text without placeholders is a string, a pattern is a function
 * that takes its values. A pattern is compiled when it is first used.
 */
export function formatMessages<T>(messages: MessageTree, language: string, options: FormatOptions = {}): T {
  const { fallback = messages, adjust = (text: string) => text } = options;
  const format = (english: string | MessageTree, translated: string | MessageTree | undefined): unknown => {
    if (typeof english === 'string') {
      const text = typeof translated === 'string' ? translated : english;
      return isPattern(text) ? filledIn(text, language, adjust) : adjust(text);
    }
    const own = typeof translated === 'object' ? translated : {};
    return Object.fromEntries(Object.entries(english).map(([name, each]) => [name, format(each, own[name])]));
  };
  return format(fallback, messages) as T;
}

/** Only patterns have braces: a test of the language files makes sure of it. */
const isPattern = (text: string): boolean => text.includes('{');

function filledIn(pattern: string, language: string, adjust: (text: string) => string) {
  let compiled: IntlMessageFormat | undefined;
  return (values: Readonly<Record<string, string | number>>): string => {
    compiled ??= new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true });
    return adjust(String(compiled.format(values)));
  };
}
