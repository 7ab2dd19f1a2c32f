import type { Random } from '../../../src/verify/generate/generate-document.ts';
import type { Question } from '../permissions/world.ts';

/** A request as somebody means no good would send it; bodies may be any bytes. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', 'X'];

/** Texts that have broken something somewhere. */
export const NASTY: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\u202Eabc',
  '\uD800',
  '\uFFFF',
  'ﬀ',
  'İ',
  "'; DROP TABLE x; --",
  '" or 1=1 --',
  '<script>alert(1)</script>',
  `\${7*7}`,
  '{{7*7}}',
  'a'.repeat(300),
  '𝕏'.repeat(70),
  '9007199254740993',
  '99999999999999999999.99',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '9999-12-31T23:59:60Z',
  '2026-03-29T02:30:00',
  '1.5.2',
  '1,5',
  '٣',
  '0x10',
  '1 EUR',
  'EUR',
  '\r\nx: y',
  '(',
  '((((((((((((((((((((((((((((((((((((((((((',
  'a.b.c.d.e.f.g',
  '*',
  '%',
  '_',
  '\\',
];

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['if-match', ['*', '""', '"x"', 'x', 'W/"x"', '"a", "b"', '"', `"${'a'.repeat(3_000)}"`, '"x.y.z"', '']],
  ['if-none-match', ['*', '""', 'W/"x"', '"', ',,,']],
  [
    'content-type',
    [
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/json;',
      'APPLICATION/JSON',
      '/',
      'multipart/form-data; boundary=x',
    ],
  ],
  ['accept', ['text/html', 'text/html;q=0', 'image/*', '', 'application/xml', ',', '*/*;q=2', 'text/csv']],
  ['idempotency-key', ['', 'k', ' ', 'a'.repeat(5_000), '\u00ff', '"k"', '__proto__', "'"]],
  ['origin', ['https://evil.example', 'null', '', 'http://localhost:4000', 'x']],
  ['sec-fetch-site', ['cross-site', 'none', 'x']],
  ['authorization', ['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer __proto__', `Bearer ${'a'.repeat(4_000)}`, 'x']],
  ['cookie', ['ninefold-4000=x', 'ninefold-4000', '=', ';;;', 'ninefold-4000=__proto__', `a=${'b'.repeat(4_000)}`]],
  ['accept-language', ['de', '*', 'x'.repeat(2_000)]],
  ['content-length', ['0', '-1', '99999999999', 'x']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['range', ['bytes=0-0', 'bytes=-1', 'x']],
  ['host', ['evil.example', 'localhost:1', '']],
  ['ninefold-document', ['x', '', '0'.repeat(64)]],
  ['ninefold-switcher', ['x', '']],
  ['x-forwarded-for', ['1.2.3.4', 'x', '::1']],
  ['x-http-method-override', ['DELETE', 'x']],
  ['file-name', ['x.pdf', '../x', '%00', 'x']],
  ['expect', ['100-continue', 'x']],
];

/** The question itself, or with up to three things in it that nobody would send by accident. */
export function mutated({ method, path, body, headers = {} }: Question, random: Random): Sent {
  let sent: Sent = {
    method,
    path,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  };
  for (let left = random.pick([0, 0, 1, 1, 2, 3]); left > 0; left--) sent = random.pick(MUTATIONS)(sent, random);
  return sent;
}

type Mutation = (sent: Sent, random: Random) => Sent;

const MUTATIONS: readonly Mutation[] = [
  (sent, random) => ({ ...sent, method: random.pick(METHODS) }),
  (sent, random) => ({ ...sent, path: withSegment(sent.path, random) }),
  (sent, random) => ({ ...sent, path: withParameter(sent.path, random) }),
  (sent, random) => ({ ...sent, path: withParameter(sent.path, random) }),
  (sent, random) => {
    const [name, values] = random.pick(HEADERS);
    return { ...sent, headers: { ...sent.headers, [name]: random.pick(values) } };
  },
  (sent, random) => ({ ...sent, body: withJson(sent.body, random) }),
  (sent, random) => ({ ...sent, body: withJson(sent.body, random) }),
  (sent, random) => ({ ...sent, body: withBytes(sent.body, random) }),
];

