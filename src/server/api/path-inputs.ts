import { refusedName } from '../../engine/compile/call-shape.ts';
import type { Missing } from '../../engine/core/intent.ts';
import { isOfSeveral } from '../../expressions/shapes/query-inputs.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { contractOf } from './contract.ts';
import { findParent, namesAnyParent } from './parent-ids.ts';
import { withIds } from './record-keys.ts';
import { fieldsFromBody } from './response-shape.ts';

/**
 * Returns the body of an event with the values in its path that the event asks for, and the names of these fields. A
 * record in the path that the person cannot read is missing.
 */
export async function fillAskedFromPath(
  context: RequestContext,
  entity: string,
  call: string,
  input: Json,
): Promise<{ readonly input: Json; readonly within: readonly string[] | Missing }> {
  const { compiled } = context.version;
  const fields = compiled.entities.get(entity)?.entity.fields ?? [];
  const filled: { [name: string]: Json } = isObject(input) ? { ...input } : {};
  const within: string[] = [];
  for (const { parameter, field: name } of compiled.calls.get(call)?.pathInputs ?? []) {
    const field = fields.find((each) => each.name === name);
    const text = context.params.get(parameter) ?? '';
    if (field === undefined) continue;
    if (namesAnyParent(context, parameter)) {
      within.push(name);
      continue;
    }
    const value = await valueInPath(context, call, { field, parameter, text });
    if (value !== null && isMissing(value)) return { input, within: value };
    // A value of the body that contradicts the path is left as it is and is refused, since the call does not list it.
    if (Object.hasOwn(filled, name) && JSON.stringify(filled[name]) !== JSON.stringify(value)) continue;
    filled[name] = value;
    within.push(name);
  }
  return { input: isObject(input) || input === null ? filled : input, within };
}

const isMissing = (value: Json | Missing): value is Missing =>
  typeof value === 'object' && value !== null && 'missing' in value;

/** Returns the value of a field as a body states it. */
async function valueInPath(
  context: RequestContext,
  call: string,
  { field: { type }, parameter, text }: { readonly field: Field; readonly parameter: string; readonly text: string },
): Promise<Json | Missing> {
  if (type.kind !== 'reference' && type.kind !== 'references') return valueOfText(context, call, type, text);
  const id = await findParent(context, call, { parameter, entity: type.entity });
  if (typeof id !== 'string') return id;
  return type.kind === 'reference' ? id : [id];
}

/** Returns the fields that a request states in its body and its query, with ids in the place of keys. */
export const inputOf = (context: RequestContext, call: string, body: Json): Promise<Json> =>
  withIds(context, call, fillFromQuery(context, call, fieldsFromBody(context, call, body)));

/**
 * Returns the fields of a body with those that the query states. A member of the body that the query may state, but does
 * not state with the same value, gets a name that is refused; where nothing states it, unknown members may be ignored.
 */
function fillFromQuery(context: RequestContext, call: string, input: Json): Json {
  const contract = contractOf(context, call);
  const inputs = contract?.queryInputs ?? [];
  if (contract === undefined || inputs.length === 0 || !isObject(input)) return input;
  const filled: { [name: string]: Json } = Object.assign(Object.create(null), input);
  for (const { parameter, field, type } of inputs) {
    const value = valueInQuery(context, call, parameter, type);
    const inBody = filled[field];
    if (inBody !== undefined && JSON.stringify(inBody) !== JSON.stringify(value)) {
      delete filled[field];
      if (value !== null || contract.options.unknownMembers !== 'ignored')
        filled[refusedName(contract.requestShape ?? [], field)] = inBody;
    }
    if (value !== null) filled[field] = value;
  }
  return filled;
}

/** Returns the value of a query parameter as a body states it; null if the query has none. An empty one counts as none. */
function valueInQuery(context: RequestContext, call: string, parameter: string, type: Type): Json {
  const given = context.url.searchParams.getAll(parameter).filter((text) => text.trim() !== '');
  const [text] = given;
  if (text === undefined) return null;
  if (!isOfSeveral(type)) return valueOfText(context, call, type, text);
  const parts = given.flatMap((each) => each.split(',')).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** Returns the value that a text states, as a body states it. A text that is none is left, so that it is refused. */
function valueOfText(context: RequestContext, call: string, type: Type, text: string): Json {
  switch (type.kind) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'date and time':
    case 'decimal':
    case 'money':
      return inFormOfBody(text, type, contractOf(context, call)?.options);
    default:
      return text;
  }
}

/** Returns a time or number in a path as the body of its call would state it. */
function inFormOfBody(text: string, { kind }: Type, forms: ValueForms | undefined): Json {
  const isNumber =
    kind === 'date and time' ? (forms?.times ?? 'ISO 8601') !== 'ISO 8601' : forms?.decimals === 'number';
  return isNumber && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
