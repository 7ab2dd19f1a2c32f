/** A stock whose records have a field of each type that is typed as text, with lines, asks and files. */
export const typedStock = `# Specification: Stock

## 1. What the product does and for whom

A stock.

- Language: LANGUAGE
- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Items | Item | table: label, pieces, price, day, moment | Keeper |
| \`/new\` | New item | Item | form: label, pieces, minutes, share, weight, price, quote, day, moment, start, lasts, paid, maker, makers, scan, parts | Keeper |
| \`/items/:id\` | Item | Item | record | Keeper |

### Items

- Actions: sell

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles

### Maker

- name: text, required, title

### Item

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text(1..80) | yes | title |
| pieces | integer | no | |
| minutes | integer in min | no | |
| share | decimal(6,2) % | no | |
| weight | decimal(12,3) | no | |
| price | money(EUR) | no | |
| quote | money | no | |
| day | date | no | |
| moment | date and time | no | |
| start | time | no | |
| lasts | duration | no | |
| paid | boolean | no | |
| maker | Maker | no | |
| makers | set of Maker | no | |
| scan | file(pdf) | no | |
| parts | list of Part | no | |
| soldOn | date | no | asked on sell |
| soldFor | money(EUR) | no | asked on sell |

### Part

- Belongs to: Item
- what: text, required
- cost: money(EUR)

## 4. States and transitions

### Item: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Kept | | |
| Kept | sell | Sold | Keeper | ask soldOn (optional); ask soldFor (optional) |

- Final: Sold

## 5. Validation rules

not shown.

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Keeper | keeps |

| | Keeper |
| --- | --- |
| Person: read | yes |
| Maker: read | yes |
| Maker: create | yes |
| Item: read | yes |
| Item: create | yes |
| Item: change | yes |

## 7. The calls it makes

not shown.

## 8. The error catalogue

not shown.

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Import rows | 5000 |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Kim | kim@example.com | Keeper |

### Maker

| name |
| --- |
| Acme |
| Borg |

### Item

| label | pieces | price | day | moment |
| --- | --- | --- | --- | --- |
| Chair | 3 | 12.50 EUR | 2026-11-03 | 2026-11-03T13:05:00Z |
`;
