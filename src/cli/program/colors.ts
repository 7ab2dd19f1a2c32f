import { styleText } from 'node:util';

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

/** Functions that style text for a terminal. */
export type Colors = Readonly<Record<(typeof STYLES)[number], (text: string) => string>>;

/** Creates the styles. If they are off, text stays unchanged. */
export function createColors(areOn: boolean): Colors {
  const styles = STYLES.map((style) => {
    const styled = (text: string) => styleText(style, text, { validateStream: false });
    return [style, areOn ? styled : (text: string) => text] as const;
  });
  return Object.fromEntries(styles) as Colors;
}
