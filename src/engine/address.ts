import { parametersOf, recordParameter } from '../model/call-record.ts';
import type { Entity, Field, Model } from '../model/model.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address holds an id, and not what people know a record by. */
export const isId = (text: string): boolean => ID.test(text);

/** How the records of an entity are found at an address. */
export interface Addressed {
  /**
   * The field that people know a record by in addresses: one that no two records have alike, and that a route or a path of
   * the document is named after, as in `/tickets/:number`. Null: addresses hold ids alone.
   */
  readonly field: Field | null;
  /** The path of the call that reads such a record by nothing else; null: the document states none. */
  readonly path: string | null;
}

/** By entity: the document alone says it, so that no request has to ask again. */
export function addressesOf({ entities, screens, calls }: Model): ReadonlyMap<string, Addressed> {
  return new Map(
    entities.map((entity) => {
      const own = calls.filter(({ does }) => 'entity' in does && does.entity === entity.name);
      const read = own.find(({ does, path }) => does.kind === 'read' && parametersOf(path).length === 1);
      const routes = screens.flatMap((screen) => (screen.entity === entity.name ? screen.route : []));
      const field = addressField(entity, [...routes, ...own.map(({ path }) => path)]);
      return [entity.name, { field, path: read?.path ?? null }];
    }),
  );
}

function addressField(entity: Entity, paths: readonly string[]): Field | null {
  if (entity.belongsTo !== null) return null;
  const parameters = paths.flatMap((path) => recordParameter(path, entity.name) ?? []);
  return parameters.map((parameter) => fieldNamed(entity, parameter)).find((field) => field !== undefined) ?? null;
}

function fieldNamed(entity: Entity, parameter: string): Field | undefined {
  const wanted = folded(parameter);
  return entity.fields.find(
    ({ name, type, unique }) =>
      (unique || type.kind === 'number series') && [folded(name), folded(entity.name + name)].includes(wanted),
  );
}

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
