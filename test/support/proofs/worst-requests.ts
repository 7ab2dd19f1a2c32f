/** A request at the worst that one field of it can be, against `SHELF`. Nothing of it is answered with more than it needs. */
export interface WorstRequest {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The answer is a file, as long as its rows are. */
  readonly isFile?: true;
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const screen = `screen=${encodeURIComponent('screen/%2F')}`;
/** As long as an address may be. */
const LONG = 14_000;

const read = (what: string, path: string, headers: Readonly<Record<string, string>> = {}): WorstRequest => ({
  what,
  method: 'GET',
  path,
  headers,
});
const filter = (what: string, condition: string): WorstRequest =>
  read(`filter: ${what}`, `/api/items?limit=1&filter=${encodeURIComponent(condition)}`);
const json = (what: string, path: string, body: unknown, method = 'POST'): WorstRequest => ({
  what,
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const item = (what: string, members: object): WorstRequest =>
  json(`item: ${what}`, '/api/items', { label: 'a', ...members });
const csv = (what: string, body: string, does = 'look'): WorstRequest => ({
  what: `csv: ${what}`,
  method: 'POST',
  path: `/_/import?${screen}&do=${does}`,
  headers: { 'content-type': 'text/csv' },
  body,
});
/** Marks on one letter, which normalization would have to sort. */
const heaped = (marks: number): string => `a${'\u0316\u0301'.repeat(marks / 2)}`;
/** A text as long as it may be without a stated maximum. */
const longest = (text: string): string => text.repeat(Math.floor(99_990 / text.length));

/** Nested as deep as a condition may be long. */
const nested = (open: string, close: string, inner: string): string => {
  const depth = Math.floor((1_000 - inner.length) / (open.length + close.length));
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
};

/** An id as records have them, of none. */
const NOBODY = '019fffb6-d500-7119-8031-000000000000';

/** The worst value of each field of a request. Made when asked for, since some are large. */
export function worstRequests(): readonly WorstRequest[] {
  return [
    filter('a count over an entity', 'count(Item where body == this.label) > 5'),
    filter('six counts', many(6, (at) => `count(Item where body == this.label) > ${at}`).join(' and ')),
    filter('lists in lists', 'lines.exists(a, lines.exists(b, lines.exists(c, c.count > 1)))'),
    filter('as many lists as there may be', many(24, (at) => `lines.exists(l, l.count > ${at})`).join(' or ')),
    filter('a text that nothing contains', 'body.contains("zzz") or label.contains("zzz")'),
    filter('as many texts as there may be', many(40, (at) => `body.contains("z${at}")`).join(' or ')),
    filter('arithmetic', `amount ${'+ amount '.repeat(100)} == 7`),
    filter('nested brackets', nested('(', ')', 'amount == 1')),
    filter('nested negation', nested('not (', ')', 'amount == 1')),
    filter('a long list', `amount in [${many(180, (at) => at).join(', ')}]`),
    filter('more than it may be long', `label == "${'a'.repeat(LONG / 2)}"`),
    read('search: letters that all records have', '/api/items?limit=1&q=w%20b%20o%20l%20a'),
    read('search: more words than it may have', `/api/items?limit=1&q=${many(500, (at) => `w${at}`).join('%20')}`),
    read('search: marks on one letter', `/api/items?limit=1&q=${encodeURIComponent(heaped(2_000))}`),
    read('page: of the longest texts', '/api/items?limit=50&q=long'),
    read('page: in the order of the longest texts', '/api/items?limit=50&sort=-body&q=long'),
    { ...read('file: of the longest texts', `/_/export?${screen}&q=long`), isFile: true },
    read('labels: of the longest texts', '/_/labels/Item?q=long&records=true'),
    read('search: one long word', `/api/items?limit=1&q=${'w'.repeat(LONG)}`),
    read('sort: the same field again and again', `/api/items?limit=1&sort=${many(LONG / 6, () => 'label').join(',')}`),
    read('sort: all of it, counted', '/api/items?limit=1&sort=-amount,label,body&total=exact'),
    read(
      'values: more than there may be',
      `/api/items?limit=1&amount.in=${many(LONG / 5, (at) => at % 999).join(',')}`,
    ),
    read('parameters: thousands', `/api/items?${many(LONG / 8, (at) => `p${at}=1`).join('&')}`),
    read('page: none of ours', `/api/items?page=${'A'.repeat(LONG)}`),
    read('groups: thousands of sums', `/_/groups?${screen}&by=amount&sums=${many(LONG / 7, () => 'amount').join(',')}`),
    read(
      'groups: thousands of keys',
      `/_/groups/rows?${screen}&by=amount&keys=${many(LONG / 5, (at) => at).join(',')}`,
    ),
    read('path: thousands of parts', `/${'a/'.repeat(LONG / 2)}`),
    read('path: escapes', `/api/items/${'%41'.repeat(LONG / 3)}`),
    read('header: languages', '/api/items?limit=1', { 'accept-language': 'de;q=0.1,'.repeat(LONG / 9) }),
    read('header: conditions', '/api/items?limit=1', { 'if-none-match': '"a",'.repeat(LONG / 4) }),
    read('header: cookies', '/api/items?limit=1', { cookie: 'a=b; '.repeat(LONG / 5) }),
    json('json: unknown members', '/api/items', Object.fromEntries(many(70_000, (at) => [`k${at}`, 1]))),
    json('json: 1,000 unknown members', '/api/items', Object.fromEntries(many(1_000, (at) => [`k${at}`, 1]))),
    json('json: nested', '/api/items', `{"label":${'['.repeat(400_000)}${']'.repeat(400_000)}}`),
    json('json: cut off', '/api/items', `{"label":"${'a'.repeat(900_000)}`),
    item('300,000 lines', { lines: many(300_000, () => ({})) }),
    item('1,000 lines', { lines: many(1_000, (at) => ({ what: 'w', count: at })) }),
    item('lines with 19,000 unknown members', {
      lines: many(1_000, () => Object.fromEntries(many(18, (at) => [`k${at}`, 1]))),
    }),
    item('100,000 tags', { tags: many(100_000, String) }),
    item('19,000 files', { scan: many(19_000, (at) => ({ file: String(at) })) }),
    item('a number of 900,000 digits', { amount: '1'.repeat(900_000) }),
    item('a text of many words', { body: many(120_000, (at) => `w${at}`).join(' ') }),
    item('marks on one letter', { body: heaped(480_000) }),
    item('marks on one letter, where few characters may stand', { label: heaped(480_000) }),
    json('item: marks in the name of a member', '/api/items', { label: 'a', [heaped(480_000)]: 1 }),
    item('ligatures of whole sentences', { body: longest('\ufdfa') }),
    item('squared words', { body: longest('\u3300') }),
    item('letters without spaces', { body: longest('漢') }),
    item('two ways of writing in turns', { body: longest('漢b') }),
    item('1,000 tags', { tags: many(1_000, (at) => `t${at}`.repeat(10)) }),
    item('tags with more characters than they may have', { tags: many(900, () => 'a'.repeat(1_000)) }),
    item('a text that almost fits its pattern', { code: `${'a'.repeat(200)}!` }),
    item('a text that its pattern is no match for', { code: `${'a-'.repeat(400_000)}!` }),
    csv('9 MB of commas', ','.repeat(9_000_000)),
    csv('9 MB of quotes', `label\n"${'"'.repeat(9_000_000)}`),
    csv('9 MB of lines', '\n'.repeat(9_000_000)),
    csv('marks on one letter', `label\n${heaped(1_000_000 / 2)}`, 'check'),
    csv('numbers of many digits', `label,amount\n${many(9, () => `a,1.${'0'.repeat(900_000)}1`).join('\n')}`, 'check'),
    csv('500 rows of 1,000 cells', `${'x,'.repeat(999)}\n`.repeat(499)),
    csv('1,000 rows that all fail', `label,amount\n${',x\n'.repeat(1_000)}`, 'check'),
    json('bulk: 40,000 rows', '/_/bulk', {
      entity: 'Item',
      delete: true,
      rows: many(40_000, (at) => ({ id: `x${at}` })),
    }),
    json('bulk: 200 rows that are not there', '/_/bulk', {
      entity: 'Item',
      delete: true,
      rows: many(200, (at) => ({ id: `x${at}` })),
    }),
    {
      ...json('bulk: 200 rows under a key, with much to do to each', '/_/bulk', {
        entity: 'Item',
        event: 'none',
        input: { body: 'a'.repeat(900_000) },
        rows: many(200, (at) => ({ id: `x${at}` })),
      }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'worst' },
    },
    json('comment: thousands of people', `/_/records/Item/${NOBODY}/comments`, { text: `@[${NOBODY}]`.repeat(20_000) }),
    json('comment: thousands of different people', `/_/records/Item/${NOBODY}/comments`, {
      text: many(20_000, (at) => `@[${NOBODY.slice(0, -6)}${String(at).padStart(6, '0')}]`).join(''),
    }),
    read('mentions: many words', `/_/records/Item/${NOBODY}/mentions?q=${'a%20'.repeat(LONG / 4)}`),
    {
      what: 'form: almost its boundary again and again',
      method: 'POST',
      path: '/_/files?entity=Item&field=scan',
      headers: { 'content-type': `multipart/form-data; boundary=${'a'.repeat(200)}` },
      body: `--${'a'.repeat(200)}\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${`\r\n--${'a'.repeat(199)}b`.repeat(40_000)}`,
    },
    json('sign in: a long password', '/_/sign-in', { name: 'a'.repeat(400_000), password: 'b'.repeat(400_000) }),
    json('view: a long filter', '/_/views', {
      screen: 'screen/%2F',
      name: 'a'.repeat(100_000),
      query: { filter: 'b'.repeat(100_000) },
    }),
  ];
}
