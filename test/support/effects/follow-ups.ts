/** Tasks that become late after two days, and are closed five days later. */
export const FOLLOW_UPS = `# Specification: Follow-ups

## 3. Entities and their fields

### Task

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

## 4. States and transitions

### Task: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | after 2 days | Late | |
| Late | after 5 days | Closed | |

- Final: Closed

## 6. Roles and permissions

| Role | Who |
| --- | --- |
| Clerk | Works here |

| Permission | Clerk |
| --- | --- |
| Task: read | yes |
| Task: create | yes |
| Task: change | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ana | ana@example.com | Clerk |
`;
