/** An order whose lines have more columns than a page is wide, and events that lead back and forth. */
export const wideLines = `# Specification: Orders

## 1. What the product does and for whom

- Time zone: Asia/Tokyo
- Language: de

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Orders | Order | table: number, title, status | Clerk |
| \`/late\` | Late orders | Order | table: number, title | Clerk |
| \`/days\` | Days | Order | calendar by due: status, place | Clerk |
| \`/new\` | New order | Order | form: title, lines | Clerk |
| \`/orders/:id\` | Order | Order | record | Clerk |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | integer | no | unique |
| title | text | yes | title |
| place | text | no | |
| due | date | no | |
| amount | integer | no | |
| lines | list of Line | no | |

### Line

Belongs to Order.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | |
| note | text | no | |
| maker | text | no | |
| colour | one of Red, Green | no | |
| buyer | Person | no | |
| count | integer | no | |
| price | money(EUR) | no | |
| sent | date | no | |
| arrived | date | no | |

## 4. States and transitions

### Order: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Draft | | | |
| Draft | submit | Submitted | Clerk | | |
| Submitted | withdraw | Draft | Clerk | | |

## 6. Roles and permissions

- Clerk: does all

| | Clerk |
| --- | --- |
| Order: read, create, change | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Clerk |

### Order

| number | title | place | due | amount | status |
| --- | --- | --- | --- | --- | --- |
| 1003 | Chairs | Cellar | today | 1003 | Draft |
| 1004 | Tables | | today | 2 | Draft |
`;
