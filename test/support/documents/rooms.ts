/** Rooms with a field of every kind that a list can be filtered by. */
export const rooms = `# Specification: Rooms

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/rooms\` | Rooms | Room | table: name, days | all |

## 3. Entities and their fields

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| days | several of Monday, Tuesday, Late Friday | no | |
| size | one of Small, Large | no | |
| words | list of text | no | |
| opens | time | no | |
| code | number series(R-000) | no | |
| seats | integer | no | |
| area | decimal(5, 1) | no | |
| rent | money(EUR) | no | |
| built | date | no | |
| checked | date and time | no | |
| heated | yes/no | no | |
| note | long text | no | |
| keeper | Person | no | |
| users | set of Person | no | |
| plan | file(pdf) | no | |

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |

### Room

| name | days | words | opens |
| --- | --- | --- | --- |
| Attic | Monday, Tuesday | cold | 08:00 |
| Barn | Tuesday | | 10:00 |
| Cellar | Late Friday | | |
`;
