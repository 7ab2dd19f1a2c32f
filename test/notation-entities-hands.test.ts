import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { entityLines } from './support/field-line.ts';

function read(point: string) {
  const text = `# Specification: Hands\n\n## 3. Entities and their fields\n\n${point}\n`;
  const { model, diagnostics } = readDocument(text);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again.entities), withoutPlaces(model.entities), 'print and read again');
  return {
    entities: model.entities.map(entityLines),
    model,
    messages: diagnostics.filter((found) => found.point === 3).map(({ at, message }) => `${at.line - 4}: ${message}`),
  };
}

const hands: readonly (readonly [hand: string, point: string, entities: readonly (readonly string[])[]])[] = [
  [
    'bullets with sentences',
    `- **Ticket**
  - Number. "T-" and at least four digits. Given by the server, never changes.
  - Subject, description.
  - Raised by: a person.
  - VIP: yes or no. No by default.
  - Reopen count. Starts at 0.
  - Resolution note. Cancel reason.
  - Version. A whole number.
- **Person**
  - Id. Given by the server.
  - Name. E-mail, unique.
  - Site: London, Leeds or Dublin.`,
    [
      [
        'Ticket',
        'Number: number series(T-0000), fixed, by the product',
        'Subject: text',
        'description: text',
        'Raised by: Person',
        'VIP: boolean, default false',
        'Reopen count: integer, default 0',
        'Resolution note: text',
        'Cancel reason: text',
        'Version: integer',
      ],
      ['Person', 'Name: text', 'E-mail: email, unique', 'Site: London, Leeds, Dublin'],
    ],
  ],
  [
    'backticks with clauses',
    `- **Loan** (one for each trip)
  - \`number\`: L-YY-NNNN, by the server; \`personId\`; \`version\`: integer
  - \`purpose\`: text; \`courseCode\`: text or empty
  - \`pickupAt\`, \`dueAt\`: planned times
  - \`cardNo\`: 10 digits
- **Person**
  - \`id\`, \`name\`, \`email\``,
    [
      [
        'Loan',
        'number: number series(L-YY-0000), by the product',
        'personId: Person',
        'version: integer',
        'purpose: text',
        'courseCode: text',
        'pickupAt: date and time',
        'dueAt: date and time',
        'cardNo: text, /[0-9]{10}/',
      ],
      ['Person', 'name: text', 'email: email'],
    ],
  ],
  [
    'TypeScript in backticks',
    `Money is an integer in minor units (\`Cents = number\`).

- \`Currency\`: \`'EUR' | 'USD'\`
- \`Invoice\`
  - \`id: string\`, \`clientId: string\`
  - \`locale: 'en' | 'de'\` (default \`'en'\`), \`currency: Currency\` (default \`'EUR'\`)
  - \`subtotal\`, \`total\`: \`Cents\` (read-only)
  - \`items: LineItem[]\`
  - \`notes?: string\`, \`sentAt: string | null\`
- \`LineItem\`: \`text: string\`, \`quantity: number\` (up to 2 decimals)
- \`Client\`: \`name: string\`, \`readonly code: string\``,
    [
      [
        'Invoice',
        'clientId: Client',
        'locale: en, de, default en',
        'currency: EUR, USD, default EUR',
        'subtotal: integer, by the product',
        'total: integer, by the product',
        'items: list of LineItem',
        'notes: text',
        'sentAt: date and time',
      ],
      ['LineItem of Invoice', 'text: text', 'quantity: decimal(15,2)'],
      ['Client', 'name: text', 'code: text, by the product'],
    ],
  ],
  [
    'a TypeScript block',
    `\`\`\`ts
type Money = number // cents
enum Level { Beginner = 'beginner', Advanced = 'advanced' }
export interface Member {
  readonly id: string
  email: string // unique
  level: Level
  balance: Money
  tags?: string[]
}
\`\`\``,
    [['Member', 'email: email, unique', 'level: beginner, advanced', 'balance: integer', 'tags: list of text']],
  ],
  [
    'a zod block',
    `\`\`\`ts
const CourseSchema = z.object({
  title: z.string().min(3).max(80),
  seats: z.number().int().min(1).max(30).default(12),
  kind: z.enum(['yoga', 'box']),
  contact: z.string().email().optional(),
})
\`\`\``,
    [['Course', 'title: text(3..80)', 'seats: integer(1..30), default 12', 'kind: yoga, box', 'contact: email']],
  ],
  [
    'SQL and Prisma',
    `\`\`\`sql
CREATE TABLE bookings (
  id uuid primary key,
  room_id int not null references rooms(id),
  note varchar(200),
  paid boolean not null default false,
  created_at timestamptz not null default now(),
  unique (room_id, note)
);
\`\`\`

\`\`\`prisma
model Room {
  id   Int     @id @default(autoincrement())
  name String  @unique
  open Boolean @default(true)
}
\`\`\``,
    [
      ['bookings', 'room_id: Room, required', 'note: text(..200)', 'paid: boolean, required, default false'],
      ['Room', 'name: text, unique', 'open: boolean, default true'],
    ],
  ],
  [
    'one table for several entities',
    `### 3.1 Stock

| Field | of | Type | M/O | Default |
|---|---|---|---|---|
| code | Item type | text, 3–12 characters, capitals, digits, hyphen | M | |
| maxPerLoan | Item type | 1–10 units | O | 2 |
| typeCode | Item | -> Item type | M | |
| boughtOn | Item | date | O | |`,
    [
      ['Item type', 'code: text(3..12), required, /[A-Z0-9\\-]*/', 'maxPerLoan: integer(1..10) units, default 2'],
      ['Item', 'typeCode: Item type, required', 'boughtOn: date'],
    ],
  ],
  [
    'names in bold and plain lists under a heading',
    `### Harvest

- harvested on (date, required)
- weight: 0–5000 kg
- photos: up to 3 photos, at most 5 MB each
- inspector: the person who checked it
- supervisor -> Person
- *birthday*: date
- pin (write-only, text)
- status
  - active
  - gone

### Person

- **name** – required, max 80 characters`,
    [
      [
        'Harvest',
        'harvested on: date, required',
        'weight: integer(0..5000) kg',
        'photos: files(jpg, png, gif, webp)',
        'inspector: Person',
        'supervisor: Person',
        'birthday: date',
        'pin: text, write-only',
        'status: active, gone',
      ],
      ['Person', 'name: text(..80), required'],
    ],
  ],
  [
    'relations that are drawn',
    `    Order 1 --- 1..8 Order line
    Person 1 --- n Order

- **Order**
  - \`buyerId\`: text
- **Order line**
  - \`what\`: text
- **Person**
  - \`name\``,
    [
      ['Order', 'buyerId: Person', 'lines: list of Order line'],
      ['Order line of Order', 'what: text'],
      ['Person', 'name: text'],
    ],
  ],
];

