import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../src/model/types/diagnostic.ts';
import type { Model, Transition } from '../src/model/types/model.ts';
import { readDocument } from '../src/notation/read.ts';

const PEOPLE = `### User

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Name | text | yes | |
| E-mail | email | yes | unique |
| Role | baker, driver, buyer | yes | |
`;

const ORDER = `### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Customer | User | yes | |
| Driver | User | no | |
| Total | money(EUR) | no | |
| Signed by | text | no | |
| Delivery date | date | yes | |
| State | see chapter 4 | yes | |
`;

const ROLES = '## 6. Roles and permissions\n\n- baker\n- driver\n- buyer';

const read = (...sections: string[]) => readDocument(`# Orders\n\n${sections.join('\n\n')}\n`);

const entityOf = (model: Model, name: string) => {
  const found = model.entities.find((each) => each.name === name);
  assert.ok(found, `no entity ${name} among ${model.entities.map((each) => each.name).join(', ')}`);
  return found;
};

const fieldOf = (model: Model, entity: string, name: string) => {
  const found = entityOf(model, entity).fields.find((each) => each.name === name);
  assert.ok(found, `no field ${name}`);
  return found;
};

const wayOf = (model: Model, from: string | null, to: string): Transition => {
  const all = model.machines.flatMap(({ transitions }) => transitions);
  const found = all.find((each) => each.from === from && each.to === to);
  assert.ok(found, `no way ${from} to ${to} among ${all.map((each) => `${each.from} ${each.to}`).join(', ')}`);
  return found;
};

const states = (model: Model) => model.machines.flatMap((machine) => machine.states.map(({ name }) => name));
const who = ({ who: people }: Transition) => people?.map(({ name }) => name) ?? null;

/** What is said of a line not to be read, the line counted in the section that stands last. */
const messages = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ code }) => code === 'not-read').map(({ message }) => message);

const grantOf = (model: Model, entity: string, operation: string, role: string, field: string | null = null) =>
  model.permissions.find(
    (each) => each.entity === entity && each.operation === operation && each.role === role && each.field === field,
  )?.grant;

test('Headings numbered 3.1.2 under a heading of a group are entities, and brackets say whose part they are.', () => {
  const { model } = read(`## 3 Entities and Attributes

### 3.1 Master data

#### 3.1.1 Site

| Attribute | Format | Mandatory | Remark |
|---|---|---|---|
| Code | Text (4) | Yes | unique |
| Zone | Enumeration: none, zone 1 | Yes | |
| Drawing | File (PDF, DWG), max. 10 MB | No | |

### 3.2 Moving data

#### 3.2.1 Permit

| Attribute | Format | Mandatory | Remark |
|---|---|---|---|
| Site | Reference to Site | Yes | |
| Description | Text (20–1000) | Yes | |

#### 3.2.2 Measure (part of a Permit)

| Attribute | Format | Mandatory | Remark |
|---|---|---|---|
| Done | Boolean | Yes | Default: No |`);
  assert.deepEqual(
    model.entities.map(({ name }) => name),
    ['Site', 'Permit', 'Measure'],
  );
  assert.equal(entityOf(model, 'Measure').belongsTo?.name, 'Permit');
  const code = fieldOf(model, 'Site', 'Code');
  assert.deepEqual(
    [code.required, code.unique, code.type],
    [true, true, { kind: 'text', min: null, max: { value: 4 } }],
  );
  const zone = fieldOf(model, 'Site', 'Zone').type;
  assert.ok(zone.kind === 'choice');
  assert.deepEqual(
    zone.options.map(({ name }) => name),
    ['none', 'zone 1'],
  );
  const drawing = fieldOf(model, 'Site', 'Drawing').type;
  assert.ok(drawing.kind === 'file');
  assert.deepEqual([drawing.endings, drawing.maxSize], [['pdf', 'dwg'], { value: 10_000_000 }]);
  assert.deepEqual(fieldOf(model, 'Permit', 'Description').type, {
    kind: 'text',
    min: { value: 20 },
    max: { value: 1000 },
  });
});

test('A heading ##### or one without a number of three parts stays prose.', () => {
  const { model } = read(`## 3. Entities and their fields

### Order

#### Notes

- Total: money(EUR)`);
  assert.deepEqual(
    model.entities.map(({ name }) => name),
    ['Order'],
  );
});

