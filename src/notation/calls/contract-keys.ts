import type { Column } from '../reader/columns.ts';

/** Keys that state where the application serves its contract. */
export const CONTRACT_KEYS: readonly Column[] = [
  {
    name: 'OpenAPI',
    aliases: ['OpenAPI document'],
    blank: 'Nowhere.',
    notShown: 'Nowhere.',
    about: 'The path at which anybody may read the calls as an OpenAPI document, such as `/openapi.json`.',
  },
  {
    name: 'Documentation',
    aliases: ['API documentation'],
    blank: 'Nowhere.',
    notShown: 'Nowhere.',
    about: 'The path at which anybody may read the calls as a page, such as `/docs`.',
  },
];
