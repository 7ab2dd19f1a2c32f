import { parametersOf, parentsOf, recordParameter } from '../../model/lookups/call-record.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import type { UrlEntry } from './shape-types.ts';

const URL_OF = /^url\s+of\s+(\S.*)$/;

/** Returns the name of the call in `url of CALL`; null for another value. */
export const callOfUrl = (value: string): string | null => URL_OF.exec(value)?.[1] ?? null;

/**
 * Resolves `url of CALL`: the address at which a call reads the record. Null if no call of this name reads a record of
 * the entity, or if its path has parameters that the record does not determine.
 */
export function urlEntry(key: string, name: string, { entity }: EntitySchema, schema: Schema): UrlEntry | null {
  const reads = ({ does }: Call) => does.kind === 'read' && does.entity === entity.name;
  const call = schema.model.calls.find((each) => each.name === name && reads(each) && each.path.startsWith('/'));
  if (call === undefined) return null;
  const own = recordParameter(call.path, entity.name);
  const parents = parentsOf(call, (of) => schema.entities.get(of)?.entity, schema.model.machines);
  const parameters = new Map<string, UrlEntry['parameters'][number]>(
    parents.map(({ parameter, path, entity: of }) => [parameter, { parameter, path, entity: of }]),
  );
  if (own !== null) parameters.set(own, { parameter: own, path: [], entity: entity.name });
  const names = parametersOf(call.path);
  const found = names.flatMap((parameter) => parameters.get(parameter) ?? []);
  return found.length === names.length ? { kind: 'url', key, address: call.path, parameters: found } : null;
}
