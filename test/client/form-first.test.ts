import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { sameJson } from '../../src/client/platform/same-json.ts';
import { judgeWithoutEngine } from '../../src/client/screens/form/form-before-engine.ts';
import { rowsOf } from '../../src/client/screens/form/form-layout.ts';
import type { EntityInView } from '../../src/client/view/view-context.tsx';
import { compile } from '../../src/engine/compile/compile.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import { wireValue } from '../../src/engine/records/wire-value.ts';
import { judgeShown } from '../../src/engine/view/judge-form.ts';
import { type View, type ViewScreen, viewOf } from '../../src/engine/view/view.ts';
import type { Json } from '../../src/fields/text/json.ts';
import { noValues } from '../../src/fields/text/value.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { type Attribute, schemaOf } from '../../src/model/lookups/schema.ts';
import type { Type } from '../../src/model/types/types.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exampleText } from '../support/http/server.ts';

const camp = `# Specification: Camp

## 1. Product

- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/new\` | New stay | Stay | form | Clerk, Chief |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |
| young | boolean | | |

### Stay

- place: text, required, title
- kind: Tent, Hut, required, default Tent
- nights: integer, default 2
- price: decimal(6, 2), default 4.5
- total: decimal(8, 2), = \`nights * price\`
- pegs: integer, shown when \`kind == Tent\`, required when \`kind == Tent\`
- key: text, shown when \`kind == Hut\`, default \`"hook"\`
- spare: text, shown when \`key != null\`
- by: Person, default \`me\`
- on: date, default \`today\`
- made: date and time, default \`now\`
- late: date, shown when \`on > today\`
- rest: integer, = \`nights + pegs\`
- talk: text, shown when \`me.young\`
- reply: text, shown when \`talk != null\`

## 6. Roles and permissions

| | Clerk | Chief |
| --- | --- | --- |
| Person: read | yes | yes |
| Stay: read | place, kind, nights, pegs, key, on, talk | yes |
| Stay: create | yes | yes |
`;

const NOW = Date.UTC(2026, 10, 3, 23, 30);

interface Form {
  readonly view: View;
  readonly screen: ViewScreen;
  readonly entity: EntityInView;
}

/** Every form of a document, as each role alone has it, and as whoever holds all. */
function formsOf(text: string): Form[] {
  const app = compile(assume(readDocument(text).model), 'it');
  const names = [...app.schema.roles.keys()];
  return [...names.map((name) => [name]), names].flatMap((roles) => {
    const person = { id: 'p1', title: 'P', entity: app.people?.entity ?? 'Person' };
    const view = viewOf(app, new Set(roles), { dev: false, person });
    const schema = schemaOf(view.model);
    return view.screens.flatMap((screen): Form[] => {
      const model = schema.entities.get(screen.entity ?? '');
      const seen = view.entities.find(({ name }) => name === screen.entity);
      if (screen.first === null || model === undefined || seen === undefined) return [];
      const { entity, attributes, title } = model;
      return [{ view, screen, entity: { ...seen, model: entity, attributes, title } }];
    });
  });
}

/** What a browser makes of it before and after the engine is there. */
function both({ view, screen, entity }: Form, typed: { readonly [name: string]: Json }) {
  const app = compile(view.model, view.document);
  const row = { entity: view.person?.entity ?? '', id: 'p1', version: 0, values: noValues() };
  const who = { row, roles: new Set(view.roles) };
  const draft = { entity: entity.name, row: null, event: null, input: typed };
  const found = judgeShown(app, who, draft, new Set(screen.fields), NO_FACTS, NOW);
  const shared = { entity, record: null, event: null, typed, first: screen.first, person: 'p1' };
  const before = judgeWithoutEngine({ ...shared, zone: view.product.zone, now: NOW });
  const stands = (attribute: Attribute) => wireValue(app, found.values[attribute.name] ?? null, attribute.type);
  return { app, found, before, stands };
}

/** Whatever is said before holds after; gives how much was left open. */
function compare(form: Form, typed: { readonly [name: string]: Json }): number {
  const { found, before, stands } = both(form, typed);
  const { attributes, name: of } = form.entity;
  const said = `${of} ${form.view.roles} ${JSON.stringify(typed)}`;
  const isKnown = (name: string) => !before.unknown.has(name);
  const rows = rowsOf(form.entity, form.screen.fields).filter(({ name }) => isKnown(name));
  for (const { name } of rows) {
    const attribute = attributes.get(name);
    assert.ok(attribute !== undefined);
    assert.equal(before.hidden.has(name), found.hidden.has(name), `${said}: ${name}`);
    if (found.hidden.has(name)) assert.equal(Object.hasOwn(before.input, name), Object.hasOwn(found.input, name), said);
    if (Object.hasOwn(typed, name)) continue;
    const [early, late] = [before.givenValue(name), stands(attribute)];
    assert.ok(sameJson(early, late) || isNone(early, late), `${said}: ${name} ${early} is ${JSON.stringify(late)}`);
  }
  return form.screen.fields.filter((name) => !isKnown(name)).length;
}

/** No lines are an empty list. */
const isNone = (early: Json, late: Json) => early === null && Array.isArray(late) && late.length === 0;

