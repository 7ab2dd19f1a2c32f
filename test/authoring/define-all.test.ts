import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineSpecification, printDocument, readDocument } from '../../src/index.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { MODEL_SCHEMA } from '../../src/model/json/json-schema.ts';
import type { JsonSchema } from '../../src/model/json/json-schema-check.ts';

/** One of everything. */
const all = () =>
  defineSpecification({
    name: 'Workshop',
    intro: 'It repairs things.',
    product: { purpose: 'Repairs.', audience: ['staff'], language: 'en', timeZone: 'Europe/Berlin', offline: 'no' },
    events: ['start', 'finish', 'turn on'],
    prose: { 4: 'How it goes.', 9: 'Numbers.' },
    screens: {
      '/': {
        name: 'Jobs',
        help: 'All of them.',
        shows: 'Job',
        where: 'status != Done',
        fields: ['title', { field: 'note', for: ['Lead'] }],
        sort: ['-dueOn', 'title'],
        actions: ['start'],
        whenEmpty: 'Nothing to do.',
        for: ['Lead'],
        startFor: ['Lead'],
        filters: { Late: { where: 'dueOn < today', on: true } },
        switches: { 'Show done': { where: 'status == Done' } },
        links: [{ to: '/days', text: 'Days' }],
        menu: { where: 'me.name != "Ada"' },
        onlyIf: 'me.name != null',
        otherwise: { to: '/about', message: 'Not for you.' },
        refresh: '60 seconds',
        pageSize: 25,
        exported: 'yes',
        imported: 'no',
        trash: 'no',
        inline: 'no',
        groupBy: { field: 'dueOn', interval: 'week' },
        sharers: ['Lead'],
      },
      '/new': { name: 'New job', shows: 'Job', as: 'form', next: '/' },
      '/jobs/:id': {
        name: 'Job',
        shows: 'Job',
        sections: { Inside: { fields: ['note'], for: ['Lead'] } },
        presence: 'no',
        duplicated: 'no',
        related: 'no',
        comments: 'yes',
      },
      '/days': { name: 'Days', shows: 'Job', as: 'calendar', by: 'from', until: 'dueOn' },
      '/figures': {
        name: 'Figures',
        shows: 'Job',
        as: 'dashboard',
        numbers: { Sum: { aggregate: 'sum', of: 'price', where: 'status == Done' } },
        charts: {
          Months: {
            shape: 'line',
            aggregate: 'sum',
            of: 'price',
            by: 'dueOn',
            interval: 'month',
            where: 'status == Done',
          },
        },
      },
      '/about': { name: 'About', as: 'page', help: 'We repair.' },
    },
    entities: {
      Person: {
        plural: 'Staff',
        fields: {
          name: { type: 'text', title: true, searchable: true },
          email: { type: 'email', signIn: true, unique: true, ignoringCase: true },
          key: { type: 'text', writeOnly: true },
          tongue: { type: 'text', language: true },
          role: 'role',
        },
      },
      Job: {
        help: 'A thing to repair.',
        was: ['Order'],
        unique: [{ fields: ['title', 'dueOn'], where: 'note != null', error: 'TWICE' }],
        fields: {
          title: { type: { kind: 'text', min: 1, max: 'LONGEST' }, required: true, title: true, label: 'What' },
          note: { type: 'long text', shownWhen: 'title != "x"', requiredWhen: 'title == "y"', help: 'For us.' },
          code: { type: 'text', pattern: '[A-Z]{3}', was: ['key'], fixed: true },
          owner: { type: { kind: 'reference', entity: 'Person' }, default: 'me', onDelete: 'clear' },
          other: { type: { kind: 'reference', entity: 'Job' }, among: 'owner == this.owner' },
          helpers: { type: { kind: 'references', entity: 'Person' } },
          kind: { type: { kind: 'choice', options: ['Big', 'Small'] }, colours: { Big: 'red' } },
          from: 'date',
          dueOn: 'date',
          at: { type: 'date and time', byProduct: true },
          price: { type: { kind: 'money', currency: 'EUR' } },
          total: { type: { kind: 'money', currency: 'EUR' }, computed: 'sum(parts.price)' },
          parts: { type: { kind: 'list', entity: 'Part', min: 0, max: 9 } },
          reason: { type: 'text', askedOn: ['finish'] },
        },
      },
      Part: {
        belongsTo: 'Job',
        fields: { what: { type: 'text', title: true }, price: { type: { kind: 'money', currency: 'EUR' } } },
      },
      Charge: {
        key: 'number',
        fields: {
          number: { type: { kind: 'number series', pattern: 'C-00' } },
          amount: { type: { kind: 'money', currency: 'EUR' } },
          job: { type: { kind: 'reference', entity: 'Job' } },
        },
      },
    },
    machines: {
      Charge: { events: { states: [], transitions: [{ event: 'finish', effects: [{ set: 'amount', to: '0 EUR' }] }] } },
      Job: {
        status: {
          help: 'Its way.',
          states: ['Open', 'Running', 'Done'],
          final: ['Done'],
          editableIn: ['Open'],
          groups: { Alive: ['Open', 'Running'] },
          colours: { Running: 'violet' },
          primary: ['start'],
          danger: ['finish'],
          transitions: [
            { from: '(new)', to: 'Open' },
            {
              from: 'Open',
              event: 'start',
              to: 'Running',
              label: 'Begin',
              who: ['Lead', 'owner'],
              onlyIf: 'price > 0 EUR',
              error: 'TWICE',
              wrongState: 'TWICE',
              help: 'Once there is time.',
              effects: [
                { set: 'at', to: 'now' },
                { set: 'note', of: 'other', to: '"soon"' },
                { raise: 'turn on', on: 'Job', where: 'title == this.title' },
                { add: 'me', to: 'helpers' },
                { delete: 'Charge', where: 'job == this' },
                {
                  create: 'Charge',
                  each: { local: 'p', of: 'parts', where: 'p.price > 0 EUR' },
                  values: { amount: 'p.price', job: 'this' },
                },
                { notify: 'owner' },
                { email: 'owner', subject: 'About {title}', text: 'It is {note}.', file: 'paper' },
                { call: 'tell' },
              ],
            },
            { from: 'Running', event: 'finish', to: 'Done', effects: [{ ask: 'reason', optional: true }] },
            { from: 'Open', event: 'turn on', to: 'Running' },
            { onOperation: { operation: 'change', where: 'old.title != title' }, effects: [{ set: 'at', to: 'now' }] },
            { from: 'Open', after: '3 days', counting: 'at', to: 'Running' },
            { from: 'Open', when: 'price > 5 EUR', to: 'Running' },
            {
              from: 'Running',
              on: { entity: 'Charge', event: 'create', by: 'job', where: 'amount > 1 EUR' },
              to: 'Done',
            },
          ],
        },
      },
    },
    rules: {
      V1: {
        on: 'Job',
        events: ['start', 'create'],
        in: ['Open'],
        mustHold: 'price > 0 EUR',
        error: 'TWICE',
        at: 'price',
        severity: 'warning',
        message: 'Is it free?',
        help: 'Sometimes it is.',
      },
    },
    roles: {
      Member: { everyone: true },
      Visitor: { guest: true },
      Lead: { help: 'leads', includes: ['Member'] },
      Owner: { whoeverIs: ['Job.owner'] },
    },
    permissions: {
      Job: {
        read: { Member: true, Visitor: { never: 'price > 9 EUR' }, Lead: { notShown: true } },
        change: { Lead: { fields: ['title', 'note (any)'], where: 'owner == me' } },
        fields: { note: { read: { Lead: true } } },
      },
    },
    api: {
      names: 'snake_case',
      ifMatch: 'not used',
      signIn: [{ kind: 'header', name: 'X-Token' }],
      otherCalls: 'hidden',
      cors: ['https://app.example'],
      openApi: '/openapi.json',
      documentation: '/docs',
    },
    shapes: {
      Short: { of: 'Job', members: { what: 'title' }, help: 'In lists.' },
      Long: { of: 'Job', includes: ['Short'], members: { note: '' } },
    },
    calls: {
      jobs: {
        method: 'GET',
        path: '/api/jobs',
        does: { list: 'Job' },
        sends: ['filter', 'sort', 'page'],
        gets: 'page of Job',
        query: ['q'],
        where: 'note != null',
        options: {
          ifMatch: 'optional',
          unknownMembers: 'ignored',
          bodies: ['JSON', 'form'],
          absentMembers: 'cleared',
          nullMembers: 'refused',
          emptyTexts: 'ignored',
          memberRules: [{ on: 'absent', rule: 'cleared', fields: ['title'] }],
          times: 'Unix milliseconds',
          decimals: 'number',
          rateLimit: { count: 60, per: 'minute' },
          idempotencyKey: 'required',
          status: 202,
          existing: 200,
          errorBody: '{ "why": message }',
          unknownParameters: 'ignored',
          paging: { kind: 'page', parameter: 'page', first: 0, limit: 'per_page' },
          pageSize: 20,
          largestPage: 100,
          tooLarge: 'cut',
          sort: [{ field: 'title', descending: true }],
          headers: [{ name: 'X-Total', word: 'total' }],
          allowedFor: ['Lead', 'signed in'],
          refusals: ['found', 'allowed'],
        },
        parameters: [
          { name: 'owner', filter: 'owner.name', fitsAll: true, othersIgnored: true, help: 'Whose.' },
          { name: 'least', filter: 'price >= value', type: 'money(EUR)', default: '1' },
          { name: 'state', option: 'open', filter: 'note == null', default: 'yes' },
          { name: 'state', option: 'all', everything: true },
          { name: 'order', option: 'title', order: [{ field: 'title', descending: true }] },
          { name: 'direction', option: 'down', direction: 'descending' },
          { name: 'with', option: 'owner', shows: 'owner', value: 'owner.name' },
        ],
        errors: [{ error: 'TWICE', cause: 'V1' }],
        help: 'All jobs.',
      },
      after: {
        method: 'GET',
        path: '/api/after',
        does: { list: 'Job' },
        options: { paging: { kind: 'after', after: 'after', before: 'before', limit: 'limit' } },
      },
      offset: {
        method: 'GET',
        path: '/api/offset',
        does: { list: 'Job' },
        options: { paging: { kind: 'offset', parameter: 'offset', limit: 'limit' } },
      },
      cursor: {
        method: 'GET',
        path: '/api/cursor',
        does: { list: 'Job' },
        options: { paging: { kind: 'cursor', parameter: 'cursor', limit: 'limit' } },
      },
      whole: { method: 'GET', path: '/api/whole', does: { list: 'Job' }, options: { paging: { kind: 'none' } } },
      lines: { method: 'GET', path: '/api/lines', does: { list: 'Job' }, options: { mediaType: 'text/csv' } },
      many: { method: 'POST', path: '/api/many', does: { bulk: 'event', of: 'Job', event: 'start' } },
      all: { method: 'DELETE', path: '/api/jobs', does: { bulk: 'delete all', of: 'Job' } },
      values: { method: 'GET', path: '/api/notes', does: { valuesOf: 'Job', field: 'note' } },
      file: { method: 'PUT', path: '/api/jobs/:id/file', does: { file: 'upload', of: 'Job', field: 'note' } },
      start: { method: 'POST', path: '/api/jobs/:id/start', does: { event: 'start', of: 'Job' } },
      join: { method: 'POST', path: '/api/join', does: { account: 'sign up', of: 'Person' } },
      tell: { method: 'POST', path: '{URL}/jobs', does: 'outside', sends: '{ "to": owner.email }' },
    },
    errors: {
      TWICE: [
        { status: 409, message: 'It is there.', next: 'Look for it.', causes: ['V1'], help: 'Rare.' },
        { status: 422, message: 'Not now.' },
      ],
      GONE: { status: 404, message: 'It is gone.', standsFor: ['NOT_FOUND'], at: 'task', body: '{ "gone": message }' },
    },
    errorAnswers: {
      body: '{ "errors": [message] }',
      mediaType: 'application/vnd.tasks+json',
      at: 'base',
    },
    constants: {
      HEAVIEST: { value: 2, unit: 'kg' },
      LONGEST: { value: 80, help: 'It fits.' },
      VAT: '19 %',
      URL: { environment: 'URL' },
      HOURS: {
        table: { Big: { Open: '4 hours', Running: '8 hours' }, Small: { Open: null, Running: '1 hour' } },
        help: 'Agreed.',
      },
      PRICES: { table: { Big: '10 EUR', Small: '5 EUR' } },
    },
    limits: {
      requests: { value: 600, per: 'minute', help: 'Enough.' },
      'working hours': { hours: [{ days: [1, 2], from: '09:00', to: '17:00' }] },
      holidays: { dates: ['2026-12-25'] },
    },
    samples: { Person: [{ name: 'Ada', email: 'ada@example.com', role: 'Lead' }] },
    translations: { Lead: { de: 'Leitung' } },
    appendices: { Glossary: 'A job is a repair.' },
  });

