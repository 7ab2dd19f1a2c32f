/** Estimates the width in px of a text at a font size of 12 px, without measuring it. Tends to overestimate. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

function letterWidth(letter: string): number {
  if (/[iljI.,:;'’|!]/.test(letter)) return 3.8;
  if (/[ftr()[\]/ -]/.test(letter)) return 5;
  if (/[mwMW@%–—]/.test(letter)) return 11.8;
  if (/[A-ZÄÖÜ]/.test(letter)) return 8.8;
  // East Asian characters are as wide as they are high.
  return letter >= '⺀' ? 12.5 : 7.6;
}