function some(type: Type): Json[] {
  switch (type.kind) {
    case 'boolean':
      return [true, false];
    case 'choice':
      return type.several ? [[type.options[0]?.name ?? '']] : type.options.map(({ name }) => name);
    case 'integer':
      return [0, 7];
    case 'date':
      return ['2027-01-01', '2020-02-29'];
    case 'reference':
      return ['p1', 'p2'];
    case 'list':
      return [[{}]];
    default:
      return ['1.5', ''];
  }
}

const documents = readdirSync('examples').filter((name) => name.endsWith('.md'));

test('a form says the same of a new record before the engine is there as after, or that it does not know yet', () => {
  const open: Record<string, number> = {};
  for (const name of documents) {
    const forms = formsOf(exampleText(name));
    open[name] = forms.reduce((sum, form) => sum + compare(form, {}), 0);
  }
  assert.ok(Object.keys(open).length > 4);
  const all = formsOf(camp);
  assert.equal(all.length, 3);
  for (const form of all) {
    const { before } = both(form, {});
    const known = ['late', 'reply', 'talk'];
    assert.deepEqual([...before.unknown].sort(), known, form.view.roles.join());
    compare(form, {});
  }
});

test('what follows from what is typed is not known until the engine is there, and the rest is', () => {
  let compared = 0;
  for (const form of [...documents.flatMap((name) => formsOf(exampleText(name))), ...formsOf(camp)]) {
    for (const name of form.screen.fields) {
      for (const value of some(form.entity.attributes.get(name)?.type ?? { kind: 'unknown', text: '' })) {
        compare(form, { [name]: value });
        compared += 1;
      }
    }
  }
  assert.ok(compared > 300, String(compared));
  const chief = formsOf(camp).find(({ view }) => view.roles.join() === 'Chief');
  assert.ok(chief !== undefined);
  const { unknown, hidden, required } = both(chief, { kind: 'Hut' }).before;
  assert.deepEqual([...unknown].sort(), ['key', 'late', 'pegs', 'reply', 'rest', 'spare', 'talk']);
  assert.deepEqual([...hidden], []);
  assert.deepEqual(required, ['place']);
});

test('a new record says what rules ask for at first, and sends nothing of what is not asked for', () => {
  const [first] = formsOf(camp).filter(({ view }) => view.roles.join() === 'Chief');
  assert.ok(first !== undefined);
  const { before } = both(first, {});
  assert.deepEqual([...before.hidden].sort(), ['key', 'spare']);
  assert.deepEqual({ ...before.input }, {});
  assert.deepEqual(before.required, ['place', 'pegs']);
  assert.equal(before.givenValue('by'), 'p1');
  assert.equal(before.givenValue('on'), '2026-11-04');
  assert.equal(before.givenValue('made'), '2026-11-03T23:30:00.000Z');
  assert.equal(before.givenValue('total'), '9.00');
});

test('a form says at first nothing of fields that these roles neither read nor type', () => {
  const all = [...documents.flatMap((name) => formsOf(exampleText(name))), ...formsOf(camp)];
  for (const { view, screen, entity } of all) {
    const known = new Set([...entity.reads, ...entity.createInputs, ...entity.changeInputs]);
    const { first } = screen;
    const said = [
      ...(first?.values ?? []).map(({ field }) => field),
      ...(first?.given ?? []).map(({ field }) => field),
      ...(first?.hidden ?? []),
      ...(first?.needed ?? []),
      ...(first?.open ?? []),
      ...entity.follows.flatMap(({ field, value, shown }) => [field, ...(value ?? []), ...(shown ?? [])]),
    ];
    assert.deepEqual(
      said.filter((field) => !known.has(field)),
      [],
      `${entity.name} for ${view.roles}`,
    );
  }
  const [clerk] = formsOf(camp).filter(({ view }) => view.roles.join() === 'Clerk');
  // What they may not read is computed for the chief alone.
  assert.equal(
    clerk?.screen.first?.values.some(({ field }) => field === 'total'),
    false,
  );
});

test('a record that is chosen is taken for there while one types: only the server knows', () => {
  const [form] = formsOf(camp);
  assert.ok(form !== undefined);
  const { found } = both(form, { place: 'Sea', pegs: 3, by: 'p9' });
  assert.deepEqual(found.failures, []);
  assert.equal(found.values['by'], 'p9');
});

test('a form has a place for a field whose type is not shown, in its order, and nobody can send it', () => {
  const model = assume(
    readDocument(`# Specification: Workshop

## 3. Entities and their fields

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | |
| weight | not shown. | | |
| colour | text | not shown. | |
| shade | not shown. | | set by the product |
`).model,
  );
  const app = compile(model, 'workshop');
  const view = viewOf(app, new Set(model.roles.map(({ name }) => name)), { dev: true, person: null });
  assert.deepEqual(view.screens.find(({ kind }) => kind === 'form')?.fields, ['title', 'weight', 'colour']);
  assert.deepEqual(view.entities.find(({ name }) => name === 'Job')?.createInputs, ['title', 'colour']);
  const fields = view.model.entities.find(({ name }) => name === 'Job')?.fields ?? [];
  assert.deepEqual(
    fields.map(({ name, requiredShown }) => [name, requiredShown]),
    [
      ['title', true],
      ['weight', true],
      ['colour', false],
      ['shade', true],
    ],
  );
});
