import type { Screen } from './model.ts';
import type { Element, Name } from './place.ts';

/** What a screen is while no key says more of it. */
export const PLAIN_SCREEN: Omit<Screen, keyof Element | keyof Name | 'route' | 'kind' | 'entity' | 'roles'> = {
  filter: null,
  fields: [],
  by: null,
  until: null,
  sort: [],
  actions: [],
  whenEmpty: null,
  numbers: [],
  charts: [],
  filters: [],
  sections: [],
  links: [],
  startFor: [],
  menu: null,
  guard: null,
  otherwise: null,
  next: null,
  refresh: null,
  pageSize: null,
  exported: null,
  imported: null,
  trash: null,
  inline: null,
  presence: null,
  groupBy: null,
  duplicated: null,
  comments: null,
  sharers: null,
};
