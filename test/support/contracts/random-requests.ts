import type { OpenApi, OpenApiOperation } from '../../../src/export/openapi/document.ts';
import { exampleOf } from '../../../src/export/schemas/example.ts';
import type { JsonSchema } from '../../../src/export/schemas/json-schema.ts';
import type { Json } from '../../../src/fields/text/json.ts';
import { createResponseValidator } from './response-validator.ts';

/** Sends a request as one caller. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

export interface RandomRun {
  /** Requests by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What responses have that the document does not state, with the request; at most 20. */
  readonly problems: readonly string[];
}

interface Call {
  readonly method: string;
  readonly template: string;
  readonly operation: OpenApiOperation;
}

/**
 * Sends generated requests to the operations of an OpenAPI document and validates each response against it. The same
 * seed sends the same requests. Ids and keys of earlier responses are used in later paths and bodies, as are the values
 * of path parameters in addresses that were found.
 */
export async function sendRandomRequests(
  document: OpenApi,
  callers: readonly Send[],
  options: { readonly seed: number; readonly count: number },
): Promise<RandomRun> {
  const random = randomFrom(options.seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const chance = (share: number) => random() < share;
  const validator = createResponseValidator(JSON.parse(JSON.stringify(document)));
  const calls = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]): Call => ({ method: method.toUpperCase(), template, operation })),
  );
  const named = (reference: string): JsonSchema => document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  const seen = new SeenKeys(calls.map(({ template }) => template));
  const statuses = new Map<number, number>();
  const problems: string[] = [];

  const valueFor = (schema: JsonSchema): Json => {
    const reference = schema['$ref'];
    const whole = typeof reference === 'string' ? named(reference) : schema;
    if (chance(0.03)) return pick<Json>([null, 0, '', 'ü', true, [], {}, -1, 1e9, '\u0000', 'a'.repeat(3000)]) ?? null;
    const { properties, items } = whole;
    if (properties !== undefined) {
      const members = Object.entries(properties as JsonSchema).filter(() => !chance(0.1));
      const own = members.map(([name, member]) => [name, valueFor(member as JsonSchema)] as const);
      return Object.fromEntries([...own, ...(chance(0.04) ? [['unlisted', 1] as const] : [])]);
    }
    if (items !== undefined)
      return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(items as JsonSchema));
    const choices = whole['enum'];
    if (Array.isArray(choices)) return pick(choices as Json[]) ?? null;
    const example = exampleOf(whole, named);
    if (typeof example !== 'string') return typeof example === 'number' ? Math.floor(random() * 30) : example;
    const isFree = whole['format'] === undefined && whole['pattern'] === undefined;
    return isFree && chance(0.5)
      ? (pick(seen.all) ?? example)
      : isFree
        ? `${example} ${Math.floor(random() * 1000)}`
        : example;
  };
  const queryOf = (operation: OpenApiOperation): string => {
    const pairs = (operation.parameters ?? [])
      .filter((each) => each['in'] === 'query' && chance(0.06))
      .map((each) => [String(each['name']), String(valueFor(each['schema'] as JsonSchema) ?? '')]);
    return pairs.length === 0 && !chance(0.02)
      ? ''
      : `?${new URLSearchParams(pairs.length === 0 ? [['unknown', '1']] : pairs)}`;
  };
  const initOf = ({ method, operation }: Call): RequestInit => {
    const headers: Record<string, string> = {};
    const isMatching = operation.parameters?.some((each) => each['name'] === 'If-Match') === true;
    if (isMatching && chance(0.9)) headers['if-match'] = chance(0.9) ? '*' : '"old"';
    if (method !== 'GET' && chance(0.05)) headers['idempotency-key'] = pick(['a', 'b', 'c']) ?? 'a';
    const content = operation.requestBody?.['content'] as Record<string, { schema: JsonSchema }> | undefined;
    const schema = content?.['application/json']?.schema;
    if (schema === undefined || chance(0.02)) return { method, headers };
    headers['content-type'] = chance(0.98) ? 'application/json' : 'text/plain';
    return { method, headers, body: chance(0.98) ? JSON.stringify(valueFor(schema)) : '{ broken' };
  };

  for (let number = 0; number < options.count; number += 1) {
    const call = pick(calls);
    // The first caller is asked for less often: a guest, who is mostly refused.
    const send = chance(0.1) ? callers[0] : (pick(callers.slice(1)) ?? callers[0]);
    if (call === undefined || send === undefined || (call.method === 'DELETE' && chance(0.8))) continue;
    const own = chance(0.9) ? seen.of(tagOf(call.operation)) : seen.all;
    const path = call.template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
      const known = seen.ofParameter(name);
      return encodeURIComponent(pick(known.length > 0 && chance(0.9) ? known : own) ?? 'missing');
    });
    const init = initOf(call);
    const target = `${path}${queryOf(call.operation)}`;
    const response = await send(target, init);
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const mediaType = response.headers.get('content-type');
    const found = [
      ...(response.status >= 500 ? [`a fault: ${text.slice(0, 300)}`] : []),
      ...validator.problems(call.method, call.template, { status: response.status, mediaType, text }),
    ];
    if (problems.length < 20)
      for (const problem of found) problems.push(`${call.method} ${target} ${String(init.body ?? '')} → ${problem}`);
    if (response.status >= 300) continue;
    seen.rememberAddress(path);
    if (text !== '') seen.remember(tagOf(call.operation), JSON.parse(text));
  }
  return { statuses, problems };
}

