/** People who are away for days: a calendar of stretches, around March 2026. */
export const leave = (language = 'en') => `# Specification: Away

## 1. What the product does and for whom

Who is away when.

- Language: ${language}
- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Away | Leave | calendar by startsOn to endsOn | Hand |
| \`/leaves\` | Leaves | Leave | table: title, startsOn, endsOn, kind, open | Hand |
| \`/kinds\` | Kinds | Leave | board by open | Hand |
| \`/leaves/new\` | New leave | Leave | form | Hand |
| \`/leaves/:id\` | Leave | Leave | record | Hand |

### Away

- Shares views: Lead
- Filter: Travel where \`kind == Travel\`

### Kinds

- Shares views: Lead
- Filter: Travel where \`kind == Travel\`

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles

### Leave

- title: text, required, title, searchable
- startsOn: date, required
- endsOn: date
- kind: Holiday, Travel, required
- open: Asked, Agreed, required

## 4. States and transitions

None.

## 5. Validation rules

None.

## 6. Roles and permissions

- Hand: everyone who signs in
- Lead: plans

| | Hand | Lead |
| --- | --- | --- |
| Leave: read | yes | |
| Leave: create | yes | |
| Leave: change | yes | |
| Leave: delete | yes | |
| Person: read | yes | |

## 7. The calls it makes

not shown.

## 8. The error catalogue

not shown.

## 9. Business constants and limits

not shown.

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ada | ada@example.com | Lead |
| Bo | bo@example.com | |

### Leave

| title | startsOn | endsOn | kind | open |
| --- | --- | --- | --- | --- |
| Sabbatical of Ada | 2026-01-12 | 2026-03-04 | Holiday | Agreed |
| Fair in Kiel | 2026-03-11 | 2026-03-17 | Travel | Agreed |
| Dentist | 2026-03-12 | | Holiday | Asked |
| Ski week of the whole family in the mountains | 2026-03-09 | 2026-03-13 | Holiday | Asked |
| Audit | 2026-03-12 | 2026-03-13 | Travel | Asked |
| Moving house | 2026-03-12 | 2026-03-12 | Holiday | Agreed |
| Easter | 2026-03-30 | 2026-04-06 | Holiday | Agreed |
`;
