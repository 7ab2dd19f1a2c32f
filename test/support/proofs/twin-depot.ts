import { type Random, randomFrom } from '../../../src/verify/generate/generate-document.ts';

/** Names of fields that nobody but the office reads, and that stand nowhere else: an answer that has one of them tells. */
export const OFFICE_ONLY = /zq(?:mark|code|key)/i;
/** The role that reads all of it. */
export const OFFICE = 'Office';

/**
 * A document by chance of jobs that lead to crates, most of which a member does not read: a job holds several of them up
 * to a bound, its event changes, moves or makes what may be kept from whoever raises it and may fail there, and it comes
 * back after it was deleted, with what went along. The same seed gives the same document.
 */
export function depotDocument(seed: number): string {
  const random = randomFrom(seed + 5_000_003);
  const most = 2 + random.below(2);
  const reads = random.pick(['no', '`keeper == me`', '`open == true`', '`keeper == me or load == 1`']);
  return `# Specification: Depot by chance ${seed}

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Crate

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| keeper | Person | yes | default \`me\` |
| open | yes/no | no | |
| load | integer(0..3) | no | |
| zqcode | text | no | unique |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text(2..60) | yes | title |
| owner | Person | yes | default \`me\` |
| code | text | no | ${random.pick(['', 'unique'])} |
| zqmark | text | no | unique |
| crate | Crate | no | ${random.pick(['', 'on delete: clear', 'on delete: cascade'])} |
| crates | ${random.pick(['', 'ordered '])}set of Crate | no | on delete: clear, at most ${most} |

### Fee

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| job | Job | yes | on delete: cascade |
| zqkey | text | ${random.pick(['no', 'yes'])} | unique |

## 4. States and transitions

### Crate: seal

| From | Event | To | Only if |
| --- | --- | --- | --- |
| (new) | | Loose | |
| Loose | close | Closed | ${random.pick(['', '`load == null or load < 2`'])} |

- Final: Closed
- Editable in: Loose

### Job: status

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Open | ${random.pick(['', '', 'create Fee: title = label, job = this, zqkey = code'])} |
| Open | pack | Packed | ${effectsOf(random)} |
| Packed | send | Sent | ${effectsOf(random)} |
| Sent | take back | Open | |

- Editable in: Open, Packed, Sent

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Crate | \`load == null or load <= 2\` | TOO_HEAVY |
${random.chance(0.5) ? '| R2 | Job, create | `count(Job where owner == this.owner) <= 8` | ENOUGH |\n' : ''}
## 6. Roles and permissions

- Member: everyone who signs in
- ${OFFICE}: keeps the books

| | Member | ${OFFICE} |
| --- | --- | --- |
| Person: read | yes | yes |
| Crate: read | ${reads} | yes |
| Crate: create | name, keeper, open, load | yes |
| Crate: change, delete | yes | yes |
| Crate.zqcode: read | no | yes |
| Job: read | ${random.pick(['yes', '`owner == me`'])} | yes |
| Job: create | label, owner, code, crate, crates | yes |
| Job: change, delete | yes | yes |
| Job.zqmark: read | no | yes |
${random.pick(['', '| Job: restore | yes | yes |\n', '| Job: restore | `owner == me` | yes |\n'])}| Fee: read | ${random.pick(['no', '`job.owner == me`', 'yes'])} | yes |
| Fee: create, change, delete | | yes |
| Fee.zqkey: read | no | yes |
${random.pick(['', '| Fee.job: read | no | yes |\n'])}${random.pick(['', '', '| Job.crate: read | no | yes |\n'])}
## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_HEAVY | 422 | It is too heavy. |
| ENOUGH | 422 | There are enough. |

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| Requests | 1000000 per minute per person | |
| Page size | 100 | |

## Sample data

${samplesOf(random, most)}`;
}

/** What happens elsewhere along with an event: one or two things, each of which may fail there. */
function effectsOf(random: Random): string {
  const all = [
    'create Fee: title = label, job = this, zqkey = code',
    'crate.zqcode = code',
    'crate.load = coalesce(crate.load, 0) + 1',
    'raise close on crate',
    'crates.load = 2',
  ];
  // What is made is made first, so that its id hangs on nothing that is hidden.
  const some = random.some(all, 1 + random.below(2));
  return all.filter((each) => some.includes(each)).join('; ');
}

const MEMBERS = ['Ann', 'Ben', 'Cyd'];

function samplesOf(random: Random, most: number): string {
  const crates = ['Red', 'Blue', 'Green', 'White', 'Black'];
  const people = [...MEMBERS, 'Eva'].map((name) => [name, `${name}@example.com`, name === 'Eva' ? OFFICE : '']);
  const boxes = crates.map((name, at) => [
    name,
    random.pick([...MEMBERS, 'Eva', 'Eva']),
    random.pick(['yes', 'no', 'no']),
    random.pick(['', '1', '2', '2']),
    random.chance(0.6) ? `C${at}` : '',
    random.pick(['Loose', 'Loose', 'Closed']),
  ]);
  const jobs = Array.from({ length: 6 }, (_, at) => [
    `Job ${at}`,
    MEMBERS[at % MEMBERS.length] ?? '',
    random.chance(0.7) ? `C${at}` : '',
    random.chance(0.7) ? `M${at}` : '',
    random.chance(0.8) ? random.pick(crates) : '',
    random.some(crates, random.pick([1, most, most])).join(', '),
    random.pick(['Open', 'Open', 'Packed', 'Sent']),
  ]);
  const fees = [0, 2, 4].map((at) => [`Fee ${at}`, `Job ${at}`, `C${at + 1}`]);
  return [
    ['Person', ['name', 'email', 'role'], people],
    ['Crate', ['name', 'keeper', 'open', 'load', 'zqcode', 'seal'], boxes],
    ['Job', ['label', 'owner', 'code', 'zqmark', 'crate', 'crates', 'status'], jobs],
    ['Fee', ['title', 'job', 'zqkey'], fees],
  ]
    .map(
      ([name, head, rows]) =>
        `### ${String(name)}\n\n${tableOf(head as readonly string[], rows as readonly (readonly string[])[])}`,
    )
    .join('\n\n');
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
