/** Jobs whose steps have states of their own: what they do by themselves, and what is done to them. */
export const STEPPED_JOBS = `# Specification: Jobs

## 3. Entities and their fields

### Hand

- name: text, required, title
- email: email, required, sign-in

### Tool

- name: text, required, title

### Job

- title: text, required, title
- steps: list of Step, at most 3
- hours: integer, = \`sum(steps.hours)\`

### Step

Belongs to Job.

- what: text, required
- hours: integer
- tool: Tool, on delete: cascade
- number: number series(0)
- startedAt: date and time, set by the product
- billed: boolean

### Bill

- job: Job, required

## 4. States and transitions

### Job: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | add rest | Open | Hand | | create Step: what = "Rest", hours = 1 |
| Open | close | Closed | Hand | | raise finish on steps |

- Final: Closed

### Step: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Waiting | | | startedAt = now |
| Waiting | after 3 days | Late | | | hours = hours + 1 |
| Waiting, Late | finish | Done | | \`hours >= 1\` | |
| Late | every 1 day | Late | | | hours = hours + 1 |

- Final: Done

### Bill: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Sent | Hand | job.steps.billed = true |
| Sent | settle | Paid | Hand | raise finish on job.steps |

## 6. Roles and permissions

- Hand: everyone who signs in

| | Hand |
| --- | --- |
| Job: read, create, change, delete | yes |
| Bill: read, create | yes |
| Tool: read, create, delete | yes |
| Hand: read | yes |

## Sample data

### Hand

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;
