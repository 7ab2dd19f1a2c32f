/** Whether the page is written from right to left. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Mirrors the left and right arrow keys on right-to-left pages. */
export const keyInLine = (key: string): string => (isRightToLeft() ? (MIRRORED[key] ?? key) : key);
