/** Notes about cases that one reads through the client of the case, and that hold lines: reading one takes several questions. */
export const CASES = `# Specification: Cases

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/notes\` | Notes | Note | table: title, about | |
| \`/cases/:id\` | Case | Case | record | |

### Case

- Comments: yes

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in
- role: Role
- lead: Person

### Client

- name: text, required, title
- keeper: Person

### Case

- name: text, required, title
- number: text, unique
- client: Client
- steps: list of Step

### Step

Belongs to Case.

- what: text, required, title
- by: Person

### Note

- title: text, required, title
- about: Case
- others: set of Case

## 6. Roles and permissions

- Anybody: everyone who signs in

| | Anybody |
| --- | --- |
| Person: read | \`lead.lead == me or lead == null\` |
| Client: read | \`keeper == me\` |
| Case: read | \`client.keeper == me\` |
| Note: read, create, change | yes |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Requests | 1000000 per minute per person |

## Sample data

### Person

| name | email | role | lead |
| --- | --- | --- | --- |
| Ada | ada@example.com | | Cy |
| Bo | bo@example.com | | |
| Cy | cy@example.com | | |

### Client

| name | keeper |
| --- | --- |
| Acme | Ada |
| Bolt | Bo |

### Case

| name | number | client | steps |
| --- | --- | --- | --- |
| Roof | R-1 | Acme | Look; Mend |
| Door | D-1 | Bolt | Paint |
`;
