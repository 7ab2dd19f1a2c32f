import type { Entity, Field } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

interface Pair {
  readonly holds: (field: Field, entity: Entity) => boolean;
  /** The rest of a message that begins with “NAME is”. */
  readonly says: string;
  readonly next: string;
}

const TEXTS: readonly string[] = ['text', 'long text', 'texts', 'password', 'unknown'];

const PAIRS: readonly Pair[] = [
  {
    holds: (field) => field.computed !== null && field.default !== null,
    says: 'computed, so its default is never used',
    next: 'Remove the default.',
  },
  {
    holds: ({ computed, askedOn }) => computed !== null && askedOn.length > 0,
    says: 'computed, but an event asks for it',
    next: 'Keep one of the two: people cannot enter a computed field.',
  },
  {
    holds: ({ computed, writeOnly }) => computed !== null && writeOnly,
    says: 'computed and write-only, so nobody can enter or read it',
    next: 'Remove write-only, or remove the field.',
  },
  {
    holds: ({ computed, fixed }) => computed !== null && fixed,
    says: 'computed and fixed, but the values it is computed from may change',
    next: 'Remove fixed, or set the value once with an effect of the (new) row in point 4.',
  },
  {
    holds: ({ byProduct, writeOnly }) => byProduct && writeOnly,
    says: 'set by the product and write-only, so nobody can enter or read it',
    next: 'Remove one of the two notes.',
  },
  {
    holds: ({ byProduct, askedOn }) => byProduct && askedOn.length > 0,
    says: 'set by the product, but people are asked for it',
    next: 'Keep either “set by the product” or “asked on”.',
  },
  {
    holds: ({ fixed, askedOn }) => fixed && askedOn.length > 0,
    says: 'fixed when the record is created, but asked for later',
    next: 'Remove fixed: a field that an event asks for changes only through that event.',
  },
  {
    holds: ({ required, shownWhen }) => required && shownWhen !== null,
    says: 'always required but not always shown: while it is hidden, no record can be saved',
    next: 'Write `required when` with the condition of `shown when`, instead of required.',
  },
  {
    holds: ({ writeOnly, title }) => writeOnly && title,
    says: 'the title of its records, but write-only',
    next: 'Mark another field with title, or remove write-only.',
  },
  {
    holds: ({ writeOnly, searchable }) => writeOnly && searchable,
    says: 'searchable but write-only: a search would reveal its value',
    next: 'Remove searchable or write-only.',
  },
  {
    holds: ({ pattern, type }) => pattern !== null && !TEXTS.includes(type.kind),
    says: 'not a text, so its pattern cannot apply',
    next: 'Remove the pattern, or make the field a text.',
  },
  {
    holds: ({ type, ...notes }) => type.kind === 'object' && isOfInput(notes),
    says: 'an object, which only effects set, so people cannot enter it',
    next: 'Remove the default, the formula, “unique”, “title”, “searchable” and “asked on”, and set it in point 4: `after = values(this)`.',
  },
  {
    holds: ({ language, type }, { fields }) =>
      language && (!fields.some(({ signIn }) => signIn) || !['text', 'choice'].includes(type.kind)),
    says: 'the language of e-mails, but no text or choice of the people who sign in',
    next: 'Move it to the entity with the sign-in field, or remove the note `language`.',
  },
];

const isOfInput = (notes: Omit<Field, 'type'>): boolean =>
  notes.default !== null ||
  notes.computed !== null ||
  notes.unique ||
  notes.title ||
  notes.searchable ||
  notes.askedOn.length > 0;

export const check = defineCheck({
  code: 'notes-contradict',
  point: 3,
  severity: 'error',
  about: 'A field whose notes contradict each other.',
  *find({ entities }) {
    for (const { model } of entities) {
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          if (field.standing !== 'stated') continue;
          for (const { holds, says, next } of PAIRS) {
            if (!holds(field, entity)) continue;
            yield { element: field.id, at: field.at, message: `${field.name} of ${entity.name} is ${says}.`, next };
          }
        }
      }
    }
  },
});
