import type { CompiledCall, CompiledEntity, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { absentRule, isNeededToCreate } from '../../engine/input/body-rules.ts';
import { askNames, isTyped } from '../../engine/input/input-fields.ts';
import { CURRENT_PASSWORD, type ShapeEntry } from '../../expressions/shapes/shape-types.ts';
import { fixedTextOf } from '../../model/lookups/page-words.ts';
import { type Deed, deedOf, hasBody, isOfRecord, isWriting } from '../../model/types/deed.ts';
import type { Field } from '../../model/types/model.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { answerSchema, type SchemaContext, type SentFields, sentFields, sentShape } from '../schemas/record-schema.ts';
import { sentValue } from '../schemas/value-schema.ts';
import { BINARY, BYTES, bulkBody, bulkResults, TEXT } from './bulk-and-files.ts';
import { type ErrorResponse, errorResponses } from './error-responses.ts';
import { mediaTypesOf } from './form-media-types.ts';
import { type Parameter, pathParameters, queryParameters } from './parameters.ts';

/** Everything that a caller needs to know about a call. */
export interface Operation {
  readonly call: CompiledCall;
  readonly parameters: readonly Parameter[];
  /** The schema of the request body; null if there is none. */
  readonly request: RequestBody | null;
  /** The successful responses, the usual one first. */
  readonly successes: readonly Success[];
  readonly errors: readonly ErrorResponse[];
  /** Whether callers who have not signed in may send it. */
  readonly isOpen: boolean;
}

export interface RequestBody {
  readonly mediaTypes: readonly string[];
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

export interface Success {
  readonly status: number;
  readonly description: string;
  readonly schema: JsonSchema | null;
  /** By default JSON. */
  readonly mediaType?: string;
  /** Headers with their descriptions. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that always have the same text. */
  readonly fixed?: Readonly<Record<string, string>>;
}

const ETAG = 'The version of the answer, for `If-None-Match`; of a record also for `If-Match`.';
const LOCATION = 'The path of the new record.';

/** Describes a call that the application answers. */
export function operationOf(call: CompiledCall, general: SchemaContext): Operation {
  const context: SchemaContext = { ...general, forms: call.options };
  const { model } = context;
  const deed = deedOf(call.call.does);
  return {
    call,
    parameters: [
      ...pathParameters(call, context),
      ...queryInputParameters(call, context),
      ...queryParameters(call, context),
      ...(deed !== null && isWriting(deed) ? headerParameters(call, deed) : []),
    ],
    request: requestOf(call, context),
    successes: successesOf(call, context).map((success) => ({
      ...success,
      fixed: fixedHeaders(call),
    })),
    errors: errorResponses(model, call),
    isOpen:
      isForGuests(call, model) &&
      (deed?.kind === 'sign in' ||
        (deed?.kind === 'sign out' && call.callers?.isForAnyone === true) ||
        (model.guestRoles.length > 0 && (deed === null || !deed.isOfCaller || deed.kind === 'create'))),
  };
}

const fixedHeaders = ({ options }: CompiledCall): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (options.headers ?? []).flatMap(({ name, word }) => {
      const text = fixedTextOf(word);
      return text === null ? [] : [[name, text]];
    }),
  );

/** Whether the call may be allowed to callers who have not signed in. */
const isForGuests = ({ callers }: CompiledCall, { guestRoles }: CompiledModel): boolean =>
  callers === null || callers.isForAnyone || guestRoles.some((role) => callers.roles.includes(role));

/** What callers do about themselves without an idempotency key: they sign up, or change their password. */
const NOT_REPEATED: readonly Deed['kind'][] = ['create', 'change password'];

/** Returns the headers of a call that writes. */
function headerParameters({ options: { ifMatch, idempotencyKey } }: CompiledCall, deed: Deed): readonly Parameter[] {
  const text: JsonSchema = { type: 'string' };
  const isMatched = isOfRecord(deed) && ifMatch !== 'not used';
  const match: Parameter = {
    name: 'If-Match',
    in: 'header',
    required: (ifMatch ?? 'required') === 'required',
    description: 'The ETag of the record that is changed, or `*` for any version.',
    schema: { ...text, examples: ['*'] },
  };
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: idempotencyKey === 'required',
    description: 'A key of up to 200 characters: a request that is repeated with it is carried out once.',
    schema: { ...text, minLength: 1, maxLength: 200 },
  };
  const isKeyed = idempotencyKey !== 'not used' && !(deed.isOfCaller && NOT_REPEATED.includes(deed.kind));
  return [...(isMatched ? [match] : []), ...(isKeyed ? [key] : [])];
}

