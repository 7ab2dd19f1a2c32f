import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The expense document as it stands. */
export const expenseText = readFileSync(join(import.meta.dirname, '..', 'examples', 'expense-claims.md'), 'utf8');

/** The expense document with a limit of requests that a load generator does not reach. */
export const loadText = expenseText.replace(
  '| Requests | 600 per minute per person |',
  '| Requests | 1000000 per second per person |',
);

/**
 * Entries that some may read in part: of five fields each is readable to a Clerk on their own rows only. `gated` false
 * is the same document without those five rows of the matrix.
 */
export function gatedText(gated: boolean): string {
  const fields = ['account', 'amount', 'reason', 'due', 'remark'];
  const rows = fields.map((field) => `| Entry.${field}: read | \`keeper == me\` |`);
  return `# Specification: Ledger

## 1. What the product does and for whom

Clerks keep entries.

- Language: en
- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Entries | Entry | table: number, account, amount, reason, due, remark | Clerk |

### Entries

- Sort: number

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Entry

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text(1..20) | yes | title |
| keeper | Person | yes | |
| account | text(..40) | no | |
| amount | money(EUR) | no | |
| reason | text(..200) | no | |
| due | date | no | |
| remark | text(..200) | no | |

## 4. States and transitions

not shown.

## 5. Validation rules

not shown.

## 6. Roles and permissions

- Clerk: keeps entries

| | Clerk |
| --- | --- |
| Entry: read | yes |
${gated ? `${rows.join('\n')}\n` : ''}| Person: read | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| entries | GET /api/entries | list Entry | filter, sort, page | page of Entry |

## 8. The error catalogue

not shown.

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| Page size | 50 | |
| Requests | 1000000 per second per person | |
`;
}