test('Steps in bullets are transitions: several states under Given, a second When, and what happens without anybody.', () => {
  const { model, diagnostics } = read(
    `## 3. Entities and their fields\n\n${PEOPLE}\n${ORDER}`,
    `## 4. States and transitions

**Order:** Draft → Placed → Baked → Delivered, and on the side Cancelled. A new order is a Draft. Delivered and Cancelled are the end.

**Bake**
- Given an order in state Placed
- When a baker marks it as baked
- Then the order is Baked

**Deliver**
- Given an order in state Baked
- When its driver delivers it and \`Signed by\` is filled in
- Then the order is Delivered

**Cancel**
- Given an order in state Draft or Placed
- When the moon is blue for him
- Then the order is Cancelled

**Place**
- Given an order in state Draft
- When 2 days have passed
- Then it becomes Placed without anybody doing anything`,
    ROLES,
  );
  assert.deepEqual(states(model), ['Draft', 'Placed', 'Baked', 'Delivered', 'Cancelled']);
  assert.equal(model.machines[0]?.initial, 'Draft');
  const baked = wayOf(model, 'Placed', 'Baked');
  assert.deepEqual([baked.event, who(baked)], ['mark', ['baker']]);
  const delivered = wayOf(model, 'Baked', 'Delivered');
  assert.deepEqual([delivered.event, who(delivered)], ['deliver', ['Driver']]);
  assert.ok(
    delivered.guard !== null || delivered.effects.some((each) => each.kind === 'ask' && each.field === 'Signed by'),
  );
  for (const from of ['Draft', 'Placed']) assert.equal(wayOf(model, from, 'Cancelled').who, null);
  const placed = wayOf(model, 'Draft', 'Placed');
  assert.deepEqual([placed.event, placed.timer?.kind === 'after' ? placed.timer.delay.text : null], [null, '2 days']);
  assert.ok(messages(diagnostics).some((message) => message.includes('moon')));
});

test('In a state diagram brackets say who; items that begin with an event add conditions and effects to it.', () => {
  const { model, diagnostics } = read(
    `## 3. Entities and their fields\n\n${PEOPLE}\n${ORDER}`,
    `## 4. States and transitions

\`\`\`mermaid
stateDiagram-v2
  [*] --> DRAFT
  DRAFT --> SENT: send (buyer)
  SENT --> DONE: sign (driver)
  DONE --> [*]
\`\`\`

Guards:

- \`send\`: the weather is at least fair
- \`sign\`: \`Signed by\` is required

Effects:

- \`sign\` beeps, parcel → HOME`,
    ROLES,
  );
  assert.deepEqual(states(model), ['DRAFT', 'SENT', 'DONE']);
  const sent = wayOf(model, 'DRAFT', 'SENT');
  assert.deepEqual([sent.event, who(sent), sent.guardShown], ['send', ['buyer'], false]);
  const done = wayOf(model, 'SENT', 'DONE');
  assert.deepEqual([done.event, who(done), done.guardShown], ['sign', ['driver'], true]);
  assert.ok(done.effects.some((each) => each.kind === 'ask' && each.field === 'Signed by'));
  assert.ok(messages(diagnostics).some((message) => message.includes('beeps')));
});

test('The product as the one who acts, with a condition in words, is a way by itself.', () => {
  const { model } = read(
    `## 3. Entities and their fields\n\n${PEOPLE}\n${ORDER}`,
    `## 4. States and transitions

### Order

| From | To | Trigger | Performed by | Precondition |
|---|---|---|---|---|
| Draft | Late | automatic | System | Delivery date has passed |
| Draft | Lost | automatic | System | the stars are right |
| Draft | Done | finish | Buyer | all wishes are granted |`,
    '## 6. Roles and permissions\n\n- Buyer\n- Baker',
  );
  const late = wayOf(model, 'Draft', 'Late').timer;
  assert.equal(late?.kind, 'when');
  assert.match(late?.kind === 'when' ? late.condition.text : '', /Delivery date.*today|today.*Delivery date/);
  const lost = wayOf(model, 'Draft', 'Lost').timer;
  assert.equal(lost?.kind === 'when' ? lost.condition.text : '', 'false');
  const done = wayOf(model, 'Draft', 'Done');
  assert.deepEqual([done.guard, done.guardShown], [null, false]);
});

