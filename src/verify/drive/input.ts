import type { Call, Model } from '../../model/types/model.ts';
import { asShaped, fieldsOfCall, type Name, shapeOf } from '../evaluator/shape.ts';
import type { Json, Stored, World } from '../evaluator/world.ts';
import type { GeneratedDocument, Offers, Random, Sent } from '../generate/generate-document.ts';

/** What inputs are made from. */
export interface Source {
  readonly document: GeneratedDocument;
  readonly model: Model;
  readonly world: World;
  readonly random: Random;
  /** Counter that makes titles different. */
  readonly count: { next: number };
}

/** Returns the fields that a call accepts and the document has values for. */
export function inputNames({ document, model }: Source, entity: string, call: Call | null): readonly string[] {
  const offers = [...(document.inputs.get(entity) ?? [])]
    .filter(([, offer]) => offer.use === 'input')
    .map(([name]) => name);
  const sends = fieldsOfCall(model, call);
  return sends === null ? offers : offers.filter((name) => sends.includes(name));
}

/** Returns valid values for the named fields. `skip`: probability of leaving a field out. */
export function goodInput(source: Source, entity: string, names: readonly string[], skip: number): Map<string, Json> {
  const input = new Map<string, Json>();
  for (const name of names) {
    const offers = source.document.inputs.get(entity)?.get(name);
    if (offers === undefined || (offers.good.length === 0 && offers.lines === null)) continue;
    if (name !== 'label' && source.random.chance(skip)) continue;
    input.set(name, goodValue(source, entity, name, offers));
  }
  return input;
}

function goodValue(source: Source, entity: string, name: string, offers: Offers): Json {
  const { random, document, count } = source;
  if (offers.lines !== null)
    return Array.from({ length: 1 + random.below(3) }, () =>
      Object.fromEntries(
        goodInput(source, offers.lines ?? '', [...(document.inputs.get(offers.lines ?? '')?.keys() ?? [])], 0.1),
      ),
    );
  const value = resolved(source, random.pick(offers.good));
  count.next += 1;
  if (entity === document.person && name === 'mail') return `new${count.next}@example.com`;
  if (offers.once === true && random.chance(0.85)) return another(value, count.next);
  return name === 'label' && !random.chance(0.1) ? `${String(value)} ${count.next}` : value;
}

/** Returns a value that nobody has yet; a text keeps its length if possible. */
function another(value: Json, number: number): Json {
  if (typeof value === 'number') return value + number;
  if (typeof value !== 'string') return value;
  const at = value.indexOf('@');
  const digits = String(number);
  return at < 0
    ? `${value.slice(0, Math.max(1, value.length - digits.length))}${digits}`
    : `${value.slice(0, at)}${digits}${value.slice(at)}`;
}

/** Returns the input with one mistake, sometimes with two. */
export function withMistakes(
  source: Source,
  entity: string,
  input: ReadonlyMap<string, Json>,
  names: readonly string[],
): Map<string, Json> {
  const once = spoil(source, entity, new Map(input), names);
  return source.random.chance(0.3) ? spoil(source, entity, once, names) : once;
}

function spoil(source: Source, entity: string, input: Map<string, Json>, names: readonly string[]): Map<string, Json> {
  const { random, document } = source;
  const offers = document.inputs.get(entity);
  const name = random.pick(names.length > 0 ? names : ['colour']);
  const offer = offers?.get(name);
  const kind = random.below(10);
  if (kind === 0) input.set(random.pick(['colour', '__proto__', 'toString', 'id', 'createdAt']), 'x');
  else if (kind === 1) input.set(random.pick(['doneAt', 'rounds', 'status', 'derived', 'total']), null);
  else if (kind === 2 && name !== 'owner' && name !== 'role') input.delete(name);
  else if (kind === 3 && name !== 'owner' && name !== 'role') input.set(name, random.pick([null, '', '  ']));
  else if (offer !== undefined && offer.lines !== null)
    input.set(name, badLines(source, offer.lines, input.get(name) ?? null));
  else if (offer !== undefined && offer.bad.length > 0) input.set(name, resolved(source, random.pick(offer.bad)));
  if (input.get('label') === undefined && kind > 7) input.set('label', 'Forbidden');
  return input;
}

