import { isNamedAfter } from '../../model/lookups/call-record.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { requestShapeOf } from './resolve-shape.ts';
import { CURRENT_PASSWORD, type ShapeEntry } from './shape-types.ts';

/** A query parameter of a call that writes: the value of a field. */
export interface QueryInput {
  readonly parameter: string;
  readonly field: string;
  readonly type: Type;
}

const TAKING_INPUTS: readonly string[] = ['sign up', 'sign in', 'change password', 'change me', 'event me'];

/** Whether a call takes inputs, so that names in its query state some of them. */
export const takesInputs = ({ does }: Pick<Call, 'does'>): boolean =>
  does.kind === 'create' ||
  does.kind === 'change' ||
  does.kind === 'event' ||
  (does.kind === 'account' && TAKING_INPUTS.includes(does.act));

/** Whether a call takes inputs from its query. Of those by GET only signing in does, since GET must not change data. */
export const takesQueryInputs = (call: Pick<Call, 'does' | 'method'>): boolean =>
  takesInputs(call) && (call.method !== 'GET' || (call.does.kind === 'account' && call.does.act === 'sign in'));

/** Returns the fields that a call takes from its query. A name that is no member of its body and no field has none. */
export function queryInputsOf(call: Call, entity: EntitySchema, schema: Schema): readonly QueryInput[] {
  if (call.query.length === 0 || !takesQueryInputs(call)) return [];
  const entries = requestShapeOf(call, entity, schema)?.shape ?? [];
  const names = [...entity.attributes.keys()];
  return call.query.flatMap(({ name: parameter }) => {
    const field =
      memberNamed(entries, parameter) ??
      names.find((name) => name === parameter) ??
      names.find((name) => isNamedAfter(parameter, name));
    if (field === CURRENT_PASSWORD) return [{ parameter, field, type: TEXT }];
    const type = field === undefined ? undefined : entity.attributes.get(field)?.type;
    return field === undefined || type === undefined || isUnstatable(type) ? [] : [{ parameter, field, type }];
  });
}

/** Returns the field of the member with a name, at any depth of a body. */
function memberNamed(entries: readonly ShapeEntry[], name: string): string | undefined {
  const own = entries.find(({ kind, key }) => kind === 'field' && key === name);
  if (own !== undefined && 'field' in own) return own.field;
  for (const entry of entries) {
    const inside = entry.kind === 'inside' ? memberNamed(entry.entries, name) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const TEXT: Type = { kind: 'text', min: null, max: null };

/** Whether a query cannot state values of a type. */
const isUnstatable = ({ kind }: Type): boolean => ['list', 'file', 'object', 'unknown'].includes(kind);

/** Whether a value of the type has several parts, which a query separates by commas or repeats. */
export const isOfSeveral = (type: Type): boolean =>
  type.kind === 'references' || type.kind === 'texts' || ('several' in type && type.several);
