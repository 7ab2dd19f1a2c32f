import { nearest } from '../../expressions/syntax/nearest-name.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import { type ErrorUse, usesByCode } from '../lookups/error-uses.ts';
import { ALL_NAMES, NAMES_BY_CAUSE, namesOfRefusal, refusalsOf, USUAL_NAMES } from '../lookups/message-names.ts';
import { bracedNames, looksConstant } from '../lookups/name-uses.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'message-value-unknown',
  point: 8,
  severity: 'warning',
  about: 'A name in braces in the text of an error that nothing fills in.',
  *find(context) {
    const uses = usesByCode(context);
    for (const entry of context.model.errors) {
      if (entry.standing !== 'stated') continue;
      const names = bracedNames(`${entry.message} ${entry.next}`);
      // Another check reports an unknown name that looks like a constant.
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
        message: `Nothing fills in ${joinNames(unknown.map(braced))} in the text of ${entry.code}.`,
        next: `${meant === null ? '' : `Did you mean ${braced(meant)}? `}Possible names: ${joinNames([...filled.map(braced), 'constants of point 9'])}.`,
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
  // These are about a record, so the text may name its fields.
  const ofRecord = refusals.some((code) => OF_RECORD.has(code)) ? entitiesOf(entry, schema) : [];
  const fields = [...uses.flatMap(({ entity }) => entity ?? []), ...ofRecord].flatMap((entity) => [
    ...(schema.entities.get(entity)?.attributes.keys() ?? []),
  ]);
  return new Set([...byCause, ...refusals.flatMap(namesOfRefusal), ...fields]);
}

/** The standard refusals whose texts may name fields of the record. */
const OF_RECORD: ReadonlySet<string> = new Set(['IN_USE', 'NOT_UNIQUE', 'NOT_VALID', 'NOT_MET']);

/** Returns the entities that an entry is about; all if it names none. */
function entitiesOf({ causes }: ErrorEntry, { entities }: Schema): readonly string[] {
  const named = causes.flatMap(({ name }) =>
    entities.has(name) ? name : name.slice(0, Math.max(0, name.lastIndexOf('.'))),
  );
  const known = named.filter((name) => entities.has(name));
  return known.length > 0 ? known : [...entities.keys()];
}

/** Returns the text as people read it, without the names that nothing fills in. */
function textWithout({ message, next }: ErrorEntry, unknown: ReadonlySet<string>): string {
  const text = bracedNames(message).some((name) => unknown.has(name)) ? message : next;
  const filled = text.replace(/\{([^{}]*)\}/g, (all, name: string) => (unknown.has(name.trim()) ? '' : all));
  return filled.replace(/ {2,}/g, ' ').trim();
}
