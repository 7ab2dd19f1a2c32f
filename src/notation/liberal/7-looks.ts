import type { Look } from './by-look.ts';

/** How the columns of a table of calls are known under headings of its own. */
export const CALL_LOOKS: readonly Look[] = [
  { column: 'Method', heading: /^(?:type|method|verb|http method)$/i, cell: /^`?(?:GET|POST|PUT|PATCH|DELETE)`?$/i },
  {
    column: 'Method and path',
    heading: /^(?:resource|uri|link)$/i,
    cell: /^`?(?:(?:GET|POST|PUT|PATCH|DELETE)\s+)?\/\S/i,
  },
  {
    column: 'May fail with',
    heading: /\b(?:wrong|errors?|fails?|failures?|refus\w+|problems?)\b/i,
    cell: /^[A-Z][A-Z0-9_-]*\d+$|^[A-Z]+[_-][A-Z_-]+$/,
  },
  {
    column: 'Sends',
    heading:
      /^(?:request|goes in|in|what goes in|with|we send|sent|data|needs|given|arguments|params|body fields|the client sends)$/i,
  },
  {
    column: 'Gets',
    heading: /^(?:comes back|what comes back|out|back|we get|success|on success|reply|replies|the server answers)$/i,
  },
  {
    column: 'Notes',
    heading: /^(?:used for|use|for|what for|what it does|(?:response|answer|result|returns?)s? (?:and|&|\/) notes)$/i,
  },
];