function badLines(source: Source, entity: string, lines: Json): Json {
  const { random, document } = source;
  const sent = Array.isArray(lines) ? ((lines[0] ?? null) as { [name: string]: Json } | null) : null;
  const first = sent ?? { what: 'One', cost: '5.00' };
  const fields = [...(document.inputs.get(entity) ?? [])].filter(([, offer]) => offer.bad.length > 0);
  const [name = 'what', offer] = random.pick(fields);
  const worse = Object.fromEntries([
    ...Object.entries(first),
    [name, resolved(source, random.pick(offer?.bad ?? [{ json: null }]))],
  ]);
  return random.pick<Json>([
    [first, worse],
    [worse],
    [Object.fromEntries([...Object.entries(first), ['colour', 1]])],
    [Object.fromEntries([...Object.entries(first), ['id', 'no-such-line']])],
    ['x'],
    'x',
    [],
    [first, first, first, first, first],
    [Object.fromEntries([...Object.entries(first), ['cost', '999.00']])],
  ]);
}

/** Replaces some lines by existing lines of the record, with their ids and some fields left out. */
export function withExistingLines(
  { random }: Source,
  { values }: Stored,
  input: ReadonlyMap<string, Json>,
): ReadonlyMap<string, Json> {
  const ids = (name: string): readonly Json[] => {
    const lines = values.get(name) ?? null;
    return Array.isArray(lines)
      ? lines.flatMap((line: Json) => (isObject(line) && 'id' in line ? [line['id'] ?? null] : []))
      : [];
  };
  return new Map(
    [...input].map(([name, value]) => {
      if (!Array.isArray(value) || ids(name).length === 0 || random.chance(0.5)) return [name, value];
      const lines = (value as readonly Json[]).map((line, index) => {
        const id = ids(name)[index] ?? null;
        if (id === null || !isObject(line)) return line;
        return { id, ...Object.fromEntries(Object.entries(line).filter(() => random.chance(0.7))) } as Json;
      });
      return [name, lines];
    }),
  );
}

/**
 * Converts an input to the body of a call, in its shape if it states one, mostly without line fields that it does not
 * list.
 */
export function bodyFor({ random, model }: Source, call: Call | null, input: ReadonlyMap<string, Json>): Json {
  const names = shapeOf(model, call);
  if (names === null) return Object.fromEntries(input) as Json;
  const listed = [...input].map(([name, value]): [string, Json] => {
    const lines = linesOf(names, name);
    if (lines === null || !Array.isArray(value) || random.chance(0.35)) return [name, value];
    const isKept = (key: string) =>
      key === 'id' || lines.some((each) => 'field' in each && each.field === key) || random.chance(0.05);
    const kept = (line: Json) =>
      isObject(line) ? (Object.fromEntries(Object.entries(line).filter(([key]) => isKept(key))) as Json) : line;
    return [name, value.map(kept)];
  });
  return asShaped(names, Object.fromEntries(listed) as Json);
}

/** Returns the names of the lines that a field holds; null if it has none. */
function linesOf(names: readonly Name[], field: string): readonly Name[] | null {
  for (const name of names) {
    const lines = 'inside' in name ? linesOf(name.inside, field) : name.field === field ? name.lines : null;
    if (lines !== null) return lines;
  }
  return null;
}

const isObject = (json: Json): json is { readonly [name: string]: Json } =>
  json !== null && typeof json === 'object' && !Array.isArray(json);

function resolved({ world, random }: Source, sent: Sent): Json {
  if ('json' in sent) return sent.json as Json;
  const entity = 'refs' in sent ? sent.refs : sent.ref;
  const ids = [...world.values()].filter((stored) => stored.entity === entity).map((stored) => stored.id);
  if ('refs' in sent) return random.some(ids, 1 + random.below(3));
  return ids.length === 0 ? null : random.pick(ids);
}
