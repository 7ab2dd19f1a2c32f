import { type Made, type Maker, type Row, rowOf, type World } from './world.ts';

/** A document made for its permissions: fields that are read on some rows only, `never`, several roles held at once. */
export const workshopText = `# Specification: Workshop

## 1. What the product does and for whom

A workshop repairs, paints and tows.

- Language: en
- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, client, worker, price, due | Staff |
| \`/jobs/new\` | New job | Job | form: title, client, worker, price, kind, memo | Agent, Boss |
| \`/jobs/:id\` | Job | Job | record | Staff |
| \`/clients\` | Clients | Client | table: name, code, keeper | Staff |
| \`/clients/:id\` | Client | Client | record | Staff |
| \`/people\` | People | Person | table: name, team | Staff |
| \`/numbers\` | Numbers | Job | dashboard | Agent, Auditor, Boss |
| \`/mine\` | Mine | Job | dashboard | Worker |

### Jobs

- Sort: -price, title

### Numbers

- Number: All, count
- Number: Worth, sum of worth
- Number: Dearest, max of price
- Chart: Price by status, bar, sum of price by status
- Chart: Price by client, bar, sum of price by client
- Chart: Worth over time, line, sum of worth by month of due

### Mine

- Number: Hours, sum of hours
- Number: Longest, max of hours
- Chart: Hours by client, bar, sum of hours by client
- Chart: Hours over time, line, sum of hours by year of due

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title, searchable |
| email | email | yes | unique, sign-in |
| team | text | yes | |
| roles | Roles | no | |
| pay | money(EUR) | no | |

### Client

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title, searchable |
| code | text | no | unique |
| contact | email | no | |
| keeper | Person | no | |
| open | yes/no | no | |
| notes | long text | no | searchable |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title, searchable |
| client | Client | yes | |
| worker | Person | no | |
| kind | Repair, Paint, Tow | yes | |
| urgent | yes/no | no | |
| price | money(EUR) | no | |
| hours | integer | no | |
| factor | decimal(12, 3) | no | |
| due | date | no | |
| called | date and time | no | |
| memo | long text | no | searchable |
| secret | text | no | searchable |
| sheet | file(pdf) | no | |
| parts | list of Part | no | |
| worth | money(EUR) | | = \`sum(parts.cost)\` |

### Part

Belongs to Job.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| cost | money(EUR) | yes | |
| from | Client | no | |

## 4. States and transitions

### Job: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Started | | | |
| Started | finish | Done | worker, Agent | \`memo != null\` | notify client.keeper |
| Done | bill | Billed | Boss | \`price != null\` | |

- Editable in: Started, Done

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Job | \`price <= 100000000000 EUR\` | TOO_DEAR |

## 6. Roles and permissions

- Staff: everyone who signs in
- Worker: works on the jobs given to them
- Agent: keeps clients
- Auditor: looks at what is done
- Boss: sees everything

| | Staff | Worker | Agent | Auditor | Boss |
| --- | --- | --- | --- | --- | --- |
| Person: read | \`team == me.team\` | | | | yes |
| Person.pay: read | \`email == me.email\` | | | never | yes |
| Client: read | | | \`keeper == me\` | yes | yes |
| Client: create | | | yes | | yes |
| Client: change | | | name, code, contact | | yes |
| Client.contact: read | | | yes | no | yes |
| Client.notes: read | | | no | \`open\` | yes |
| Job: read | | \`worker == me\` | \`client.keeper == me\` | \`status == Done\` | yes |
| Job: create | | | yes | | yes |
| Job: change | | memo, hours | yes | | yes |
| Job: delete | | | | | \`kind == Paint\` |
| Job.status: read | | no | yes | yes | yes |
| Job.price: read | | no | \`kind == Repair\` | yes | yes |
| Job.hours: read | | yes | \`urgent\` | no | yes |
| Job.factor: read | | \`kind != Tow\` | \`client.open\` | | yes |
| Job.due: read | | \`urgent\` | yes | yes | yes |
| Job.called: read | | | | \`urgent\` | yes |
| Job.memo: read | | \`kind == Repair\` | yes | never | yes |
| Job.secret: read | | | | never | yes |
| Job.sheet: read | | | \`kind == Repair\` | yes | yes |
| Job.parts: read | | | \`urgent\` | \`kind == Paint\` | yes |
| Job.worth: read | | | \`urgent\` | yes | yes |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| NOT_FOUND | 404 | There is no such {entity}. | It may have been deleted. |
| CHANGED_MEANWHILE | 412 | {by} changed this. | Look at it again. |
| TOO_DEAR | 422 | That is too dear. | |

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| Page size | 100 | |
| Requests | 1000000 per minute per person | |
`;

type Rule = (me: Row, row: Row, made: Made) => boolean;

const always: Rule = () => true;
const isKind =
  (...kinds: readonly string[]): Rule =>
  (_, row) =>
    kinds.includes(String(row.values['kind']));
const isUrgent: Rule = (_, row) => row.values['urgent'] === true;
const clientOf = (row: Row, made: Made) => made.find(String(row.values['client']));

