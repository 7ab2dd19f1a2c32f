/** Visits that are finished with a proof, which is a file. */
export const sites = `# Specification: Sites

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Visits | Visit | table: title, status | Chief |
| \`/visits/:id\` | Visit | Visit | record | Chief |

### Visits

- Actions: finish

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Visit

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| proof | file(pdf) | no | |

## 4. States and transitions

### Visit: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | finish | Finished | Chief | | ask proof (optional) |

## 6. Roles and permissions

- Chief: sees all, and looks after people

| | Chief |
| --- | --- |
| Visit: read | yes |
| Visit: create | yes |
| Visit: change | yes |
| Visit: delete | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada Lovelace | ada@example.com | Chief |
`;
