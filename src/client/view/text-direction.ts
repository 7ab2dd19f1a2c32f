/** Whether the page is written from right to left. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** A key as it is meant where lines run the other way: the right arrow goes on in one direction, and back in the other. */
export const keyInLine = (key: string): string => (isRightToLeft() ? (MIRRORED[key] ?? key) : key);
