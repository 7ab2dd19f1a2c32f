/** A library whose rules, permissions and computed fields ask something of other records. */
export const LIBRARY = `# Specification: Library

## 1. What the product does and for whom

Books are lent and rooms are booked.

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/wanted\` | Wanted | Loan where \`exists(Hold where title == this.title)\` | table | Reader, Librarian |
| \`/figures\` | Figures | Loan | dashboard | Librarian |

### Figures

- Number: Not wanted, count where \`none(Hold where title == this.title)\`

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |
| openLoans | integer | | = \`count(Loan where borrower == this and status == Open)\` |
| fines | money(EUR) | | = \`sum(Loan.fine where borrower == this and status == Open)\` |
| copies | integer | | = \`sum(Copy.pages where reader == this)\` |

### Loan

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| slip | number series(L-YY-000) | | |
| borrower | Person | yes | default \`me\` |
| fine | money(EUR) | no | |
| copies | list of Copy | no | |
| number | integer | | set by the product, default \`firstFree(Loan.number)\` |
| renewals | integer | | set by the product, default \`0\` |

- Unique: borrower, title where \`status == Open\`, error TWICE

### Copy

Belongs to Loan.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| pages | integer | yes | |
| reader | Person | no | |

### Hold

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| loan | Loan | no | |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| code | text | no | |
| readers | integer | | = \`sum(Person.openLoans)\` |
| members | integer | | = \`count(Membership where room == this)\` |

### Booking

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| room | Room | yes | |
| booker | Person | yes | default \`me\` |
| from | date and time | yes | |
| to | date and time | yes | |

### Membership

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| person | Person | yes | |
| room | Room | yes | |

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | return | Returned | borrower, Librarian | | |
| Returned | take | Open | borrower | | |
| Open | remind | Open | Librarian | | fine = 1 EUR |
| Open | renew | Open | borrower | \`none(Hold where title == this.title)\` | renewals = renewals + 1 |

- Editable in: Open

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Loan | \`count(Loan where borrower == this.borrower and status == Open) < QUOTA\` | TOO_MANY |
| V3 | Loan, return | \`none(Hold where loan.status == Returned and loan.borrower == this.borrower)\` | HELD |
| V4 | Booking | \`count(Booking where booker == me and room == this.room) < 3\` | |
| V5 | Loan | \`copies.all(c, none(Hold where title == this.title and this.title == "Rare" and c.pages > 9))\` | HELD |
| V6 | Copy | \`count(Copy where reader == this.reader and reader != null) < 3\` | |
| V7 | Hold | \`none(Hold where "copy of " + title == this.title)\` | HELD |
| V2 | Booking | \`none(Booking where room == this.room and overlaps(from, to, this.from, this.to))\` | OVERLAP |

## 6. Roles and permissions

- Reader: everyone who signs in
- Librarian: keeps the books

| | Reader | Librarian |
| --- | --- | --- |
| Person: read | \`this == me\` | yes |
| Person: change | | name |
| Loan: create | yes | yes |
| Loan: read | \`borrower == me\` | yes |
| Loan: change | \`borrower == me\` | yes |
| Loan: delete | | yes |
| Room: read | \`exists(Membership where room == this and person == me)\` | yes |
| Room.code: read | \`count(Membership where room == this) < 2\` | yes |
| Booking: create | yes | yes |
| Booking: read | \`booker == me\` | yes |
| Booking: change | \`booker == me\` | yes |
| Booking: delete | | yes |
| Membership: create | | yes |
| Membership: read | | yes |
| Membership: change | | yes |
| Membership: delete | | yes |
| Hold: create | yes | yes |
| Hold: read | | yes |
| Hold: delete | | yes |

## 7. The calls it makes

not shown.

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_MANY | 422 | You have too many books. |
| TWICE | 422 | You have that book already. |
| HELD | 422 | Somebody waits for it. |
| OVERLAP | 422 | The room is taken then. |

## 9. Business constants and limits

| Constant | Value |
| --- | --- |
| QUOTA | 5 |

| Limit | Value |
| --- | --- |
| Requests | 100000 a minute |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Reader |
| Bob | bob@example.com | Reader |
| Lib | lib@example.com | Librarian |

### Room

| name | code |
| --- | --- |
| Blue | 1 |
| Red | 2 |

### Membership

| person | room |
| --- | --- |
| Ada | Blue |
`;
