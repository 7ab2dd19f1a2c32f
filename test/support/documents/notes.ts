/** Whoever is quiet is read by nobody else, a clerk reads no names, and a locked note is its owner's. */
export const NOTES = `# Specification: Notes

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| /notes | Notes | Note | table: title | |
| /notes/:id | Note | Note | record | |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |
| quiet | yes/no | no | |

### Note

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| owner | Person | yes | default \`me\` |
| locked | yes/no | no | |

## 6. Roles and permissions

- Member: everyone who signs in
- Writer: writes
- Clerk: files

| | Member | Writer | Clerk |
| --- | --- | --- | --- |
| Note: read | \`owner == me or locked != true\` | | |
| Note: create | yes | | |
| Note: change | yes | | |
| Person: read | \`quiet != true\` | \`quiet != true\` | \`quiet != true\` |
| Person.name: read | no | yes | no |
| Person: change | yes | | |

## Sample data

### Person

| name | email | role | quiet |
| --- | --- | --- | --- |
| Ann | ann@x.org | Writer | no |
| Ben | ben@x.org | Writer | no |
| Cleo | cleo@x.org | Writer | yes |
| Dan | dan@x.org | Clerk | no |
`;
