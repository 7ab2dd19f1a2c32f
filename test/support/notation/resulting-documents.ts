/** A document of these entities and rules, in which everybody may do everything. */
function documentOf(name: string, entities: string, after: string, matrix: readonly string[]): string {
  return `# Specification: ${name}

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |

${entities}

${after}

## 6. Roles and permissions

- Chief: everyone who signs in

| | Chief |
| --- | --- |
${matrix.map((entity) => `| ${entity}: read, create, change, delete, restore | yes |`).join('\n')}
| Person: read | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;
}

const stockEntities = `### Product

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| bought | integer | yes | |
| sold | integer | | = \`sum(Sale.quantity where product == this)\` |
| stock | integer | | = \`bought - sold\` |

### Sale

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| note | text | no | title |
| product | Product | yes | |
| quantity | integer | yes | |`;

/** A product's stock is computed over its sales. */
export const stockDocument = (condition: string, notes = ''): string =>
  documentOf(
    'Stock',
    notes === ''
      ? stockEntities
      : stockEntities.replace('| note | text | no | title |', `| note | text | no | title, ${notes} |`),
    `## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Sale | \`${condition}\` | SOLD_OUT |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| SOLD_OUT | 422 | Sold out. |
`,
    ['Product', 'Sale'],
  );

/** A sale that takes from the product by an effect. */
export const takingDocument = documentOf(
  'Shelf',
  `### Product

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| stock | integer | yes | |

### Sale

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| note | text | no | title |
| product | Product | yes | |
| quantity | integer | yes | |`,
  `## 4. States and transitions

### Sale: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Sold | product.stock = product.stock - quantity |

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Sale, create | \`product.stock >= quantity\` | SOLD_OUT |
| R2 | Sale | \`quantity > 0\` | NOTHING |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| SOLD_OUT | 422 | Sold out. |
| NOTHING | 422 | Nothing is sold. |
`,
  ['Product', 'Sale'],
);

/** A garage: jobs with lines that use tyres. */
export const garageDocument = (condition: string): string =>
  documentOf(
    'Garage',
    `### Tyre

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| got | integer | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| uses | list of Use | no | |

### Use

Belongs to Job.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| tyre | Tyre | yes | title |
| count | integer | yes | |`,
    `## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Use | \`${condition}\` | OVER |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| OVER | 422 | Over. |
`,
    ['Tyre', 'Job'],
  );
