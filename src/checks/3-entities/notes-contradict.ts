import type { Field } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';

interface Pair {
  readonly holds: (field: Field) => boolean;
  /** Behind "NAME is". */
  readonly says: string;
  readonly next: string;
}

const TEXTS: readonly string[] = ['text', 'long text', 'texts', 'unknown'];

const PAIRS: readonly Pair[] = [
  {
    holds: (field) => field.computed !== null && field.default !== null,
    says: 'computed, and has a default that can never show',
    next: 'Remove the default.',
  },
  {
    holds: ({ computed, askedOn }) => computed !== null && askedOn.length > 0,
    says: 'computed, and asked for as well',
    next: 'Keep one of the two: what people fill in is not computed.',
  },
  {
    holds: ({ computed, writeOnly }) => computed !== null && writeOnly,
    says: 'computed and write-only: nobody fills it in, and nobody is given it',
    next: 'Remove write-only, or remove the field.',
  },
  {
    holds: ({ computed, fixed }) => computed !== null && fixed,
    says: 'computed and fixed, and what it is computed from may change',
    next: 'Remove fixed, or set the value once with an effect of the (new) row in point 4.',
  },
  {
    holds: ({ byProduct, writeOnly }) => byProduct && writeOnly,
    says: 'set by the product and write-only: nobody fills it in, and nobody is given it',
    next: 'Remove one of the two notes.',
  },
  {
    holds: ({ byProduct, askedOn }) => byProduct && askedOn.length > 0,
    says: 'set by the product, and people are asked for it',
    next: 'Keep “set by the product” or “asked on”, whichever is meant.',
  },
  {
    holds: ({ fixed, askedOn }) => fixed && askedOn.length > 0,
    says: 'fixed when the record is created, and asked for later',
    next: 'Remove fixed: a field that is asked for on an event changes through that event alone.',
  },
  {
    holds: ({ required, shownWhen }) => required && shownWhen !== null,
    says: 'required always and shown only sometimes: while it is not shown, no record can be saved',
    next: 'Write `required when` with the condition of `shown when`, instead of required.',
  },
  {
    holds: ({ writeOnly, title }) => writeOnly && title,
    says: 'what people know a record by, and is never given out',
    next: 'Mark another field with title, or remove write-only.',
  },
  {
    holds: ({ writeOnly, searchable }) => writeOnly && searchable,
    says: 'searchable, and is never given out: a search would find out what it holds',
    next: 'Remove searchable or write-only.',
  },
  {
    holds: ({ pattern, type }) => pattern !== null && !TEXTS.includes(type.kind),
    says: 'no text, and has a pattern that only texts can match',
    next: 'Remove the pattern, or make the field a text.',
  },
];

export const check = defineCheck({
  code: 'notes-contradict',
  point: 3,
  severity: 'error',
  about: 'A field whose notes can not all be obeyed.',
  *findIn({ model }) {
    for (const entity of model.entities) {
      for (const field of entity.fields) {
        if (field.standing !== 'stated') continue;
        for (const { holds, says, next } of PAIRS) {
          if (!holds(field)) continue;
          yield { element: field.id, at: field.at, message: `${field.name} of ${entity.name} is ${says}.`, next };
        }
      }
    }
  },
});
