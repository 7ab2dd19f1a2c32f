interface Effects {
  /** What a new sale, order or entry does. */
  readonly sale?: string;
  readonly order?: string;
  readonly entry?: string;
}

/** A shop whose records do something at one another when they are new. Everybody may do everything. */
export const effectsDocument = ({ sale = '', order = '', entry = '' }: Effects): string => `# Specification: Shop

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- points: integer, default 0

### Product

- name: text, required, title
- stock: integer, required
- seen: integer
- noted: integer
- box: Box
- sold: integer, = \`count(Sale where product == this)\`

### Box

- name: text, required, title
- product: Product
- spare: Product

### Sale

- name: text, required, title
- product: Product
- box: Box
- seller: Person, default \`me\`
- quantity: integer, required

### Order

- name: text, required, title
- items: list of Item

### Item

Belongs to Order.

- product: Product, required
- quantity: integer, required

### Entry

- product: Product, title
- quantity: integer
- left: integer

## 4. States and transitions

### Product: state

| From | Event | To | Who | Only if |
| --- | --- | --- | --- | --- |
| (new) | | Here | | |
| Here | run out | Gone | member | \`stock == 0\` |

### Sale: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Sold | ${sale} |

### Order: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Ordered | ${order} |

### Entry: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Entered | ${entry} |

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Product: read, create, change | yes |
| Box: read, create, change | yes |
| Sale: read, create, change | yes |
| Order: read, create, change | yes |
| Entry: read, create, change | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;
