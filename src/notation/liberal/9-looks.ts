import type { Look } from './by-look.ts';

/** How the columns of a table of constants are known under headings of its own. */
export const CONSTANT_LOOKS: readonly Look[] = [
  {
    column: 'Value',
    heading: /^(?:set to|setting|current(?:ly)?|how (?:much|many|long)|number|figure|quantity|now)$/i,
    cell: /^[€$£]?\d/,
  },
  { column: 'Name', heading: /^(?:knob|what|item|subject|rule|thing|business constant|variable)$/i, first: true },
];
