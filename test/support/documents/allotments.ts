/** Allotments with everything that a deletion can take along, and that can stand in the way of bringing back. */
export const ALLOTMENTS = `# Specification: Allotments

## 1. What the product does and for whom

Members keep plots; the board keeps order.

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Seed

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |

### Plot

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title, unique |
| keeper | Person | yes | default \`me\` |
| friends | set of Person | no | on delete: clear |
| note | long text | no | searchable |
| debt | integer | no | |
| key | text | no | unique |
| main | Seed | no | |
| spare | Seed | no | on delete: clear |
| others | set of Seed | no | on delete: clear |
| rows | list of Row | no | |
| plan | file(txt) | no | |
| visits | integer | | = \`count(Visit where plot == this)\` |
| crop | text | | = \`main.name\` |

### Row

Belongs to Plot.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | yes | |
| seed | Seed | no | on delete: clear |
| photo | file(txt) | no | |

### Visit

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title, unique |
| plot | Plot | yes | on delete: cascade |

### Remark

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| text | text | yes | title |
| visit | Visit | yes | on delete: cascade |

## 4. States and transitions

### Plot

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Green | |
| Green | after 10 days | Ripe | |
| Ripe | reap | Green | |

- Editable in: Green, Ripe

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Plot, create | \`count(Plot where keeper == this.keeper) <= 2\` | ENOUGH |
| R2 | Plot | \`debt == null or debt <= 10\` | |

## 6. Roles and permissions

- Member: everyone who signs in
- Board: keeps order

| | Member | Board |
| --- | --- | --- |
| Person: read | yes | yes |
| Person: create, change, delete | | yes |
| Seed: read | yes | yes |
| Seed: create, change, delete | yes | yes |
| Plot: read | \`keeper == me or me in friends or rows.exists(each, each.label == "open")\` | yes |
| Plot: create | yes | yes |
| Plot: change | \`keeper == me\` | yes |
| Plot: delete | \`keeper == me\` | \`debt == null\` |
| Plot.debt, key: read | no | yes |
| Visit: read | \`plot.keeper == me\` | yes |
| Visit: create, change, delete | yes | yes |
| Visit: restore | | yes |
| Remark: read, create, change, delete | yes | yes |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| ENOUGH | 422 | Nobody keeps more than two plots. |

## 9. Business constants and limits

| Limit | Value |
| --- | --- |
| Requests | 100000 a minute |
| Retention | 20 days |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | |
| Ben | ben@example.com | |
| Eva | eva@example.com | Board |

### Seed

| name |
| --- |
| Bean |
| Leek |
| Kale |
`;
