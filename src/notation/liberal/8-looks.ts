import type { Look } from './by-look.ts';

/** How the columns of a table of errors are known under headings of its own. */
export const ERROR_LOOKS: readonly Look[] = [
  { column: 'Status', heading: /^(?:http ?(?:status|code)?|status)$/i, cell: /^(?:HTTP\s*)?[45]\d\d$/ },
  { column: 'Code', heading: /^(?:no|nr|number|short name)\.?$/i, cell: /^`?[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*`?$/ },
  {
    column: 'Message',
    heading:
      /\b(?:people|users?|customers?|they|person) (?:reads?|sees?|is told|are told)\b|^(?:wording|shown|on screen|displayed|notice)$/i,
    cell: /\s\S+\s.*[.!?]["”]?$/,
  },
];
