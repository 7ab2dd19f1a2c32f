/** Where effects fill fields that have bounds, with what was asked for or stands there. */
export const FITTING = `# Specification: Fitting

## 1. What the product does and for whom

- Time zone: Europe/Berlin

Rooms are let in slots.

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | yes | title |
| note | text(1..5) | no | |
| hidden | integer | no | 1..5 |
| code | text | no | pattern \`[A-Z]{2}\` |

### Slot

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| n | integer | yes | 1..3 |

### Ask

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| room | Room | no | |
| size | integer | no | |
| count | integer | no | 0..2, default 0 |
| share | decimal(4,2) | no | 0..50 |
| words | long text | no | |
| parts | list of Part | no | |
| extra | integer | no | asked on more |
| grade | integer | no | 1..5 |

### Part

Belongs to Ask.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| amount | integer | no | 1..9 |

## 4. States and transitions

### Ask: state

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | step | Open | Member | count = count + 1 |
| Open | more | Open | Member | ask extra; count = extra |
| Open | split | Open | Member | share = round(size / 3, 2) |
| Open | there and back | Open | Member | count = count + 5; count = count - 4 |
| Open | tell | Open | Member | room.note = what |
| Open | mark | Open | Member | room.code = what |
| Open | retitle | Open | Member | what = words |
| Open | rate | Open | Member | grade = size |
| Open | hide | Open | Member | room.hidden = size |
| Open | fill | Open | Member | create Slot: name = what, n = size |
| Open | part | Open | Member | create Part: amount = size |
| Open | parts | Open | Member | parts.amount = size |
| Open | wait | Waiting | Member | |
| Waiting | after 1 hour | Open | | count = size |

- Editable in: Open

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Person: read | yes |
| Room: read, create | yes |
| Room.hidden: read | no |
| Slot: read | yes |
| Ask: read, create, change | yes |
| Ask.grade: read | no |

## Sample data

### Person

| name | email |
| --- | --- |
| Me | me@example.com |
`;
