/** Orders of twelve fields. A Seller reads their own; a Boss reads all. Every query of the benchmark is stated in point 2. */
export const orderText = `# Specification: Orders

## 1. What the product does and for whom

Sellers take orders; the boss looks at all of them.

- Language: en
- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Open orders | Order where \`status == Open\` | table: number, customer, status, amount, dueOn | Seller |
| \`/all\` | All orders | Order | table: number, customer, status, amount, dueOn | Boss |
| \`/customers\` | By customer | Order | table: customer, number, amount | Boss |
| \`/urgent\` | Urgent | Order where \`priority == High\` | table: number, customer, dueOn | Boss |
| \`/overview\` | Overview | Order | dashboard | Boss |
| \`/orders/:id\` | Order | Order | record | Seller, Boss |

### Open orders

- Sort: -amount

### All orders

- Sort: number

### By customer

- Sort: customer

### Urgent

- Sort: dueOn

### Overview

- Number: Orders, count
- Number: Turnover, sum of amount
- Number: Open, count where \`status == Open\`
- Number: Open amount, sum of amount where \`status == Open\`
- Chart: By status, bar, count by status
- Chart: Amount by region, bar, sum of amount by region
- Chart: Amount by month, line, sum of amount by month of orderedOn

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text(1..40) | yes | title |
| owner | Person | yes | |
| customer | text(1..80) | yes | |
| status | one of Open, Packed, Sent, Paid, Cancelled | yes | |
| priority | one of Low, Normal, High | yes | |
| region | one of North, East, South, West | yes | |
| amount | money(EUR) | yes | |
| quantity | integer | yes | |
| orderedOn | date | yes | |
| dueOn | date | no | |
| reference | text(..40) | no | |
| note | text(..200) | no | |

## 4. States and transitions

not shown.

## 5. Validation rules

not shown.

## 6. Roles and permissions

- Seller: takes orders
- Boss: looks at all orders

| | Seller | Boss |
| --- | --- | --- |
| Order: create | yes | no |
| Order: read, change | \`owner == me\` | yes |
| Person: read | yes | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| orders | GET /api/orders | list Order | filter, sort, page | page of Order |
| order | GET /api/orders/:id | read Order | | Order |
| new order | POST /api/orders | create Order | number, owner, customer, status, priority, region, amount, quantity, orderedOn, dueOn, reference, note | Order |
| change order | PATCH /api/orders/:id | change Order | customer, note | Order |

## 8. The error catalogue

not shown.

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| Page size | 50 | |
| Requests | 1000000 per second per person | |
`;
