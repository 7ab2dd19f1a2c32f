/** A shop whose computed fields go along references, through lines, and by the clock. */
export const SHOP = `# Specification: Shop

## 1. What the product does and for whom

Customers order products.

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Customer

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| town | text | no | |
| spent | money(EUR) | | = \`sum(Order.total where customer == this)\` |
| late | integer | | = \`count(Order where customer == this and overdue)\` |

### Product

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| price | money(EUR) | yes | |
| sold | integer | | = \`sum(Line.quantity where product == this)\` |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text | yes | title |
| note | long text | no | searchable |
| secret | text | no | searchable |
| customer | Customer | no | on delete: clear |
| buyer | text | | searchable, = \`customer.name\` |
| lines | list of Line | no | |
| total | money(EUR) | | = \`sum(lines.amount)\` |
| due | date | no | |
| overdue | yes/no | | = \`due < today\` |
| years | integer | | = \`yearsBetween(due, today)\` |
| reminder | date | | = \`overdue ? today : due\` |

### Line

Belongs to Order.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| product | Product | yes | |
| quantity | integer | yes | |
| amount | money(EUR) | | = \`product.price * quantity\` |
| wished | integer | | = \`count(Wish where product == this.product)\` |

### Wish

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| text | text | yes | title |
| product | Product | no | |

### Parcel

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | yes | title |
| order | Order | yes | |
| town | text | | = \`order.customer.town\` |
| worth | money(EUR) | | = \`order.total\` |
| late | yes/no | | = \`order.overdue\` |

## 6. Roles and permissions

- Clerk: works here
- Guard: looks on

| | Clerk | Guard |
| --- | --- | --- |
| Person: read | yes | yes |
| Customer: read | yes | yes |
| Customer: create | yes | |
| Customer: change | yes | |
| Customer: delete | yes | |
| Product: read | yes | yes |
| Product: create | yes | |
| Product: change | yes | |
| Order: read | yes | yes |
| Order.secret: read | yes | \`number == "N2"\` |
| Order: create | yes | |
| Order: change | yes | |
| Order: delete | yes | |
| Wish: read | yes | yes |
| Wish: create | yes | |
| Wish: change | yes | |
| Wish: delete | yes | |
| Parcel: read | yes | yes |
| Parcel: create | yes | |

## 9. Business constants and limits

| Limit | Value |
| --- | --- |
| Requests | 100000 a minute |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | Clerk |
| Gus | gus@example.com | Guard |

### Customer

| name | town |
| --- | --- |
| Zoë | Genève |

### Product

| name | price |
| --- | --- |
| Pen | 2 EUR |
| Ink | 5 EUR |
`;
