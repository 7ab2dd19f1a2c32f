import { nearest } from '../../expressions/syntax/nearest-name.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';
import { type ErrorUse, usesByCode } from '../errors.ts';
import { ALL_NAMES, NAMES_BY_CAUSE, namesOfRefusal, refusalsOf, USUAL_NAMES } from '../message-names.ts';
import { bracedNames, looksConstant } from '../names.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'message-value-unknown',
  point: 8,
  severity: 'warning',
  about: 'A name in braces in the text of an error that nothing fills in, so that people read a gap.',
  *find(context) {
    const uses = usesByCode(context);
    for (const entry of context.model.errors) {
      if (entry.standing !== 'stated') continue;
      const names = bracedNames(`${entry.message} ${entry.next}`);
      // A name that looks like a constant, and is none, is reported as that.
      const open = names.filter((name) => !context.schema.constants.has(name) && !looksConstant(name));
      if (open.length === 0) continue;
      const known = filledIn(entry, uses.get(entry.code) ?? [], context.schema);
      const unknown = [...new Set(open)].filter((name) => !known.has(name));
      const [first] = unknown;
      if (first === undefined) continue;
      const filled = known === ALL_NAMES ? USUAL_NAMES : [...known].toSorted();
      const meant = unknown.length === 1 ? nearest(first, [...filled, ...context.schema.constants.keys()]) : null;
      yield {
        element: entry.id,
        at: entry.at,
        message: `Nothing fills in ${listed(unknown.map(braced))} in the text of ${entry.code}.`,
        next: `${meant === null ? '' : `Did you mean ${braced(meant)}? `}What can stand there: ${listed([...filled.map(braced), 'constants of point 9'])}.`,
        witness: `People read “${textWithout(entry, new Set(unknown))}”.`,
      };
    }
  },
});

function braced(name: string): string {
  return `{${name}}`;
}

function filledIn(entry: ErrorEntry, uses: readonly ErrorUse[], schema: Schema): ReadonlySet<string> {
  const raising = uses.filter(({ by }) => by !== 'call').map(({ by }) => by);
  const refusals = refusalsOf(entry);
  const isOutside = uses.some(({ by, raises }) => by === 'call' && raises);
  if (isOutside || (raising.length === 0 && refusals.length === 0)) return ALL_NAMES;
  const byCause = raising.flatMap((by) => (by === 'call' ? [] : NAMES_BY_CAUSE[by]));
  // The guard of a transition judges a record, of which the text may speak.
  const ofRecord = uses.flatMap(({ entity }) => [...(schema.entities.get(entity ?? '')?.attributes.keys() ?? [])]);
  return new Set([...byCause, ...refusals.flatMap(namesOfRefusal), ...ofRecord]);
}

/** The text as it is read, without what nothing fills in. */
function textWithout({ message, next }: ErrorEntry, unknown: ReadonlySet<string>): string {
  const text = bracedNames(message).some((name) => unknown.has(name)) ? message : next;
  const filled = text.replace(/\{([^{}]*)\}/g, (all, name: string) => (unknown.has(name.trim()) ? '' : all));
  return filled.replace(/ {2,}/g, ' ').trim();
}
