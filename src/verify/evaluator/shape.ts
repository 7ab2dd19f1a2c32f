import type { Call, Model } from '../../model/types/model.ts';
import { entityNamed } from './names.ts';
import type { Fault, Json } from './world.ts';

/** A name in a body and its value: a field, with the names of its lines if they are not sent whole; or nested names. */
export type Name =
  | { readonly key: string; readonly field: string; readonly lines: readonly Name[] | null }
  | { readonly key: string; readonly inside: readonly Name[] };

/** Prefix for names that the shape does not list, so that they match no field. */
const STRANGER = '?';

/**
 * Whether all requests to a call are about whole records, which are named by their ids: where records have keys, and
 * where the call takes only forms, or states what absent or empty members mean or how values are written. So are
 * deletions, which are then answered without a body.
 */
export function isAskedWhole(model: Model, call: Call): boolean {
  const isStated = ({
    absentMembers,
    nullMembers,
    emptyTexts,
    memberRules,
    times,
    decimals,
  }: Call['options']): boolean =>
    [absentMembers, nullMembers, emptyTexts, memberRules, times, decimals].some((rule) => rule !== null);
  const bodies = call.options.bodies ?? model.api.options.bodies;
  const isForm = bodies !== null && !bodies.includes('JSON');
  const hasKeys = model.entities.some(({ key }) => key !== null);
  return call.does.kind === 'delete' || hasKeys || isForm || isStated(call.options) || isStated(model.api.options);
}

/** Returns the names that a call states for its body; null if it takes fields by name. */
export function shapeOf(model: Model, call: Call | null): readonly Name[] | null {
  return call === null || isAskedWhole(model, call) ? null : statedNames(model, call);
}

function statedNames(model: Model, { does, sendsShape }: Call): readonly Name[] | null {
  return sendsShape === null || !('entity' in does) ? null : namesIn(model, does.entity, sendsShape.text);
}

/** Returns the fields that a call takes, also where they are sent by their own names; null if it does not state any. */
export function fieldsOfCall(model: Model, call: Call | null): readonly string[] | null {
  const names = call === null ? null : statedNames(model, call);
  return names === null ? (call?.sends?.map(({ name }) => name) ?? null) : fieldsIn(names);
}

const fieldsIn = (names: readonly Name[]): readonly string[] =>
  names.flatMap((name) => ('inside' in name ? fieldsIn(name.inside) : name.field));

/** Parses `{ "a": one, "b": [{ "c": two }], "d": { "e": three } }`, splitting at the top-level commas. */
function namesIn(model: Model, entity: string, text: string): readonly Name[] {
  return piecesOf(text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'))).flatMap((piece): readonly Name[] => {
    const [, quoted, value = ''] = /^\s*("(?:[^"]*)")\s*:\s*([\s\S]*?)\s*$/.exec(piece) ?? [];
    const key = quoted === undefined ? piece.trim() : quoted.slice(1, -1);
    const { fields } = entityNamed(model, entity) ?? { fields: [] };
    const named = /^this\["(.*)"\]$/.exec(value)?.[1] ?? value.replace(/^\[\s*([^[{]*?)\s*\]$/, '$1');
    const field = fields.find(({ name }) => name === named) ?? fields.find(({ name }) => name === key);
    const lines = field?.type.kind === 'list' ? field.type.entity : null;
    const hasNames = /^\[?\s*\{/.test(value);
    if (hasNames && lines !== null) return [{ key, field: key, lines: namesIn(model, lines, value) }];
    if (hasNames && field?.type.kind === 'references') return [];
    if (hasNames) return [{ key, inside: namesIn(model, entity, value) }];
    return field === undefined ? [] : [{ key, field: field.name, lines: null }];
  });
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && '[{'.includes(sign)) depth += 1;
    if (!quoted && ']}'.includes(sign)) depth -= 1;
    if (!quoted && depth === 0 && sign === ',') {
      pieces.push(piece);
      piece = '';
    } else piece += sign;
  }
  return [...pieces, piece].filter((each) => each.trim() !== '');
}

/** Converts a body in the shape of a call to fields by name. */
export function asFields(names: readonly Name[], sent: Json, above = ''): Json {
  if (!isObject(sent)) return sent;
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
      const name = names.find((each) => each.key === key);
      if (name !== undefined && 'inside' in name && isObject(value))
        return Object.entries(asFields(name.inside, value, `${above}${key}.`) ?? {}) as [string, Json][];
      if (name === undefined || 'inside' in name) return [[`${STRANGER}${above}${key}`, value]];
      const { lines } = name;
      if (lines === null || !Array.isArray(value)) return [[name.field, value]];
      return [[name.field, value.map((line: Json) => asFields(withId(lines), line))]];
    }),
  );
}

const withId = (lines: readonly Name[]): readonly Name[] => [...lines, { key: 'id', field: 'id', lines: null }];

/** Converts fields by name to the shape of a call, if there is one. Fields that it does not list keep their names. */
export function asShaped(names: readonly Name[] | null, input: Json): Json {
  if (names === null || !isObject(input)) return input;
  const listed = fieldsIn(names);
  const strangers = Object.entries(input).filter(([field]) => !listed.includes(field));
  return { ...Object.fromEntries(strangers), ...underNames(names, input) };
}

function underNames(
  names: readonly Name[],
  input: { readonly [name: string]: Json },
): { readonly [name: string]: Json } {
  return Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, Json])[] => {
      if ('inside' in name) return [[name.key, underNames(name.inside, input)]];
      const value = Object.hasOwn(input, name.field) ? (input[name.field] ?? null) : undefined;
      if (value === undefined) return [];
      const { lines } = name;
      return [
        [name.key, lines === null || !Array.isArray(value) ? value : value.map((line: Json) => asShaped(lines, line))],
      ];
    }),
  );
}

const isObject = (json: Json): json is { readonly [name: string]: Json } =>
  json !== null && typeof json === 'object' && !Array.isArray(json);

/** Converts the paths of faults to the names that were sent. */
export function faultsWithSentNames(names: readonly Name[], faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => {
    const [, field = '', rest = ''] = /^([^[]*)(.*)$/.exec(fault.path) ?? [];
    const place = placeOf(names, field);
    const [, at, inside] = /^(\[\d+\]\.)(.*)$/.exec(rest) ?? [];
    const [within] =
      place?.lines == null || inside === undefined
        ? []
        : faultsWithSentNames(place.lines, [{ ...fault, path: inside }]);
    const tail = within === undefined ? rest : `${at}${within.path}`;
    return { ...fault, path: `${place?.path ?? (field.startsWith(STRANGER) ? field.slice(1) : field)}${tail}` };
  });
}

interface NamePlace {
  readonly path: string;
  readonly lines: readonly Name[] | null;
}

function placeOf(names: readonly Name[], field: string): NamePlace | null {
  for (const name of names) {
    const inner = 'inside' in name ? placeOf(name.inside, field) : null;
    if (inner !== null) return { ...inner, path: `${name.key}.${inner.path}` };
    if (!('inside' in name) && name.field === field) return { path: name.key, lines: name.lines };
  }
  return null;
}
