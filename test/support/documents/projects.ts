/** Projects whose records are read by whoever has to do with the project, in each of the ways in which that can be said. */
export const PROJECTS = `# Specification: Projects

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Team

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| lead | Person | no | |

### Project

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| team | Team | no | |
| owner | Person | no | |
| note | text | no | |
| seats | list of Seat | no | |
| due | date | no | |
| overdue | boolean | | = \`due != null and due < today\` |

### Seat

Belongs to Project.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| holder | Person | no | |

### Membership

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| person | Person | yes | |
| project | Project | yes | |

### Task

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | yes | |

### Report

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | yes | |

### Chair

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | yes | |

### Letter

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | yes | |
| price | integer | no | |
| late | boolean | | = \`project.due != null and project.due < today\` |
| pressing | boolean | | = \`late and price != 0\` |

### Warning

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | yes | |

### Notice

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | yes | |

## 6. Roles and permissions

- Worker: everyone who signs in
- Manager: sees to projects

| | Worker | Manager |
| --- | --- | --- |
| Person: read | yes | yes |
| Team: create | | yes |
| Team: read | | yes |
| Team: change | | yes |
| Project: create | | yes |
| Project: read | | yes |
| Project: change | | yes |
| Membership: create | | yes |
| Membership: read | | yes |
| Membership: delete | | yes |
| Task: create | | yes |
| Task: read | \`project.team.lead == me or project.owner == me\` | yes |
| Report: create | | yes |
| Report: read | \`count(Membership where project == this.project and person == me) > 0\` | yes |
| Chair: create | | yes |
| Chair: read | \`project.seats.exists(s, s.holder == me)\` | yes |
| Warning: create | | yes |
| Warning: read | \`project.overdue\` | yes |
| Notice: create | | yes |
| Notice: read | \`exists(Letter where project == this.project and pressing)\` | yes |
| Letter: create | | yes |
| Letter: read | yes | yes |
| Letter: change | | yes |
| Letter.price: read | \`project.owner == me\` | yes |

## 9. Business constants and limits

| Limit | Value |
| --- | --- |
| Requests | 100000 a minute |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Mia | mia@example.com | Manager |
| Ana | ana@example.com | |
| Bob | bob@example.com | |
`;
