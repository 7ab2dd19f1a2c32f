import type { Call } from '../../model/model.ts';
import type { Fault, Json } from './world.ts';

/** A name of a body with the field that stands under it; `lines`: the names of its lines, null where they are sent whole. */
interface Name {
  readonly key: string;
  readonly field: string;
  readonly lines: readonly Name[] | null;
}

/** What stands before a name that the shape does not list, so that it is no field's. */
const STRANGER = '?';

/** The names that a call states for its body; null: it is sent fields by name. */
export function shapeOf(call: Call | null): readonly Name[] | null {
  const text = call?.sendsShape?.text ?? null;
  return text === null ? null : namesIn(text);
}

/** The fields that a call takes; null: it says nothing of it. */
export function fieldsTaken(call: Call | null): readonly string[] | null {
  return shapeOf(call)?.map(({ field }) => field) ?? call?.sends?.map(({ name }) => name) ?? null;
}

/** `{ "a": one, "b": [{ "c": two }] }`: what is between the braces, cut at its own commas. */
function namesIn(text: string): readonly Name[] {
  return piecesOf(text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'))).map((piece) => {
    const [, quoted, value = ''] = /^\s*("(?:[^"]*)")\s*:\s*([\s\S]*?)\s*$/.exec(piece) ?? [];
    const key = quoted === undefined ? piece.trim() : quoted.slice(1, -1);
    if (value.startsWith('[')) return { key, field: key, lines: namesIn(value) };
    return { key, field: /^this\["(.*)"\]$/.exec(value)?.[1] ?? (value === '' ? key : value), lines: null };
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

/** What was sent under the names of a shape, as fields by name. */
export function asFields(names: readonly Name[], sent: Json): Json {
  return renamed(sent, (key, value) => {
    const name = names.find((each) => each.key === key);
    if (name === undefined) return [STRANGER + key, value];
    const { lines } = name;
    if (lines === null || !Array.isArray(value)) return [name.field, value];
    const withId = [...lines, { key: 'id', field: 'id', lines: null }];
    return [name.field, value.map((line: Json) => asFields(withId, line))];
  });
}

/** Fields by name, under the names of a shape where there is one; what it does not list stays as it is called. */
export function asShaped(names: readonly Name[] | null, input: Json): Json {
  if (names === null) return input;
  return renamed(input, (field, value) => {
    const name = names.find((each) => each.field === field);
    if (name === undefined) return [field, value];
    const { lines } = name;
    if (lines === null || !Array.isArray(value)) return [name.key, value];
    return [name.key, value.map((line: Json) => asShaped(lines, line))];
  });
}

function renamed(json: Json, name: (key: string, value: Json) => readonly [string, Json]): Json {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => name(key, value as Json)));
}

/** What is wrong, at the names that were sent. */
export function asSent(names: readonly Name[], faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => {
    const [, field = '', rest = ''] = /^([^[]*)(.*)$/.exec(fault.path) ?? [];
    const name = names.find((each) => each.field === field);
    const [, at, inside] = /^(\[\d+\]\.)(.*)$/.exec(rest) ?? [];
    const [within] =
      name?.lines == null || inside === undefined ? [] : asSent(name.lines, [{ ...fault, path: inside }]);
    const tail = within === undefined ? rest : `${at}${within.path}`;
    return { ...fault, path: `${name?.key ?? (field.startsWith(STRANGER) ? field.slice(1) : field)}${tail}` };
  });
}