const tagOf = ({ tags }: OpenApiOperation): string => tags[0] ?? '';

/** The most ids and keys that are remembered for one tag. */
const MOST_SEEN = 200;

/** Texts of earlier responses that may identify records, by the tag of the operation. */
class SeenKeys {
  readonly all: string[] = ['missing'];
  private readonly byTag = new Map<string, string[]>();
  private readonly byParameter = new Map<string, string[]>();
  private readonly templates: readonly RegExp[];

  constructor(templates: readonly string[]) {
    // The most specific first: it is the one that answers.
    const parameters = (template: string) => template.split('{').length;
    const sorted = templates.toSorted((one, other) => parameters(one) - parameters(other));
    this.templates = sorted.map(
      (template) => new RegExp(`^${template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `(?<${name}>[^/]+)`)}$`),
    );
  }

  /** Values of a path parameter in addresses that were found. */
  ofParameter(name: string): readonly string[] {
    return this.byParameter.get(name) ?? [];
  }

  rememberAddress(path: string): void {
    const template = this.templates.find((each) => each.test(path));
    for (const [name, value] of Object.entries(template?.exec(path)?.groups ?? {})) {
      const values = this.byParameter.get(name) ?? [];
      this.byParameter.set(name, values);
      const decoded = decodeURIComponent(value);
      if (!values.includes(decoded)) values.push(decoded);
      if (values.length > MOST_SEEN) values.shift();
    }
  }

  of(tag: string): readonly string[] {
    return this.byTag.get(tag) ?? this.all;
  }

  remember(tag: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 10)) this.remember(tag, item);
    else if (value !== null && typeof value === 'object')
      for (const [name, member] of Object.entries(value)) {
        if (name === '_') continue;
        const isKey = /^(?:id|number)$/.test(name);
        if (typeof member === 'number' && isKey) this.add(tag, String(member));
        else if (typeof member !== 'string') this.remember(tag, member);
        else if (member.startsWith('http')) this.rememberAddress(member.replace(/^https?:\/\/[^/]+/, ''));
        else if (/^(?:id|slug|number|code)$/i.test(name)) this.add(tag, member);
      }
  }

  private add(tag: string, key: string): void {
    const own = this.byTag.get(tag) ?? [];
    this.byTag.set(tag, own);
    for (const keys of [own, this.all]) {
      if (!keys.includes(key)) keys.push(key);
      if (keys.length > MOST_SEEN) keys.splice(1, 1);
    }
  }
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
