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
import { noValues, type Row, type Value } from '../../../src/fields/text/value.ts';
import { assume } from '../../../src/model/defaults/assume.ts';
import { type Schema, schemaOf } from '../../../src/model/lookups/schema.ts';
import { readDocument } from '../../../src/notation/document/read-document.ts';

export const ZONE = 'Europe/Berlin';
/** A Wednesday in summer, 10:00 in Berlin. */
export const NOW = Date.parse('2026-07-15T08:00:00Z');

const DOCUMENT = `# Specification: Things

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| boss | Member | no | |
| role | Role | no | |
| roles | Roles | no | |
| score | integer | no | |

### Thing

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | no | title |
| note | text | no | |
| n | integer | no | |
| m | integer | no | |
| rate | decimal(8, 3) | no | |
| price | money(EUR) | no | |
| cost | money(EUR) | no | |
| dollars | money(USD) | no | |
| any | money | no | |
| flag | yes/no | no | |
| other | yes/no | no | |
| kind | Small, Big, In between | no | |
| due | date | no | |
| begun | date | no | |
| sent | date and time | no | |
| seen | date and time | no | |
| owner | Member | no | |
| helper | Member | no | |
| parts | list of Part | no | |
| scan | file | no | |
| due date | date | no | |
| today | date | no | |
| LIMIT2 | integer | no | |
| constructor | integer | no | |

### Part

Belongs to Thing.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | no | title |
| amount | money(EUR) | no | |
| count | integer | no | |
| keeper | Member | no | |

## 4. States and transitions

### Thing: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Draft | | | |
| Draft | send | Sent | | | |

## 6. Roles and permissions

- Staff: everyone who signs in
- Boss: decides

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| LIMIT | 25 EUR | |
| LIMIT2 | 2 | |
| TWICE | \`LIMIT * 2\` | |
| WINDOW | 90 days | |
| BIG | 10 MB | |
| HIDDEN | not shown. | |
| ON_HIDDEN | \`HIDDEN + 1\` | |
| ROUND_A | \`ROUND_B + 1\` | |
| ROUND_B | \`ROUND_A + 1\` | |
| FACTOR | 1.5 | |
`;

/** The look-ups of a small document with a field of every kind. */
export function things(): Schema {
  return schemaOf(assume(readDocument(DOCUMENT).model));
}

export const CONDITION: StaticType = { t: 'boolean', condition: true };

/** A checked expression over a Thing; fails the test where it does not parse or fit. */
export function typed(
  schema: Schema,
  text: string,
  wants: StaticType | null = null,
  entity: string | null = 'Thing',
): Typed {
  const parsed = parseExpression(text);
  assert.deepEqual(parsed.problems, [], text);
  assert.ok(parsed.tree, text);
  const checked = checkExpression(parsed.tree, { schema, entity, wants });
  const errors = checked.problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, [], text);
  assert.ok(checked.typed, text);
  return checked.typed;
}

/** What is wrong with an expression over a Thing, first with its syntax, then with its types. */
export function problemsOf(
  schema: Schema,
  text: string,
  wants: StaticType | null = CONDITION,
): readonly ExpressionProblem[] {
  const { tree, problems } = parseExpression(text);
  return tree === null ? problems : checkExpression(tree, { schema, entity: 'Thing', wants }).problems;
}

export function words(schema: Schema, text: string, wants: StaticType | null = CONDITION, entity = 'Thing'): string {
  return wordsOf(typed(schema, text, wants, entity), { schema });
}

/** A record with these values; every other field of its entity is empty. */
export function row(schema: Schema, entity: string, id: string, values: Readonly<Record<string, Value>> = {}): Row {
  const all = noValues();
  for (const name of schema.entities.get(entity)?.attributes.keys() ?? []) all[name] = null;
  all['id'] = id;
  Object.assign(all, values);
  return { entity, id, version: 1, values: all };
}

/** A record without these fields, as if they had not been loaded. */
export function without(of: Row, ...names: readonly string[]): Row {
  const values = noValues();
  for (const [name, value] of Object.entries(of.values)) if (!names.includes(name)) values[name] = value;
  return { ...of, values };
}

export function scope(parts: Partial<Scope>): Scope {
  return { row: null, old: null, me: null, now: NOW, find: () => null, ...parts };
}

export function evaluate(
  schema: Schema,
  text: string,
  parts: Partial<Scope>,
  wants: StaticType | null = null,
): Outcome {
  return compile(typed(schema, text, wants), { zone: ZONE })(scope(parts));
}

export function relation(schema: Schema, text: string, wants: StaticType | null = CONDITION): Relation {
  return relate(typed(schema, text, wants), { zone: ZONE, schema });
}
