/** A depot whose orders go out and come in as files: with what some may not read, and what rows of one file decide about each other. */
export const depotOrders = `# Specification: Depot

## 1. What the product does and for whom

A depot takes orders.

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Orders | Order | table: number, customer, kind, total | Clerk, Boss |
| \`/open\` | Open orders: now | Order where \`status == Open\` | table: number | Clerk, Boss |
| \`/sealed\` | Sealed | Order | table: number | Clerk, Boss |
| \`/unsaid\` | Unsaid | Order | table: number | Clerk, Boss |
| \`/boss\` | Boss | Order | table: number | Boss |
| \`/customers\` | Customers | Customer | table: name, code | Clerk, Boss |

### Orders

- Sort: number
- Actions: ship

### Sealed

- Export: no
- Import: no

### Unsaid

- Export: not shown.
- Import: not shown.

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles

### Customer

- name: text, required, title
- code: text, unique, ignoring case
- secret: boolean

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text(1..12) | yes | title, unique |
| customer | Customer | no | |
| kind | Rush, inStock | no | default Rush |
| total | money(EUR) | no | |
| quote | money | no | |
| marks | several of Glass, Cold | no | |
| dueOn | date | no | |
| callAt | date and time | no | |
| count | integer(1..9) | no | |
| paid | boolean | no | |
| note | text | no | |
| margin | money(EUR) | no | |
| label | file(pdf) | no | |
| parts | list of Part | no | |
| left | money(EUR) | no | = \`total\` |

### Part

- Belongs to: Order
- what: text, required
- pieces: integer, required

## 4. States and transitions

### Order: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | ship | Shipped | Clerk, Boss |

## 5. Validation rules

| Rule | On | Check | Severity | Message |
| --- | --- | --- | --- | --- |
| R1 | Order | \`paid is empty or total is not empty\` | | Say what was paid. |
| R2 | Order | \`kind != inStock or count(Order where kind == inStock) < 2\` | | There are two in stock already. |
| R3 | Order | \`total <= 500 EUR\` | warning | That is much. |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Clerk | takes orders |
| Boss | sees everything |

| | Clerk | Boss |
| --- | --- | --- |
| Person: read | yes | yes |
| Customer: read | where \`secret != true\` | yes |
| Customer: create | yes | yes |
| Order: read | where \`note != "hidden"\` | yes |
| Order.margin: read | no | yes |
| Order: create | yes | yes |
| Order: delete | where \`kind == Rush\` | yes |

## 7. The calls it makes

not shown.

## 8. The error catalogue

not shown.

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Page size | 2 |
| Export rows | 7 |
| Import rows | 5 |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Cleo | cleo@example.com | Clerk |
| Bo | bo@example.com | Boss |
| Gil | gil@example.com | |

### Customer

| name | code | secret |
| --- | --- | --- |
| Acme | AC | no |
| Twin | T1 | no |
| Twin | T2 | no |
| Shade | SH | yes |

### Order

| number | customer | kind | total | quote | marks | dueOn | callAt | count | paid | note | margin |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| A-1 | Acme | inStock | 12.50 EUR | -3.00 USD | Glass, Cold | 2026-09-01 | 2026-09-01T08:00:00Z | 3 | yes | =1+1 | 1.00 EUR |
| A-2 | Shade | Rush | -4.00 EUR | | Cold | | | | | say "so"; | 2.00 EUR |
| A-3 | | Rush | | | | | | | | hidden | 3.00 EUR |
`;
