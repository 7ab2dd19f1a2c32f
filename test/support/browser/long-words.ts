/** A word of 44 letters without a place to break. */
const W = 'Donaudampfschifffahrtsgesellschaftskapitänin';

/** One screen of each kind, with a word of 44 letters in every text that a document can state. */
export const longWords = `# Specification: ${W}

## 1. What the product does and for whom

- Purpose: ${W}
- Comments: Job

${W} ${W}

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | ${W}Tabelle | Job | table: name, kind, kinds, state, other, cost, note | ${W}rolle |
| \`/list\` | ${W}Liste | Job | list: name, kind, state | ${W}rolle |
| \`/board\` | ${W}Tafel | Job | board by state: name, kind, other | ${W}rolle |
| \`/days\` | ${W}Kalender | Job | calendar by day: kind | ${W}rolle |
| \`/figures\` | ${W}Zahlen | Job | dashboard | ${W}rolle |
| \`/words\` | ${W}Seite | | page | ${W}rolle |
| \`/new\` | ${W}Formular | Job | form: name, kind, kinds, other, others, note, day, cost, steps, words, file, checked | ${W}rolle |
| \`/jobs/:id\` | ${W}Blatt | Job | record | ${W}rolle |

### ${W}Zahlen

- Number: ${W}zahl, count
- Chart: ${W}bild, bar, count by kind

### ${W}Tabelle

- Filter: ${W}filter where \`note != null\`
- Actions: ${W}ereignis

### ${W}Seite

${W}${W}

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title, searchable, "${W}" |
| kind | one of ${W}eins, ${W}zwei | no | "${W}" |
| kinds | several of ${W}drei, ${W}vier | no | |
| other | Job | no | |
| others | set of Job | no | |
| note | long text | no | |
| day | date | no | |
| cost | money(EUR) | no | |
| words | list of text | no | |
| file | file | no | |
| checked | yes/no | no | |
| steps | list of Step | no | |
| ${W}feld | text | no | "${W}" |
| asked | long text | no | asked on ${W}frage |

### Step

Belongs to Job.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| ${W}spalte | text | yes | |
| amount | integer | no | |
| what | one of ${W}fünf, ${W}sechs | no | |

## 4. States and transitions

### Job: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | ${W}anfang | | | |
| ${W}anfang | ${W}ereignis | ${W}mitte | ${W}rolle | | |
| ${W}mitte | ${W}zurück | ${W}anfang | ${W}rolle | | |
| ${W}anfang | ${W}frage | ${W}mitte | ${W}rolle | | ask asked |
| ${W}anfang | ${W}nie | ${W}ende | ${W}rolle | \`note == "${W}"\` | |

- Final: ${W}ende

## 5. Validation rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| V1 | Job | \`name != "bad"\` | ${W} ${W} |

## 6. Roles and permissions

- ${W}rolle: ${W}

| | ${W}rolle |
| --- | --- |
| Job: read, create, change, delete | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada ${W} | ada@example.com | ${W}rolle |

### Job

| name | kind | kinds | other | note | day | cost | steps | words | ${W}feld | state |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| ${W} | ${W}eins | ${W}drei, ${W}vier | | ${W}${W} | today | 1234567.89 EUR | ${W} 12 ${W}fünf | ${W} | ${W} | ${W}anfang |
| Second ${W} | ${W}zwei | ${W}drei | ${W} | ${W} | today | 1.00 EUR | ${W} 12 ${W}sechs | ${W} | ${W} | ${W}mitte |
`;

/** The screens of `longWords`, and of ours. */
export const LONG_PATHS: readonly string[] = [
  '/',
  '/list',
  '/board',
  '/days',
  '/figures',
  '/words',
  '/new',
  '/-/inbox',
  '/-/about',
  '/-/document',
  '/nowhere',
];