function requestOf(call: CompiledCall, context: SchemaContext): Operation['request'] {
  const deed = deedOf(call.call.does);
  const entity = deed === null ? undefined : context.model.entities.get(deed.entity);
  if (deed?.kind === 'upload') return { mediaTypes: [BYTES], schema: BINARY, isRequired: true };
  if (deed === null || entity === undefined || !hasBody(deed)) return null;
  if (call.call.method === 'GET') return null;
  const inQuery = new Set(call.queryInputs.map(({ field }) => field));
  const sent = withoutNames(sentBy(call, deed, entity, context.model), inQuery);
  const shape = call.requestShape === null ? null : withoutFields(call.requestShape, inQuery);
  if (shape !== null && shape.length === 0 && inQuery.size > 0) return null;
  if (shape === null && sent.names.size === 0 && !deed.isBulk) return null;
  const schema = shape === null ? sentFields(entity, sent, context) : sentShape(shape, entity, sent, context);
  const mediaTypes = mediaTypesOf(call);
  if (deed.isBulk) return { mediaTypes, schema: bulkBody(deed, schema), isRequired: true };
  return { mediaTypes, schema, isRequired: 'required' in schema };
}

const withoutNames = ({ names, required, isOpen }: SentFields, others: ReadonlySet<string>): SentFields => ({
  names: new Set([...names].filter((name) => !others.has(name))),
  required: new Set([...required].filter((name) => !others.has(name))),
  isOpen,
});

/** Returns a shape without the members that are these fields. */
function withoutFields(entries: readonly ShapeEntry[], names: ReadonlySet<string>): readonly ShapeEntry[] {
  if (names.size === 0) return entries;
  return entries.flatMap((entry): ShapeEntry[] => {
    if ('field' in entry && names.has(entry.field)) return [];
    if (entry.kind !== 'inside') return [entry];
    const inside = withoutFields(entry.entries, names);
    return inside.length === 0 ? [] : [{ ...entry, entries: inside }];
  });
}

/** Returns the parameters of the query that state inputs. */
function queryInputParameters(call: CompiledCall, context: SchemaContext): readonly Parameter[] {
  const deed = deedOf(call.call.does);
  const entity = deed === null ? undefined : context.model.entities.get(deed.entity);
  if (deed === null || entity === undefined || call.queryInputs.length === 0) return [];
  const { required } = sentBy(call, deed, entity, context.model);
  return call.queryInputs.map(({ parameter: name, field, type }) => ({
    name,
    in: 'query',
    required: required.has(field) || field === CURRENT_PASSWORD,
    description: field === CURRENT_PASSWORD ? 'The current password.' : `The ${field} of the ${entity.name}.`,
    schema: sentValue(type, context),
  }));
}

