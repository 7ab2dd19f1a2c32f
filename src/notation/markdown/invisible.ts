/**
 * Characters that pages do not show, or show as a space, and the backslash that escapes a mark. Before a mark, they
 * keep Markdown from seeing a heading or a table.
 */
export const INVISIBLE = String.raw`(?:(?!\n)[\s\p{Cf}\p{Cc}\\])*`;
