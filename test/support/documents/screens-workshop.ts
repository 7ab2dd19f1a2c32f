/** A workshop that mends things: what point 2 can say of screens, in one document. */
export const workshop = `# Specification: Workshop

## 1. What the product does and for whom

A workshop mends things.

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, dueOn, status | Hand |
| \`/dear\` | Plain jobs | Job where \`status == Open\` | table: title, dueOn | Hand |
| \`/jobs/new\` | New job | Job | form | Hand |
| \`/jobs/:id\` | Job | Job | record | Hand |
| \`/week\` | Week | Job | calendar by dueOn | Hand |
| \`/cards\` | Cards | Job | list: title, dueOn, owner | Hand |
| \`/desks\` | Desks | Job | board by owner | Hand |
| \`/masters\` | Masters | Job | table: title | Master |
| \`/told\` | Told | | page | Hand |
| \`/rules\` | House rules | | page | Hand |
| \`/one\` | One | | page | Hand |
| \`/two\` | Two | | page | Hand |
| \`/dim\` | Dim | | page | Hand |
| \`/figures\` | Figures | Job | dashboard | Hand |

### Jobs

- Sort: title
- Filter: Late where \`dueOn < today\`, on at first
- Switch: Show done where \`status == Done\`
- Link: Something broke → \`/jobs/new\`, \`/rules\`, Secret → \`/masters\`
- Refresh: every 2 seconds

### Plain jobs

- Sort: title
- Switch: Show dear where \`price > 100 EUR\`

### Job

- Section: Money: price, billed for Master
- Section: Where it is: owner, dueOn
- Only if: \`title != "Lamp"\`
- Otherwise: \`/rules\` "Lamps are not for looking at."

### New job

- Section: What it is: title, price

### Cards

- Section: Money: price for Master

### Figures

- Number: Jobs, count
- Number: Worth, sum of price
- Filter: Mine where \`owner == me\`, on at first
- Switch: Show done where \`status == Done\`
- Section: What it comes to

### Masters

- Otherwise: \`/rules\` "That is for the master."

### Told

- Menu: where \`me.name == "Ada"\`

### House rules

Sweep before you leave.

- Section: In the evening

### One

- Only if: \`me.name == "Ada"\`
- Otherwise: \`/two\`

### Two

- Only if: \`me.name == "Ada"\`
- Otherwise: \`/one\`

### Dim

- Only if: not shown.

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles

### Job

- title: text, required, title
- dueOn: date
- price: money(EUR)
- billed: boolean
- invoice: text, shown when \`billed\`, required when \`billed\`
- owner: Person

### Rack

- name: text, required, title
- pin: text(4..9), required, write-only
- height: integer
- planks: list of Plank

### Plank

Belongs to Rack.

- what: text, required
- painted: boolean
- colour: text, shown when \`painted\`

## 4. States and transitions

### Job: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Open | |
| Open | finish | Done | Hand |

## 5. Validation rules

| Rule | On | Must hold | Severity | Message |
| --- | --- | --- | --- | --- |
| V1 | Rack | \`height <= 200\` | warning | That needs a ladder. |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Hand | everyone who signs in |
| Master | runs the workshop |

| | Hand | Master |
| --- | --- | --- |
| Person: read | yes | yes |
| Job: read | \`status == Open\` | yes |
| Job: create | yes | yes |
| Job: change | yes | yes |
| Job.price: read | no | yes |
| Rack: read, create, change | yes | yes |

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
| Ada | ada@example.com | Master |
| Ben | ben@example.com | |

### Job

| title | dueOn | price | owner | status |
| --- | --- | --- | --- | --- |
| Bench | 2026-08-01 | 80 EUR | Ada | Done |
| Chair | 2026-08-10 | 90 EUR | Ben | Open |
| Door | 2026-08-13 | 250 EUR | Ada | Open |
| Lamp | 2026-08-20 | | | Open |
`;
