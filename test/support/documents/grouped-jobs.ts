/** How many jobs there are in `groupedJobs`. */
export const jobCount = 130;

const two = (number: number) => String(number).padStart(2, '0');

/** A job of the sample data, by its number: values come round at their own pace, and some are empty. */
function row(index: number): string {
  const priority = ['urgent', 'normal', 'low', ''][index % 4] ?? '';
  const owner = ['Ann', 'Ben', 'Zoe', ''][index % 5 === 4 ? 3 : index % 3] ?? '';
  const due = index % 7 === 0 ? '' : `2026-${two(1 + (index % 11))}-${two(1 + (index % 28))}`;
  const begun = index % 6 === 0 ? '' : `2026-${two(1 + (index % 12))}-01 00:${two(index % 60)}`;
  const hours = index % 9 === 0 ? '' : String(index % 13);
  const cost = `${index}.${two((index * 7) % 100)}`;
  const state = ['Open', 'Doing', 'Done'][index % 3] ?? 'Open';
  return `| J${String(index).padStart(3, '0')} | ${priority} | ${owner} | ${index % 2 === 0 ? 'yes' : 'no'} | ${due} | ${begun} | ${hours} | ${cost} EUR | ${state} |`;
}

const rows = Array.from({ length: jobCount }, (_, index) => row(index)).join('\n');

/**
 * Jobs with a field of each kind that puts rows in groups. A Lead reads everything; a Worker the jobs that are not done, of
 * these the priority of their own alone, never the cost, and no colleague but themselves.
 */
export const groupedJobs = `# Specification: Jobs

## 1. What the product does and for whom

- Time zone: Europe/Berlin

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | table: title, status, owner, hours, cost | Lead, Worker |
| \`/due\` | Due | Job where \`due != null\` | list: title, due | Lead, Worker |
| \`/plain\` | Plain | Job | table: title | Lead, Worker |
| \`/cost\` | Cost | Job | table: title | Lead, Worker |
| \`/new\` | New job | Job | form: title, priority, owner, paid, due | Lead |
| \`/people\` | People | Person | table: name, role | Lead |

### Jobs

- Sort: title
- Group by: status

### Due

- Group by: quarter of due
- Filter: Paid where \`paid\`

### Plain

- Group by: no

### Cost

- Group by: priority

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role, required

### Job

- title: text, required, title, searchable
- priority: urgent, normal, low
- owner: Person
- paid: boolean, default no
- due: date
- begun: date and time
- hours: integer
- cost: money(EUR)
- tags: several of red, blue

## 4. States and transitions

### Job: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | start | Doing | Lead | | |
| Doing | finish | Done | Lead | | |

- Final: Done

## 6. Roles and permissions

- Lead
- Worker

| | Lead | Worker |
| --- | --- | --- |
| Job: read | yes | \`status != Done\` |
| Job.priority: read | yes | \`owner == me\` |
| Job.cost: read | yes | no |
| Job: create | yes | no |
| Job: change | yes | no |
| Job: delete | yes | no |
| Person: read | yes | \`this == me\` |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Zoe | zoe@example.org | Lead |
| Ben | ben@example.org | Worker |
| Ann | ann@example.org | Worker |

### Job

| title | priority | owner | paid | due | begun | hours | cost | status |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows}
`;