/** What no object says: where it stands, what we assume, and what no document states either. */
const NOT_GIVEN =
  /\.(?:at|assumption|translations|tree)$|^(?!Entity).*\.plural$|^(?:Chart|NumberTile|SavedFilter|ScreenSection|UniqueKey|Permission)\.help$|^Does unknown\./;

/** By type of the Model, what some element of that type has. */
function attributesIn(model: unknown): { readonly given: Set<string>; readonly kinds: Set<string> } {
  const definitions = new Map(Object.entries(MODEL_SCHEMA.$defs ?? {}));
  const found = { given: new Set<string>(), kinds: new Set<string>() };
  const visit = (value: unknown, schema: JsonSchema, name: string): void => {
    if (schema.$ref !== undefined) {
      const to = schema.$ref.replace('#/$defs/', '');
      const next = definitions.get(to);
      if (next !== undefined && to !== 'Tree') visit(value, next, to);
      return;
    }
    for (const one of schema.anyOf ?? []) if (fits(value, one)) visit(value, one, name);
    if (Array.isArray(value)) {
      for (const item of value) if (schema.items !== undefined) visit(item, schema.items as JsonSchema, name);
    } else if (value !== null && typeof value === 'object') {
      const kind = 'kind' in value && schema.properties?.['kind'] !== undefined ? ` ${String(value.kind)}` : '';
      for (const [key, part] of Object.entries(schema.properties ?? {})) {
        const own = (value as Readonly<Record<string, unknown>>)[key];
        if (!isNeutral(own)) found.given.add(`${name}${isUnion(name) ? kind : ''}.${key}`);
        visit(own, part as JsonSchema, `${name}.${key}`);
      }
    }
  };
  const isUnion = (name: string) => definitions.get(name)?.anyOf !== undefined;
  const fits = (value: unknown, one: JsonSchema): boolean => {
    if (one.$ref !== undefined) return value !== null;
    const kind = one.properties?.['kind'] as { const?: unknown; enum?: readonly unknown[] } | undefined;
    if (kind === undefined) return true;
    const own = (value as { kind?: unknown } | null)?.kind;
    return kind.const === own || (kind.enum?.includes(own) ?? false);
  };
  visit(model, MODEL_SCHEMA, 'Model');
  return found;
}