/** Returns the fields that a call accepts and those that it needs. */
function sentBy(call: CompiledCall, deed: Deed, entity: CompiledEntity, model: CompiledModel): SentFields {
  const { id } = call.call;
  const isOpen = call.options.unknownMembers === 'ignored';
  const { fields } = entity.entity;
  if (deed.event !== null) {
    const transitions = entity.byEvent.get(deed.event) ?? [];
    const asked = new Set(transitions.flatMap(({ transition }) => [...askNames(model, transition, id)]));
    const names = new Set([...asked].filter((name) => !call.pathInputs.some(({ field }) => field === name)));
    const isNeeded = (field: string) =>
      transitions.every(({ asks }) => asks.some((ask) => ask.field === field && !ask.optional));
    return { names, required: new Set([...names].filter(isNeeded)), isOpen };
  }
  const isNew = deed.kind === 'create';
  const isSignIn = deed.kind === 'sign in' || deed.kind === 'change password';
  const isAccepted = (field: Field) =>
    isSignIn ? field.signIn || field.unique || field.type.kind === 'password' : isTyped(field);
  const typed = fields.filter((field) => isAccepted(field) && (isNew || isSignIn || !field.fixed));
  const names = new Set(typed.map(({ name }) => name).filter((name) => call.sends === null || call.sends.has(name)));
  const absent = ({ name }: Field) => {
    if (isNew) return isNeededToCreate(call.options, name) ? 'refused' : null;
    return deed.kind === 'change' ? absentRule(call.options, name) : null;
  };
  const given = new Set(call.parents.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const isNeeded = (field: Field) =>
    (absent(field) === 'refused' ||
      (isNew ? field.required && field.default === null : absent(field) === 'cleared' && field.required)) &&
    (field.shownWhen === null || absent(field) === 'refused') &&
    !given.has(field.name);
  if (isSignIn) return { names, required: neededToSignIn(deed, typed, names), isOpen };
  return { names, required: new Set(typed.filter(isNeeded).map(({ name }) => name)), isOpen };
}

/** Returns what signing in needs, the password and the name if there is only one, or a change of the password. */
function neededToSignIn({ kind }: Deed, fields: readonly Field[], names: ReadonlySet<string>): ReadonlySet<string> {
  const accepted = fields.filter(({ name }) => names.has(name));
  const passwords = accepted.filter(({ type }) => type.kind === 'password');
  const others = kind === 'sign in' ? accepted.filter(({ type }) => type.kind !== 'password') : [];
  return new Set([...passwords, ...(others.length === 1 ? others : [])].map(({ name }) => name));
}

function successesOf(call: CompiledCall, context: SchemaContext): readonly Success[] {
  const deed = deedOf(call.call.does);
  const { options } = call;
  if (deed === null) return [];
  if (deed.kind === 'download')
    return [{ status: 200, description: 'The file.', schema: BINARY, mediaType: BYTES, headers: { ETag: ETAG } }];
  if (deed.isBulk) return [bulkSuccess(call, context)];
  const none: Success = { status: 204, description: 'Done.', schema: null, headers: {} };
  if (options.status === 204) return [none];
  const isDeletion = deed.kind === 'delete';
  if (['sign out', 'change password', 'delete all'].includes(deed.kind) || (isDeletion && call.responseShape === null))
    return [{ ...none, status: options.status ?? 204 }];
  const { mediaType } = options;
  if (deed.kind === 'list' && mediaType !== null)
    return [{ status: options.status ?? 200, description: 'All records.', schema: TEXT, mediaType, headers: {} }];
  const isNew = deed.kind === 'create';
  const isRead = deed.kind === 'list' || deed.kind === 'values' || deed.kind === 'read';
  const located = isNew && !deed.isOfCaller ? { Location: LOCATION } : {};
  const usual: Success = {
    status: options.status ?? (isNew ? 201 : 200),
    description: isRead ? 'Found.' : 'Done.',
    schema: answerSchema(call, context),
    headers: isDeletion ? {} : { ...located, ETag: ETAG },
  };
  if (isDeletion)
    return [usual, { ...none, description: 'Done. The request repeats another, or may not read the record.' }];
  if (isRead) {
    const unchanged = { status: 304, description: 'Not changed since `If-None-Match`.', schema: null, headers: {} };
    return usual.status === 200 ? [usual, unchanged] : [usual];
  }
  const isHidden = !isReadByAll(deed.entity, context.model);
  const hidden = isHidden ? [{ ...none, description: 'Done. The caller may not read the record.' }] : [];
  return [usual, ...(isNew ? existingSuccess(options.existing, usual) : []), ...hidden];
}

/** Returns the answer of a creation with a record that exists already, if the call states one. */
function existingSuccess(status: number | null, usual: Success): readonly Success[] {
  if (status === null || status === usual.status) return [];
  return [{ ...usual, status, description: 'Exists already.', headers: { ETag: ETAG } }];
}

/** Whether everybody who may do anything with the records may always read them. */
function isReadByAll(entity: string, { entities, model }: CompiledModel): boolean {
  const grants = entities.get(entity)?.permissions.read.record ?? [];
  return model.roles.every(({ name }) =>
    grants.some(({ role, kind, where }) => role === name && kind === 'yes' && where === null),
  );
}

/** A bulk call always succeeds; its results say what became of each item. */
function bulkSuccess(call: CompiledCall, context: SchemaContext): Success {
  const isEmpty = deedOf(call.call.does)?.kind === 'delete' && call.responseShape === null;
  const record = isEmpty ? null : answerSchema(call, context);
  const description = 'The result of each item, in order.';
  return { status: call.options.status ?? 200, description, schema: bulkResults(record), headers: {} };
}
