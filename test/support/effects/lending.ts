/** A library in which one thing leads to another: at other records, by itself, and after a while. */
export const LENDING = `# Specification: Lending

## 1. What the product does and for whom

- Time zone: Europe/Berlin

Books are lent, and what is late costs something.

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |
| blockedUntil | date | no | |

### Book

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| shelf | text | no | |
| borrowed | integer | | = \`count(Loan where book == this)\` |
| secret | text | no | |

### Loan

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| purpose | text | yes | title |
| borrower | Person | yes | default \`me\` |
| book | Book | no | on delete: cascade |
| pages | list of Page | no | |
| dueAt | date and time | no | |
| reminders | integer | | set by the product, default \`0\` |
| nags | integer | | set by the product, default \`0\` |
| fees | integer | | = \`count(Fee where loan == this)\` |
| closedAt | date and time | | set by the product |

### Page

Belongs to Loan.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | integer | yes | |
| torn | boolean | no | |
| seen | boolean | no | |

### Fee

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| reason | text | yes | title |
| loan | Loan | no | on delete: cascade |
| page | integer | no | |
| amount | money(EUR) | no | |
| noted | date and time | no | |

### Remark

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| text | text | yes | title |
| loan | Loan | no | on delete: cascade |
| author | Person | yes | default \`me\` |

### Ring

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| next | Ring | no | |

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Asked | | | |
| Asked | hand out | Out | Librarian | | book.shelf = borrower.name; raise lend on book |
| Asked | drop | Gone | borrower | | |
| Out | bring back | Back | Librarian | \`book != null\` | raise take back on book; pages.seen = true; create Fee for p in pages where \`p.torn\`: reason = "Torn", loan = this, page = p.number, amount = 2.50 EUR; borrower.blockedUntil = \`today + 30 days\`; closedAt = now |
| Out | prolong | Out | borrower | | dueAt = \`dueAt + 7 days\` |
| Out | after 10 days | Out | | | reminders = reminders + 1; notify borrower |
| Out | every 2 days | Out | | \`dueAt == null\` | nags = nags + 1 |
| Out | 2 hours before dueAt | Out | | | notify borrower |
| Out | 1 day after dueAt | Late | | | create Fee: reason = "Late", loan = this, amount = 1 EUR, noted = now |
| Out | on Remark: create by loan where \`author == this.borrower\` | Answered | | | |
| Late | when \`fees >= 2\` | Lost | | | raise lose on book |
| Late | bring back | Back | Librarian | | raise take back on book |
| Back | after 1 year | Gone | | | |

- Final: Gone
- Editable in: Asked, Out

### Book: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Here | | | |
| Here | lend | Away | nobody | \`title != "Reference"\` | |
| Away | take back | Here | nobody | | shelf = null |
| Away | lose | Missing | nobody | | |

### Ring: state

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | On | | | |
| On | ring | On | Reader | | raise ring on next |

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Book, lend | \`secret == null\` | LOCKED |
| V2 | Loan | \`purpose != "Nothing"\` | |

## 6. Roles and permissions

- Reader: everyone who signs in
- Librarian: keeps the books
- nobody: holds no key

| | Reader | Librarian | nobody |
| --- | --- | --- | --- |
| Person: read | yes | yes | no |
| Book: read | \`title != "Hidden"\` | yes | no |
| Book: create | no | yes | no |
| Book: change | no | yes | no |
| Book: delete | no | yes | no |
| Loan: read | yes | yes | no |
| Loan: create | yes | yes | no |
| Loan: change | yes | yes | no |
| Loan: delete | no | yes | no |
| Fee: read | yes | yes | no |
| Fee: create | no | yes | no |
| Remark: read | yes | yes | no |
| Remark: create | yes | yes | no |
| Ring: read | yes | yes | no |
| Ring: create | yes | yes | no |
| Ring: change | yes | yes | no |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| LOCKED | 422 | This book is locked away. |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.org | |
| Lib | lib@example.org | Librarian |

### Book

| title | secret |
| --- | --- |
| Faust | |
| Reference | |
| Locked | yes |
| Hidden | yes |
`;