for (const [hand, point, entities] of hands) {
  test(`entities are read from ${hand}`, () => assert.deepEqual(read(point).entities, entities));
}

test('what is said of a field and has no effect is reported at its line and kept as help', () => {
  const { model, messages } = read('- **Item**\n  - `shelf`: letter + 2 digits, not for borrowers\n  - `gadget`');
  assert.deepEqual(messages, [
    '2: The note “not for borrowers” is kept as help and has no effect.',
    '3: Nothing says what “gadget” holds, so it is shown and never written.',
  ]);
  assert.equal(model.entities[0]?.fields[0]?.help, '> `shelf`: letter + 2 digits, not for borrowers');
});

test('a record that belongs to another has a field that leads there, and one at most where that is said', () => {
  const { entities, model } = read(
    '- **Ticket**\n  - Subject.\n- **Comment** (belongs to one ticket)\n  - Id, ticket, note.\n- **Approval** (at most one per ticket)\n  - Reason.',
  );
  assert.deepEqual(entities.slice(1), [
    ['Comment', 'ticket: Ticket, required', 'note: text'],
    ['Approval', 'ticket: Ticket, required, unique', 'Reason: text'],
  ]);
  assert.equal(model.entities[1]?.belongsTo, null);
});

test('fields that are unique together are a key of the entity', () => {
  const { model } = read(
    '- **Category**\n  - Name (unique under the same parent).\n  - Parent category. May be empty.',
  );
  assert.deepEqual(
    model.entities[0]?.unique.map(({ fields }) => fields.map(({ name }) => name)),
    [['Name', 'Parent category']],
  );
  assert.equal(model.entities[0]?.fields[1]?.type.kind, 'reference');
});

test('what is computed belongs to the entity that has most of it, and a value that is not understood is set by the product', () => {
  const { entities } = read(
    '- **Job**\n  - Due at.\n  - State: open or done.\n  - Score: 1 to 9 points.\n- **Firm**\n  - Name.\n- What is computed:\n  - Score: whatever the board thinks of it.\n  - Overdue: due at has passed and the state is not done.',
  );
  assert.deepEqual(entities[0], [
    'Job',
    'Due at: date and time',
    'State: open, done',
    'Score: integer(1..9) points, by the product',
    'Overdue: boolean, = this["Due at"] < now and State != done',
  ]);
});

test('a list of what is called for by itself are records of their own, and one that nothing else leads to are lines', () => {
  const point = '- `Order`: `no: string`, `parts: Part[]`\n- `Part`: `what: string`, `size: number`';
  const calls =
    '\n\n## 7. The calls it makes\n\n| Call | Method | Path | Does |\n| --- | --- | --- | --- |\n| parts | GET | /parts | list Part |';
  assert.deepEqual(
    read(point).entities.map(([name]) => name),
    ['Order', 'Part of Order'],
  );
  const { model } = readDocument(`# Specification: X\n\n## 3. Entities and their fields\n\n${point}${calls}\n`);
  assert.deepEqual(
    model.entities.map(({ belongsTo }) => belongsTo),
    [null, null],
  );
  assert.equal(model.entities[0]?.fields[1]?.type.kind, 'references');
});

test('a choice of the roles of point 6 is the role of the people, also by a part of their names', () => {
  const text =
    '# Specification: X\n\n## 3. Entities and their fields\n\n- **Person**\n  - `email`; `role`: borrower | desk | manager\n\n## 6. Roles and permissions\n\n| Role | Description |\n| --- | --- |\n| Borrower | |\n| Desk assistant | |\n| Store manager | |\n';
  assert.equal(readDocument(text).model.entities[0]?.fields[1]?.type.kind, 'role');
});

test('sentences that tell of no field are prose, in the notation and in words', () => {
  const { entities, model } = read(
    '### Order\n\nWhat people order.\n\n- An order is made by a customer.\n- Sees its own lines only.\n- what: text(1..9), required',
  );
  assert.deepEqual(entities, [['Order', 'what: text(1..9), required']]);
  assert.match(model.entities[0]?.help ?? '', /made by a customer/);
});