const isNeutral = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** All attributes of all types that elements of a Model are of. */
function attributesOf(): string[] {
  return Object.entries(MODEL_SCHEMA.$defs ?? {}).flatMap(([name, schema]) => {
    if (name === 'Tree' || name === 'Type' || name === 'Bound' || name === 'Place') return [];
    const shapes = schema.anyOf ?? [schema];
    return shapes.flatMap((shape: JsonSchema) => {
      const kind = shape.properties?.['kind'] as { const?: string; enum?: readonly string[] } | undefined;
      const kinds = schema.anyOf === undefined ? [''] : [kind?.const ?? kind?.enum?.[0] ?? ''].map((one) => ` ${one}`);
      return Object.keys(shape.properties ?? {})
        .flatMap((key) => kinds.map((one) => `${name}${one}.${key}`))
        .filter((attribute) => !NOT_GIVEN.test(attribute));
    });
  });
}

describe('an object and a document', () => {
  test('have the same meaning for every construct', () => {
    const model = all();
    const { model: again } = readDocument(printDocument(model));
    assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  });

  test('can express every attribute of the Model', () => {
    const { given } = attributesIn(all());
    const missing = attributesOf().filter((attribute) => !given.has(attribute));
    assert.deepEqual(missing, []);
  });

  test('type-check event names where they are listed', () => {
    const model = defineSpecification({
      name: 'X',
      events: ['close'],
      entities: { Task: { fields: { title: { type: 'text', askedOn: ['close'] } } } },
      machines: {
        Task: {
          status: {
            states: ['Open', 'Done'],
            transitions: [
              { from: '(new)', to: 'Open' },
              // @ts-expect-error The event is called otherwise.
              { from: 'Open', event: 'clos', to: 'Done' },
              { from: 'Open', event: 'close', to: 'Done' },
            ],
          },
        },
      },
    });
    assert.equal(model.machines[0]?.transitions.length, 3);
  });
});