test('Given, When and Then in columns are rules about what is given; what is not understood is not read.', () => {
  const { model, diagnostics } = read(
    `## 3. Entities and their fields\n\n${PEOPLE}\n${ORDER}`,
    `## 4. States and transitions

### Order

| From | To | Event | Who |
|---|---|---|---|
| Draft | Placed | place | buyer |`,
    `## 5. Validation rules

| ID | Given | When | Then |
|---|---|---|---|
| AC-1 | a delivery date | the order is saved | it is at least 1 day ahead, otherwise TOO_SOON |
| AC-2 | an order | the order is placed | its total is at least 25.00 €, otherwise TOO_SMALL |
| AC-3 | an order | the order is eaten | its total is at least 26.00 € |
| AC-4 | an order | the order is saved | its cousin is at least 27.00 € |`,
    `## 8. The error catalogue

| Code | HTTP | Message |
|---|---|---|
| TOO_SOON | 422 | Later, please. |
| TOO_SMALL | 422 | More, please. |`,
  );
  const found = model.rules.map(({ name, entity, events, error, condition }) => [
    name,
    entity,
    events.map((event) => event.name).join(),
    error?.name ?? '',
    condition?.text.includes('27') === true || condition?.text.includes('26') === true,
  ]);
  assert.deepEqual(found, [
    ['AC-1', 'Order', '', 'TOO_SOON', false],
    ['AC-2', 'Order', 'place', 'TOO_SMALL', false],
  ]);
  // Of the last two rows nothing is read, “its cousin” included, which the finding names no more.
  assert.ok(messages(diagnostics).some((message) => /^6 notes .*“the order is eaten”.* and 1 more\.$/.test(message)));
});

test('Letters with marks are rights that a legend explains; a mark without one decides nothing.', () => {
  const rights = (legend: string) =>
    read(
      `## 3. Entities and their fields\n\n${PEOPLE}\n${ORDER.replace('| Driver | User | no | |\n', '')}`,
      `## 6. Roles and Rights\n\n### 6.1 Rights\n\n${legend}

| Object | Buyer | Baker |
|---|---|---|
| Order | C, R(o), U(o) | R |`,
    ).model;
  const told = rights('C = create, R = read, U = update, (o) = own only');
  assert.deepEqual(
    told.roles.map(({ name }) => name),
    ['Buyer', 'Baker'],
  );
  const own = grantOf(told, 'Order', 'read', 'Buyer');
  assert.equal(own?.kind === 'yes' ? own.where?.text : null, 'Customer == me');
  assert.deepEqual(grantOf(told, 'Order', 'create', 'Buyer'), { kind: 'yes', fields: null, where: null });
  assert.deepEqual(grantOf(told, 'Order', 'delete', 'Buyer'), { kind: 'no' });
  assert.deepEqual(grantOf(told, 'Order', 'change', 'Baker'), { kind: 'no' });
  assert.deepEqual(grantOf(rights(''), 'Order', 'read', 'Buyer'), { kind: 'unknown' });
});

test('Notes of a few words are rights: what is seen and done under a role, and who alone sees a field.', () => {
  const { model } = read(
    `## 3. Entities and their fields\n\n${PEOPLE}\n${ORDER.replace('| Driver | User | no | |\n', '')}`,
    `## 6. Who may what

- buyer
  - own orders: see, create
- baker
  - orders: see
- total: buyer only`,
  );
  assert.deepEqual(model.roles.map(({ name }) => name).toSorted(), ['baker', 'buyer', 'driver']);
  const own = grantOf(model, 'Order', 'read', 'buyer');
  assert.equal(own?.kind === 'yes' ? own.where?.text : null, 'Customer == me');
  assert.deepEqual(grantOf(model, 'Order', 'read', 'baker'), { kind: 'yes', fields: null, where: null });
  assert.deepEqual(grantOf(model, 'Order', 'read', 'baker', 'Total'), { kind: 'no' });
});

test('A unit in a column of its own stands with its value; a word that is none does not.', () => {
  const { model } = read(`## 9 Parameters

| Parameter | Value | Unit |
|---|---|---|
| Lead time | 4 | hours |
| Limit | 10 | % |
| Tries | 5 | attempts |
| Kept for | tbd | years |`);
  const values = model.constants.map(({ name, value }) => [name, value?.text ?? null]);
  assert.deepEqual(values, [
    ['Lead time', '4 hours'],
    ['Limit', '10 %'],
    ['Tries', '5'],
    ['Kept for', null],
  ]);
});

test('A time of day is no quantity.', () => {
  const { model } = read(
    '## 5. Validation rules\n\n- weight of parcels: tbd\n- an order is heavy',
    '## 9. Business constants and limits\n\n| What | Value |\n|---|---|\n| Cut-off | 20:00 on the day before |\n| Tries | 5 |',
  );
  const numbers = model.constants.filter(({ value }) => value?.tree?.op === 'number').map(({ name }) => name);
  assert.deepEqual(numbers, ['Tries']);
});

