/** Where an event at one record changes what people are, through what was asked for, stands there or the document says. */
export const GRANTS = `# Specification: Grants

## 1. What the product does and for whom

- Time zone: Europe/Berlin

Members ask for what they want to be.

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | no | |
| wish | Roles | no | |
| boss | Person | no | on delete: clear |
| level | integer | no | |
| nick | text | no | |

### Ask

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| who | Person | no | |
| want | Roles | no | |

## 4. States and transitions

### Ask: state

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | grant | Open | Member | who.roles = want |
| Open | make boss | Open | Member | who.roles = Boss |
| Open | lift | Open | Member | who.level = 9 |
| Open | keep | Open | Member | who.level = who.level |
| Open | unboss | Open | Member | who.boss = null |
| Open | name | Open | Member | who.nick = what |
| Open | hire | Open | Member | create Person: name = what, email = "new@example.com", roles = want |
| Open | hire boss | Open | Member | create Person: name = what, email = "new@example.com", roles = Boss |
| Open | promote | Open | Member | raise take wish on who |
| Open | crown | Open | Member | raise become boss on who |
| Open | wait | Waiting | Member | |
| Waiting | after 1 day | Open | | who.level = 8 |

### Person: life

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Here | | |
| Here | take wish | Here | Member | roles = wish |
| Here | become boss | Here | Member | roles = Boss |

- Editable in: Here

## 6. Roles and permissions

- Member: everyone who signs in
- Boss: decides
- Chief: gives any role

| | Member | Boss | Chief |
| --- | --- | --- | --- |
| Person: read | yes | yes | yes |
| Person: create, delete | | \`boss != me and level < 5\` | |
| Person: change | | \`boss != me and level < 5\` | roles (any) |
| Ask: read, create | yes | yes | yes |

## Sample data

### Person

| name | email | roles | wish | boss | level |
| --- | --- | --- | --- | --- | --- |
| Bo | bo@example.com | Boss | | | 1 |
| Chi | chi@example.com | Chief | | | 1 |
| Me | me@example.com | | Boss | Bo | 1 |
| Other | other@example.com | | Boss | Bo | 1 |
`;
