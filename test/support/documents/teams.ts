/** Projects with several people and several files in their fields. */
export const TEAMS = `# Specification: Teams

## 1. What the product does and for whom

People work together on projects.

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/projects\` | Projects | Project | table | Lead, Worker |
| \`/projects/:id\` | Project | Project | record | Lead, Worker |
| \`/new\` | New project | Project | form | Lead, Worker |
| \`/mine\` | Mine | Project where \`me in members\` | table | Lead, Worker |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |
| level | integer | yes | default 1 |
| unlisted | boolean | no | |

### Topic

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |

### Project

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| members | set of Person | yes | at most 4 |
| reviewers | ordered set of Person | no | on delete: clear |
| urgent | boolean | no | |
| topics | set of Topic | no | on delete: cascade |
| papers | files(txt, csv) | no | at most 2 |
| size | integer | | = \`count(members)\` |
| strength | integer | | = \`sum(members.level)\` |
| parts | list of Part | no | |

### Part

Belongs to Project.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | |
| by | set of Person | no | on delete: clear |

## 4. States and transitions

### Project: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | finish | Done | members |

- Editable in: Open

## 5. Validation rules

| Rule | Entity | Condition | Error |
| --- | --- | --- | --- |
| R1 | Project | \`members.all(m, m.level > 0)\` | TOO_GREEN |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Lead | plans |
| Worker | works |

| Entity: operation | Lead | Worker |
| --- | --- | --- |
| Person: read | yes | \`unlisted != true\` |
| Person: change | yes | no |
| Person: delete | yes | no |
| Topic: read, create, delete | yes | yes |
| Project: read | yes | \`me in members or me in reviewers\` |
| Project.urgent: read | yes | \`me in members\` |
| Project: create, change | yes | yes |
| Project: delete | yes | no |

## 7. The calls it makes

not shown.

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_GREEN | 422 | Everybody has to be trained. |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Page size | 50 |

## Sample data

### Person

| name | email | role | level | unlisted |
| --- | --- | --- | --- | --- |
| Ann | ann@x.test | Lead | 3 | no |
| Ben | ben@x.test | Worker | 2 | no |
| Cyd | cyd@x.test | Worker | 1 | no |
| Dee | dee@x.test | Worker | 5 | yes |
| Eve, junior | eve@x.test | Worker | 0 | no |

### Topic

| name |
| --- |
| Roads |

### Project

| title | members | reviewers | papers |
| --- | --- | --- | --- |
| Bridge | Ben, Dee | Cyd, Ann, "Eve, junior" | (sample), (sample) |
| Tunnel | Ann | | |
`;
