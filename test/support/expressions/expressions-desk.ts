import assert from 'node:assert/strict';
import { compile } from '../../../src/expressions/evaluate/compile.ts';
import { checkExpression } from '../../../src/expressions/infer/check.ts';
import { relate } from '../../../src/expressions/relation/relate.ts';
import { parseExpression } from '../../../src/expressions/syntax/parse.ts';
import type { ExpressionProblem } from '../../../src/expressions/syntax/problem.ts';
import type { Relation } from '../../../src/expressions/types/relation.ts';
import type { Outcome, Scope } from '../../../src/expressions/types/scope.ts';
import type { StaticType } from '../../../src/expressions/types/static.ts';
import type { Typed } from '../../../src/expressions/types/typed.ts';
import { wordsOf } from '../../../src/expressions/wording/words.ts';
import type { Value } from '../../../src/fields/text/value.ts';
import { assume } from '../../../src/model/defaults/assume.ts';
import { type Schema, schemaOf } from '../../../src/model/lookups/schema.ts';
import { readDocument } from '../../../src/notation/document/read-document.ts';
import { row, scope, ZONE } from './expressions.ts';

/** A document with people who book rooms and raise tickets, as wide as the language. */
export function deskDocument(
  limits = '| Working hours | Monday to Friday 08:00–18:00 | |\n| Holidays | 2026-12-25, 2027-01-01 | |',
): string {
  return `# Specification: Desk

## 1. What the product does and for whom

- Time zone: ${ZONE}

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | no | |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| seats | integer | no | |
| Room | text | no | |

### Booking

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | no | title |
| room | Room | no | |
| from | date and time | no | |
| to | date and time | no | |
| first | date | no | |
| last | date | no | |
| opens | time | no | |
| closes | time | no | |
| cost | money(EUR) | no | |
| taken | duration | no | |
| tags | list of text | no | |
| watchers | several Member | no | |
| days | several of Monday, Tuesday, Sunday | no | |
| number | number series(B-0000) | no | |
| booker | Member | no | |
| parts | list of Part | no | |

### Part

Belongs to Booking.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | no | title |
| amount | money(EUR) | no | |
| gone | yes/no | no | |

### Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| subject | text | no | title |
| impact | one person, site, company | no | |
| urgency | low, medium, high | no | |
| priority | P1, P2, P3 | no | |
| fallback | P1, P2, P3, none | no | |
| booking | Booking | no | |
| number | integer | no | |
| raised | date and time | no | |
| wanted | date | no | |
| spent | decimal(6, 2) | no | |
| rate | integer | no | |
| fee | money(EUR) | no | |
| vip | yes/no | no | |

## 4. States and transitions

### Ticket: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | New | | | |
| New | take | Taken | | | |
| Taken | pause | Paused | | | |
| Taken | close | Closed | | | |

- Final: Closed
- Group: Running = Taken, Paused

### Booking: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | end | Ended | | | |

## 6. Roles and permissions

- Staff: everyone who signs in
- Lead: leads

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| TAX_RATES | \`[0, 7, 19]\` | |
| SHARES | \`[0.5, 1]\` | |
| URGENT | \`[P1, P2]\` | |
| WORDS | \`["red", "green"]\` | |
| OPEN_STATES | \`[New, Taken]\` | |
| START | \`New\` | |
| NOBODY | \`[Nothing, Nowhere]\` | |
| ANSWER | \`2 working days\` | |
| LIMIT | 3 | |
| PAY_URL | from environment PAY_URL, default "https://pay.example" | |
${limits}

### PRIORITY

| | low | medium | high |
| --- | --- | --- | --- |
| one person | P3 | P3 | P2 |
| site | P3 | P2 | P1 |
| company | P2 | P1 | P1 |

### TARGET

| Priority | Value |
| --- | --- |
| P1 | 4 working hours |
| P2 | 8 working hours |
| P3 | 3 working days |

### PRICE

| Priority | Value |
| --- | --- |
| P1 | 10.50 EUR |
| P2 | 5 EUR |
| P3 | 0 |

### SHORT

| Priority | Value |
| --- | --- |
| P1 | 1 |
| P2 | 2 |

### GAPS

| Priority | Value |
| --- | --- |
| P1 | 1 |
| P2 | not shown. |
| P3 | 3 |

### MIXED

| Priority | Value |
| --- | --- |
| P1 | 1 |
| P2 | 2 days |
| P3 | \`today\` |
`;
}

export function desk(limits?: string): Schema {
  return schemaOf(assume(readDocument(deskDocument(limits)).model));
}

/** A checked expression over a record of the entity; fails the test where it does not parse or fit. */
export function typedOver(schema: Schema, entity: string | null, text: string, wants: StaticType | null = null): Typed {
  const parsed = parseExpression(text);
  assert.deepEqual(parsed.problems, [], text);
  assert.ok(parsed.tree, text);
  const checked = checkExpression(parsed.tree, { schema, entity, wants });
  assert.deepEqual(
    checked.problems.filter(({ severity }) => severity === 'error').map(({ message, next }) => `${message} ${next}`),
    [],
    text,
  );
  assert.ok(checked.typed, text);
  return checked.typed;
}

export function problemsOver(
  schema: Schema,
  entity: string | null,
  text: string,
  wants: StaticType | null = null,
): readonly ExpressionProblem[] {
  const { tree, problems } = parseExpression(text);
  return tree === null ? problems : checkExpression(tree, { schema, entity, wants }).problems;
}

/** What an expression comes to over a record of these values. */
export function valueOver(
  schema: Schema,
  entity: string,
  text: string,
  values: Readonly<Record<string, Value>> = {},
  parts: Partial<Scope> = {},
  wants: StaticType | null = null,
): Outcome {
  const typed = typedOver(schema, entity, text, wants);
  return compile(typed, { zone: ZONE })(scope({ row: row(schema, entity, 'it', values), ...parts }));
}

export function relationOver(schema: Schema, entity: string, text: string): Relation {
  return relate(typedOver(schema, entity, text, { t: 'boolean' }), { zone: ZONE, schema });
}

export function wordsOver(schema: Schema, entity: string, text: string): string {
  return wordsOf(typedOver(schema, entity, text), { schema });
}
