import { parametersOf, parentFields, recordParameter } from '../../model/call-record.ts';
import type { Call, Model } from '../../model/model.ts';
import type { Json } from '../oracle/world.ts';

/** No record has it. */
export const NOWHERE = '0190a6a0-0000-7000-8000-000000000000';

/** Whether everything is known that the path of a call names: of a list nothing may be. */
export function isAddressed({ path }: Call, kind: string): boolean {
  const count = parametersOf(path).length;
  return kind === 'list' ? count === 0 : kind === 'create' || count > 0;
}

/** Where a call is sent: the record itself by its id, what it belongs with as its fields name it. */
export function pathTo(
  model: Model,
  { path, does }: Call,
  id: string | null,
  held: (field: string) => Json | undefined,
): string {
  if (!('entity' in does)) return path;
  const own = id === null ? null : recordParameter(path, does.entity);
  const entity = model.entities.find(({ name }) => name === does.entity);
  const parents = new Map(parentFields(path, entity).map(({ parameter, field }) => [parameter, field] as const));
  const named = (parameter: string): string => {
    if (parameter === own) return id ?? NOWHERE;
    const value = held(parents.get(parameter) ?? '');
    return typeof value === 'string' && value !== '' ? value : NOWHERE;
  };
  const steps = path.split('/').map((step) => (step.startsWith(':') ? encodeURIComponent(named(step.slice(1))) : step));
  return steps.join('/');
}
