/**
 * Signs within a line that pages don't show, or show as space, and the backslash that takes a mark for text: where they
 * stand before a mark, Markdown sees no heading and no table.
 */
export const UNSEEN = String.raw`(?:(?!\n)[\s\p{Cf}\p{Cc}\\])*`;
