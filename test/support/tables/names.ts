import type { CompiledModel } from '../../../src/engine/compiled/compiled-model.ts';
import type { Row } from '../../../src/fields/text/value.ts';
import type { TestServer } from '../http/server.ts';

/** Records and people by the names that a table gives them. */
export interface Names {
  /** Every record seen so far, so that a row can name one that was deleted. */
  readonly records: ReadonlyMap<string, Row>;
  /** By first name, those of now. */
  readonly people: ReadonlyMap<string, Row>;
}

/** What a document calls the people who sign in, and the records that a table speaks of where it names no entity. */
export function entitiesOf({ schema, model }: CompiledModel): { readonly person: string; readonly record: string } {
  const person = schema.person?.entity.name ?? '';
  const record = model.entities.find(({ name, belongsTo }) => name !== person && belongsTo === null)?.name ?? '';
  return { person, record };
}

/**
 * Straight from the store: a record by the name that it was given, else by its title; of two with one title the one made
 * last counts.
 */
export async function namesOf(
  { store, runtime }: TestServer,
  given: ReadonlyMap<string, string>,
  seen: Map<string, Row>,
): Promise<Names> {
  const { compiled: app } = runtime.current();
  const { person } = entitiesOf(app);
  const people = new Map<string, Row>();
  for (const { name, belongsTo } of app.model.entities) {
    if (belongsTo !== null) continue;
    const title = app.schema.entities.get(name)?.title ?? null;
    for (const row of await store.people(name, 10_000)) {
      const text = title === null ? '' : String(row.values[title] ?? '');
      if (name === person) people.set(firstName(text), row);
      else seen.set(given.get(row.id) ?? text, row);
    }
  }
  return { records: seen, people };
}

export const firstName = (name: string): string => name.split(' ')[0] ?? '';