/** Point 6 once more, typed by hand: which rows a role reads. */
const rows: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  Person: { Staff: (me, row) => row.values['team'] === me.values['team'], Boss: always },
  Client: { Agent: (me, row) => row.values['keeper'] === me.id, Auditor: always, Boss: always },
  Job: {
    Worker: (me, row) => row.values['worker'] === me.id,
    Agent: (me, row, made) => clientOf(row, made)?.values['keeper'] === me.id,
    Auditor: (_, row) => row.values['status'] === 'Done',
    Boss: always,
  },
};

/** And which fields on these, where the field has cells of its own. */
const fields: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  'Person.pay': { Staff: (me, row) => row.id === me.id, Boss: always },
  'Client.contact': { Agent: always, Boss: always },
  'Client.notes': { Auditor: (_, row) => row.values['open'] === true, Boss: always },
  'Job.status': { Agent: always, Auditor: always, Boss: always },
  'Job.price': { Agent: isKind('Repair'), Auditor: always, Boss: always },
  'Job.hours': { Worker: always, Agent: isUrgent, Boss: always },
  'Job.factor': {
    Worker: isKind('Repair', 'Paint'),
    Agent: (_, row, made) => clientOf(row, made)?.values['open'] === true,
    Boss: always,
  },
  'Job.due': { Worker: isUrgent, Agent: always, Auditor: always, Boss: always },
  'Job.called': { Auditor: isUrgent, Boss: always },
  'Job.memo': { Worker: isKind('Repair'), Agent: always, Boss: always },
  'Job.secret': { Boss: always },
  'Job.sheet': { Agent: isKind('Repair'), Auditor: always, Boss: always },
  'Job.parts': { Agent: isUrgent, Auditor: isKind('Paint'), Boss: always },
  'Job.worth': { Agent: isUrgent, Auditor: always, Boss: always },
};

const never: Readonly<Record<string, string>> = {
  'Person.pay': 'Auditor',
  'Job.memo': 'Auditor',
  'Job.secret': 'Auditor',
};

const rolesOf = (me: Row) => ['Staff', ...(me.values['roles'] as readonly string[])];

/** Who reads this field of this row; `id` asks for the row. */
function reads(me: Row, row: Row, field: string, made: Made): boolean {
  const held = rolesOf(me);
  const granting = held.filter((role) => rows[row.entity]?.[role]?.(me, row, made) === true);
  const name = `${row.entity}.${field}`;
  const own = fields[name];
  if (own === undefined) return granting.length > 0;
  if (never[name] !== undefined && held.includes(never[name])) return false;
  return granting.some((role) => own[role]?.(me, row, made) === true);
}

const PEOPLE: readonly (readonly [key: string, team: string, roles: readonly string[]])[] = [
  ['Wanda', 'shop', ['Worker']],
  ['Otto', 'shop', ['Worker']],
  ['Gil', 'desk', ['Agent']],
  ['Hana', 'desk', ['Agent', 'Worker']],
  ['Uli', 'far', ['Auditor']],
  ['Bea', 'top', ['Boss']],
  ['Vic', 'far', ['Boss', 'Auditor']],
  ['Nils', 'gate', []],
];

/** Every combination that the matrix tells apart, a few times over. */
function made(make: Maker): Row[] {
  const people = PEOPLE.map(([key, team, roles]) =>
    rowOf('Person', make.id(), { name: make.text(), email: make.email(), team, roles, pay: make.money() }, key),
  );
  const person = (key: string) => people.find((row) => row.key === key)?.id ?? null;
  const clients = ['Gil', 'Gil', 'Hana', 'Hana', null].map((keeper, index) =>
    rowOf('Client', make.id(), {
      name: make.text(),
      code: make.text(),
      contact: make.email(),
      keeper: keeper === null ? null : person(keeper),
      open: index % 2 === 0,
      notes: make.text(),
    }),
  );
  const jobs = Array.from({ length: 18 }, (_, index) => {
    const parts = [1, 2].slice(0, index % 3).map(() => {
      const from = make.pick(clients).id;
      return rowOf('Part', make.id(), { what: make.text(), cost: make.money(), from });
    });
    return rowOf('Job', make.id(), {
      title: make.text(),
      client: clients[index % clients.length]?.id ?? null,
      worker: person(make.pick(['Wanda', 'Otto', 'Hana', 'Wanda'])),
      kind: ['Repair', 'Paint', 'Tow'][index % 3] ?? null,
      urgent: [true, false, null][Math.floor(index / 2) % 3] ?? null,
      price: make.money(),
      hours: make.integer(),
      factor: make.integer(),
      due: make.date(),
      called: make.instant(),
      memo: make.text(),
      secret: make.text(),
      sheet: make.file(),
      parts,
      worth: parts.reduce((sum, part) => sum + Number(part.values['cost']), 0),
      status: ['Started', 'Done', 'Billed', 'Done'][index % 4] ?? null,
    });
  });
  return [...people, ...clients, ...jobs];
}

export const workshop: World = {
  name: 'workshop',
  text: workshopText,
  person: 'Person',
  people: PEOPLE.map(([key]) => key),
  seesAll: 'Bea',
  dashboards: ['Wanda', 'Otto', 'Gil', 'Hana', 'Uli', 'Bea', 'Vic'],
  shows: () => true,
  made,
  reads,
};
