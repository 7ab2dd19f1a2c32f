/** People sign in with a login, and have an e-mail address beside it. */
export const ROWING = `# Specification: Rowing

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/boats\` | Boats | Boat | table: name | rower |

## 3. Entities and their fields

### Rower

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| login | text(3..20) | yes | title, sign-in |
| mail | email | yes | |
| roles | Roles | yes | |

- Unique: login, error LOGIN_TAKEN

### Boat

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..20) | yes | title |
| seats | integer(1..9) | yes | |

## 4. States and transitions

### Boat: state

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Dry | |
| Dry | launch | Afloat | coach |
| Afloat | land | Dry | rower |

## 5. Validation rules

| Rule | On | Must hold | Error | At |
| --- | --- | --- | --- | --- |
| B1 | Boat | \`seats != 3\` | BAD_SEATS | seats |

## 6. Roles and permissions

- rower: rows
- coach: includes rower

| | rower | coach |
| --- | --- | --- |
| Rower: read, create | yes | |
| Boat: read, create | yes | |
| Boat: change | | yes |
| Boat: delete | | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| new rower | POST /api/rowers | create Rower | login, mail, roles | |
| new boat | POST /api/boats | create Boat | \`{ "label": name, "seats": seats }\` | |
| launch | POST /api/boats/:id/launch | launch Boat | | |
| remove | DELETE /api/boats/:id | delete Boat | | |

## 8. The error catalogue

| Code | Status | When | Message |
| --- | --- | --- | --- |
| LOGIN_TAKEN | 400 | | This login is taken. |
| BAD_SEATS | 400 | | A boat called {name} has no {seats} seats. |
| NOT_ALLOWED | 403 | launch | Coaches launch boats. |
| NOT_ALLOWED | 403 | Boat: delete | Coaches scrap boats. |
| NOT_ALLOWED | 403 | | No. |

## Sample data

### Rower

| login | mail | roles |
| --- | --- | --- |
| ada | ada@example.com | rower |
`;
