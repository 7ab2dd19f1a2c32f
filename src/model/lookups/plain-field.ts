import type { Element, Name } from '../types/element.ts';
import type { Field } from '../types/model.ts';

/** The attributes of a field without notes. */
export const PLAIN_FIELD: Omit<Field, keyof Element | keyof Name | 'type'> = {
  required: false,
  requiredShown: true,
  unique: false,
  fixed: false,
  byProduct: false,
  title: false,
  searchable: false,
  signIn: false,
  ignoringCase: false,
  language: false,
  default: null,
  computed: null,
  askedOn: [],
  onDelete: 'restrict',
  writeOnly: false,
  pattern: null,
  shownWhen: null,
  requiredWhen: null,
  among: null,
  colours: [],
  was: [],
};