test('YAML in short form gives bodies, queries and errors; an enum with remarks gives the catalogue.', () => {
  const { model } = read(
    `## 7. The calls it makes

\`\`\`yaml
paths:
  /api/orders:
    get:
      summary: list orders
      query: { state, page }
    post:
      body: { total, note }
      errors: [TOO_BIG]
\`\`\``,
    `## 8. Errors

\`\`\`ts
enum ErrorCode {
  TOO_BIG = 'TOO_BIG', // 422 "Too much."
  ODD = 'ODD', // whatever
}
\`\`\``,
  );
  const [list, create] = model.calls;
  assert.deepEqual(
    list?.query.map(({ name }) => name),
    ['state', 'page'],
  );
  assert.deepEqual(
    create?.sends?.map(({ name }) => name),
    ['total', 'note'],
  );
  assert.deepEqual(
    create?.errors.map(({ name }) => name),
    ['TOO_BIG'],
  );
  assert.deepEqual(
    model.errors
      .filter(({ standing }) => standing === 'stated')
      .map(({ code, status, message }) => [code, status, message]),
    [['TOO_BIG', 422, 'Too much.']],
  );
});

test('Screens with a name behind the address and a dash; people land on screens by name.', () => {
  const { model, diagnostics } = read(
    `## 2. Screens

- \`/orders\` My orders – buyer
- \`/bake\` Bake list – baker
- \`/gift\` Gifts – ?

**US-1** As a baker I want to land on the Bake list after login, so that I can start.

Buyers start on My orders too.`,
    '## 6. Roles and permissions\n\n- buyer\n- baker',
  );
  assert.deepEqual(
    model.screens.map(({ route, name }) => [route, name]),
    [
      ['/orders', 'My orders'],
      ['/bake', 'Bake list'],
      ['/gift', 'Gifts'],
    ],
  );
  assert.deepEqual(
    model.screens[0]?.roles?.map(({ name }) => name),
    ['buyer'],
  );
  assert.deepEqual(
    model.screens[1]?.startFor.map(({ name }) => name),
    ['baker'],
  );
  assert.deepEqual(
    model.screens[0]?.startFor.map(({ name }) => name),
    ['buyer'],
  );
  assert.ok(diagnostics.some(({ message }) => /gift|\?/i.test(message)));
});

test('What is tbd, or a question mark, is not shown.', () => {
  for (const open of ['tbd', 'TBD.', '?', 'to be decided', '? (ask Ann)']) {
    const { diagnostics } = read(`## 5. Validation rules\n\n- weight of parcels: ${open}\n- age of walkers: 18`);
    assert.ok(
      diagnostics.some(({ code, message }) => code === 'not-shown' && message.includes('weight of parcels')),
      open,
    );
  }
});

test('Computed in words: a difference in hours and a share.', () => {
  const { model } = read(`## 3. Entities and their fields

### Walk

| Field | Type | Notes |
| --- | --- | --- |
| Start | date and time | |
| End | date and time | |
| Price | money(GBP) | |
| Length | decimal(2) | computed: End minus Start in hours |
| Fee | money(GBP) | computed: 20% of price |
| Joy | decimal(2) | computed: whatever makes dogs happy |`);
  assert.equal(fieldOf(model, 'Walk', 'Length').computed?.text, 'hours(End - Start)');
  assert.equal(fieldOf(model, 'Walk', 'Fee').computed?.text, 'Price * 20 / 100');
  assert.equal(fieldOf(model, 'Walk', 'Joy').computed?.tree ?? null, null);
});

test('Requirements with numbers and “shall” are rules; that something leads to must be in a state is said of what leads.', () => {
  const { model } = read(
    `## 3. Entities and their fields

### Walker

- name: text
- status: see point 4

### Walk

- walker: Walker
- start: date and time
- finish: date and time`,
    '## 4. States and transitions\n\n### Walker\n\n| From | To | Event |\n|---|---|---|\n| new | vetted | vet |',
    `## 5 Validation Rules

5.1 Finish shall be later than start (error E-1).

5.2 Walker must be vetted → else \`E-2\``,
    '## 8. Errors\n\n- **E-1** (422) "Later."\n- **E-2** (422) "Not yet."',
  );
  const found = model.rules.map(({ entity, condition, error }) => [entity, condition?.text ?? '', error?.name ?? '']);
  assert.deepEqual(found, [
    ['Walk', 'finish > start', 'E-1'],
    ['Walk', 'walker.status == vetted', 'E-2'],
  ]);
});
