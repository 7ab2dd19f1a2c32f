import { type Lexicon, lexiconOf } from '../../src/notation/liberal/lexicon.ts';
import { readDocument } from '../../src/notation/read.ts';

/** Three small products, stated in the notation, that the phrases of the tests speak about. */
export const PHRASE_DOCUMENT = `# Specification: Phrases

## 3. Entities and their fields

### Person

- Plural: People

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| E-mail | email | yes | unique, sign-in |
| role | employee, agent, lead, admin | yes | |
| Team | Service Desk, Network | | |
| Manager | Person | | |
| VIP | boolean | yes | |
| active | boolean | yes | |
| openCharges | money(EUR) | | |
| mayBorrow | boolean | | |
| blockedUntil | date | | |

### Category

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| Parent | Category | | |
| Team | Service Desk, Network | yes | |
| Needs approval | boolean | yes | |
| Needs device tag | boolean | yes | |
| Confidential | boolean | yes | |
| Active | boolean | yes | |

### Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Number | text | yes | title |
| Subject | text | yes | |
| Category | Category | yes | |
| Requester | Person | yes | |
| Assignee | Person | | |
| Team | Service Desk, Network | yes | |
| Impact | one person, team, company | yes | |
| Device tag | text | | |
| First response at | date and time | | |
| Resolved at | date and time | | |
| Closed at | date and time | | |
| Due at | date and time | | |
| Resolution note | long text | | |
| Reopen count | integer | yes | |
| Watchers | list of Person | | |

### Work entry

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Ticket | Ticket | yes | |
| Agent | Person | yes | |
| Minutes | integer | yes | |
| Day worked | date | yes | |
| Note | text | | title |

### Client

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | | |
| archivedAt | date and time | | |

### Invoice

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text | | title |
| clientId | Client | yes | |
| issueDate | date | yes | |
| dueDate | date | yes | |
| items | list of LineItem | yes | |
| discountPercent | integer | | |
| subtotal | money(EUR) | | |
| total | money(EUR) | | |
| paidTotal | money(EUR) | | |
| balanceDue | money(EUR) | | |
| remindersSent | integer | | |
| lastReminderAt | date and time | | |
| createdBy | Person | | |
| locked | boolean | | |
| logo | file | | |

### LineItem

- Belongs to: Invoice

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| description | text | yes | title |
| quantity | decimal(8, 2) | yes | |
| unitPrice | money(EUR) | yes | |
| returnedAt | date and time | | |

### Loan

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text | | title |
| borrower | Person | yes | |
| lines | list of Loan line | yes | |
| pickupAt | date and time | yes | |
| dueAt | date and time | yes | |
| totalValue | money(EUR) | | |
| courseCode | text | | |
| purpose | text | | |
| startsOn | date | | |
| isOverdue | boolean | | |

### Loan line

- Belongs to: Loan

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| label | text | yes | title |
| item | Person | | |
| returnedAt | date and time | | |

### Charge

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| loan | Loan | yes | |
| person | Person | yes | |
| amount | money(EUR) | yes | |
| note | text | | title |

## 4. States and transitions

### Ticket: State

- States: New, Assigned, In progress, Waiting for requester, Resolved, Closed, Cancelled

| From | Event | To | Who |
| --- | --- | --- | --- |
| New | take | Assigned | agent |

### Invoice: status

- States: draft, sent, partially_paid, paid, void

| From | Event | To | Who |
| --- | --- | --- | --- |
| draft | send | sent | lead |

### Loan: state

- States: Draft, Requested, Approved, Picked up, Partly returned, Returned, Closed

| From | Event | To | Who |
| --- | --- | --- | --- |
| Draft | request | Requested | borrower |

### Charge: state

- States: Open, Paid, Waived

| From | Event | To | Who |
| --- | --- | --- | --- |
| Open | waive | Waived | lead |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| employee | everyone who signs in |
| agent | Answers tickets. |
| lead | Leads a team. |
| admin | Keeps people. |
| Desk assistant | Hands things out. |
| Store manager | Keeps the stock. |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| MAX_REMINDERS | 3 |
| MAX_DUE_DAYS | 180 |
| FREE_LIMIT | 25 EUR |
| COOLDOWN | 72 hours |
| LOGO_MAX | 1 MB |
`;

/** What that document states. */
export function phraseLexicon(): Lexicon {
  return lexiconOf(readDocument(PHRASE_DOCUMENT).model);
}
