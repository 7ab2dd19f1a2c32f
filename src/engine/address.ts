import { recordParameter } from '../model/call-record.ts';
import type { Entity, Field } from '../model/model.ts';
import type { App } from './app.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address holds an id, and not what people know a record by. */
export const isId = (text: string): boolean => ID.test(text);

/**
 * The field that people know a record by in addresses: one that no two records have alike, and that a route or a path of
 * the document is named after, as in `/tickets/:number`. Null: addresses hold ids alone.
 */
export function addressField({ model }: App, name: string): Field | null {
  const entity = model.entities.find((each) => each.name === name);
  if (entity === undefined || entity.belongsTo !== null) return null;
  const paths = [
    ...model.screens.flatMap((screen) => (screen.entity === name ? screen.route : [])),
    ...model.calls.flatMap(({ does, path }) => ('entity' in does && does.entity === name ? path : [])),
  ];
  const parameters = paths.flatMap((path) => recordParameter(path, name) ?? []);
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
