/** Gardeners leave by an event that empties the field that they sign in with. */
export const GARDENERS = `# Specification: Allotments

## 1. What the product does and for whom

Gardeners rent plots.

- Language: en
- Time zone: Europe/Berlin

## 3. Entities and their fields

### Gardener

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | no | title |
| email | email | no | unique, sign-in |
| role | Role | yes | |

### Plot

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | yes | title |
| tenant | Gardener | no | |

## 4. States and transitions

### Gardener: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Active | | | |
| Active | leave | Gone | Member | \`this == me and none(Plot where tenant == this)\` | name = null; email = null |

- Final: Gone

## 6. Roles and permissions

- Member: gardens

| | Member |
| --- | --- |
| Gardener: read | \`this == me\` |
| Gardener: create, change, delete | no |
| Plot: read | yes |
| Plot: create, change, delete | no |

## Sample data

### Gardener

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | Member |
| Bo | bo@example.com | Member |

### Plot

| label | tenant |
| --- | --- |
| P1 | Bo |
`;