function withSegment(path: string, random: Random): string {
  const [before = '', query] = path.split('?');
  const segments = before.split('/');
  const at = 1 + random.below(segments.length);
  const nasty = random.pick(['', '%', '%zz', '%ff', '%2f', '%2e%2e', '..', '.', ';x=1', encoded(random.pick(NASTY))]);
  const some = random.chance(0.5)
    ? segments.with(Math.min(at, segments.length - 1), nasty)
    : segments.toSpliced(at, 0, nasty);
  return `/${some.slice(1).join('/')}${query === undefined ? '' : `?${query}`}`;
}

const NAMES = [
  'q',
  'sort',
  'filter',
  'page',
  'limit',
  'total',
  'screen',
  'path',
  'title',
  'id',
  'status',
  'createdAt',
  '__proto__',
  'x',
];
const ENDINGS = ['', '.min', '.max', '.in', '.empty', '.x', '.min.max'];
const FILTERS = [
  'true',
  'id == null',
  'not (true)',
  'me == null',
  '1 / 0 == 1',
  '"a" < 1',
  'this.x == 1',
  'createdAt > now - 99999999 days',
  'createdBy.createdBy == me',
  'size("a") == 1',
  'id in []',
  '99999999999999999999 > 1',
  'id.contains("%")',
  `${'('.repeat(60)}true${')'.repeat(60)}`,
  Array(200).fill('true').join(' and '),
];

function withParameter(path: string, random: Random): string {
  const name = `${random.pick(NAMES)}${random.chance(0.3) ? random.pick(ENDINGS) : ''}`;
  const value = name === 'filter' ? random.pick(FILTERS) : random.pick(NASTY);
  const text = `${encoded(name)}${random.chance(0.05) ? '' : `=${encoded(value)}`}`;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

/** Half of a pair can't be encoded: it goes as the bytes that careless programs send. */
const encoded = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');

/** A value of the JSON in the place of another. */
function withJson(body: Sent['body'], random: Random): Sent['body'] {
  if (typeof body !== 'string') return body ?? JSON.stringify(badValue(random));
  try {
    return JSON.stringify(replacedIn(JSON.parse(body), random));
  } catch {
    return body;
  }
}

function replacedIn(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random.chance(0.2)) return badValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, badValue(random)];
    const at = random.below(value.length);
    return value.with(at, replacedIn(value[at], random));
  }
  const entries = Object.entries(value);
  const key = random.chance(0.2) || entries.length === 0 ? random.pick(NASTY) : (random.pick(entries)[0] ?? '');
  const old = entries.find(([name]) => name === key)?.[1];
  return Object.fromEntries([...entries.filter(([name]) => name !== key), [key, replacedIn(old, random)]]);
}

function badValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(NASTY),
    () => random.pick(NASTY),
    () => random.pick([0, -0, -1, 1.5, 1e21, 1e308, 2 ** 53, -(2 ** 53), 0.1 + 0.2]),
    () => random.pick([true, false, null]),
    () => random.pick([[], {}, [[]], [null], [{}], { id: 'x' }, { file: 'x' }, { amount: '1', currency: 'EUR' }]),
    () => deep(random.pick([10, 31, 33, 200])),
    () => 'x'.repeat(random.pick([121, 2_001, 70_000])),
    () => Array.from({ length: random.pick([51, 1_000]) }, () => ({ what: 'x', amount: '1.00' })),
    () => ({ ['__proto__']: { polluted: 1 }, constructor: { prototype: {} } }),
  ])();
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

function withBytes(body: Sent['body'], random: Random): Sent['body'] {
  const text = typeof body === 'string' ? body : '{"a":1}';
  return random.pick<() => Sent['body']>([
    () => text.slice(0, random.below(text.length + 1)),
    () => `\uFEFF${text}`,
    () => new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]),
    () => new Uint8Array([0x7b, 0x22, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
    () => `${text}${text}`,
    () => text.replace(/"/, "'"),
    () => text.replace(/\d/, '1e999'),
    () => '{"a":1,"a":2}',
    () => '\u0000',
    () => `{"a":"${'x'.repeat(1_000_100)}"}`,
    () => null,
  ])();
}
