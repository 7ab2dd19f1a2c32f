/**
 * An office where jobs, letters and tags refer to clients and to people. A Clerk reads neither who checks a job nor secret
 * letters, nor one of the clients; of letters they know the client only where the job is their own.
 */
export const OFFICE = `# Specification: Office

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Clients | Client | table: name | |
| \`/clients/:id\` | Client | Client | record | |
| \`/open\` | Open jobs | Job where \`not done\` | table: title, done | |
| \`/jobs\` | Jobs | Job | table: title, worker, client, hours, done, due | |
| \`/jobs/new\` | New job | Job | form: title, client, hours | |
| \`/jobs/:id\` | Job | Job | record | |
| \`/people\` | People | Person | table: name | Lead |
| \`/people/:id\` | Person | Person | record | Lead |

### Jobs

- Sort: -hours
- Switch: Done where \`done\`

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Client

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| parts | list of Part | no | |

### Part

Belongs to: Client

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | |
| of | Client | no | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| client | Client | no | |
| worker | Person | no | default \`me\` |
| checker | Person | no | |
| hours | integer | no | |
| due | date | no | |
| done | boolean | no | default no |

### Letter

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| subject | text | yes | title |
| from | Client | no | |
| about | Job | no | |
| secret | boolean | no | default no |

### Tag

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| word | text | yes | title |
| clients | set of Client | no | |

## 6. Roles and permissions

| | Lead | Clerk |
| --- | --- | --- |
| Person: read | yes | name, role |
| Client: read | yes | \`name != "Hidden"\` |
| Client: create | yes | no |
| Job: read | yes | title, client, worker, hours, done, due |
| Job: create | yes | yes |
| Job: change | yes | \`worker == me\` |
| Letter: read | yes | \`not secret\` |
| Letter.from: read | yes | \`about.worker == me\` |
| Tag: read | yes | no |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Lea | lea@example.org | Lead |
| Cem | cem@example.org | Clerk |

### Client

| name | parts |
| --- | --- |
| Acme "Ltd" | Door |
| Bolt | |
| Hidden | |

### Job

| title | client | worker | checker | hours | done |
| --- | --- | --- | --- | --- | --- |
| J1 | Acme "Ltd" | Cem | Lea | 1 | no |
| J2 | Acme "Ltd" | Cem | Lea | 2 | yes |
| J3 | Acme "Ltd" | Lea | Lea | 3 | no |
| J4 | Acme "Ltd" | Lea | Lea | 4 | no |
| J5 | Acme "Ltd" | Lea | Lea | 5 | no |
| J6 | Acme "Ltd" | Lea | Lea | 6 | no |
| J7 | Acme "Ltd" | Lea | Lea | 7 | no |
| J8 | Bolt | Lea | Lea | 8 | no |
| H1 | Hidden | Lea | Lea | 8 | no |

### Letter

| subject | from | about | secret |
| --- | --- | --- | --- |
| L1 | Acme "Ltd" | J1 | no |
| L2 | Acme "Ltd" | J3 | no |
| L3 | Acme "Ltd" | J1 | yes |

### Tag

| word | clients |
| --- | --- |
| Good | Acme "Ltd", Bolt |
| Slow | Bolt |
`;
