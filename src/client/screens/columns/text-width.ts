/** Estimates the width in px of a text at a font size of 12 px, rather too wide, without measuring it in the page. */
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
  // Those of the far east are as wide as they are high.
  return letter >= '⺀' ? 12.5 : 7.6;
}
