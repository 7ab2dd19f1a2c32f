import { styleText } from 'node:util';

const LOOKS = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

/** How words look on a terminal. */
export type Colors = Readonly<Record<(typeof LOOKS)[number], (text: string) => string>>;

/** Where they are off, every text stays as it is. */
export function createColors(areOn: boolean): Colors {
  const looks = LOOKS.map((look) => {
    const shown = (text: string) => styleText(look, text, { validateStream: false });
    return [look, areOn ? shown : (text: string) => text] as const;
  });
  return Object.fromEntries(looks) as Colors;
}
