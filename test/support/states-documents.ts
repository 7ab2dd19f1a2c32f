import { readFileSync } from 'node:fs';

const folder = new URL('../documents/as-people-write/', import.meta.url);

/** Point 4 of a document as somebody wrote it, between points 3 and 6 in the notation. */
export function statesOf(name: 'helpdesk' | 'lending' | 'invoices'): string {
  const text = readFileSync(new URL(`${name}.md`, folder), 'utf8');
  const { before, behind } = FRAMES[name];
  return `${before}${text.slice(text.indexOf('## 4. '), text.indexOf('## 5. '))}${behind}`;
}

const HELPDESK = {
  before: `# Specification: T

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Name | text | yes | title |
| E-mail | email | yes | sign-in |
| Role | role | yes | |
| Team | Service Desk, Network, Workplace | | |
| Manager | Person | | |
| Active | boolean | yes | |

### Category

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Name | text | yes | title |
| Team | Service Desk, Network, Workplace | | |
| Needs approval | boolean | yes | |

### Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Number | text | yes | title |
| Subject | text | yes | |
| Category | Category | yes | |
| Requester | Person | yes | |
| Assignee | Person | | |
| Team | Service Desk, Network, Workplace | | |
| Priority reason | text | | |
| State | text | | |
| Resolved at | date and time | | |
| Closed at | date and time | | |
| Resolution note | long text | | |
| Cancel reason | long text | | |
| Reopen count | integer | yes | default 0 |

### Comment

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Ticket | Ticket | yes | |
| Author | Person | yes | |
| Text | long text | yes | |
| Visibility | public, internal | | |

### Work entry

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Ticket | Ticket | yes | |
| Agent | Person | yes | |
| Minutes | integer | yes | |

### Approval

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| Ticket | Ticket | yes | |
| Approver | Person | yes | |
| State | text | | |
| Reason | text | | |
| Renewed | boolean | | |

`,
  behind: `## 6. Roles and permissions

- Employee: everyone who signs in
- Agent: answers
- Lead: leads
- Admin: looks after
`,
};

const LENDING = {
  before: `# Specification: T

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |
| role | role | yes | |
| kind | student, staff | | |
| cardNo | text | | |
| mayBorrow | boolean | | = cardNo != null |

### Item type

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| code | text | yes | title |
| value | money(EUR) | | |

### Item

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| inventoryNo | text | yes | title |
| typeCode | Item type | | |
| condition | good, worn, damaged | | |
| state | text | | |

### Loan

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text | yes | title |
| borrowerId | Person | | |
| state | text | | |
| pickupAt | date and time | | |
| dueAt | date and time | | |
| pickedUpAt | date and time | | |
| returnedAt | date and time | | |
| decisionNote | text(..300) | | |
| lines | list of Loan line | | |
| totalValue | money(EUR) | | = sum(lines.typeCode.value) |

### Loan line

Belongs to Loan.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| typeCode | Item type | | |
| inventoryNo | Item | | |
| returnedAt | date and time | | |

### Damage report

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| reportedBy | Person | | |
| text | text | | title |
| repairCost | money(EUR) | | |
| state | text | | |

### Charge

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| personId | Person | | |
| loanNumber | Loan | | |
| amount | money(EUR) | | |
| waiveReason | text | | title |
| kind | late, damage, loss | | |
| state | Open, Paid, Waived | | |

`,
  behind: `## 6. Roles and permissions

- borrower: everyone who signs in
- desk assistant: hands out
- technician: repairs
- store manager: leads
`,
};

const INVOICES = {
  before: `# Specification: T

## 3. Entities and their fields

### User

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |
| role | owner, assistant, accountant | yes | |

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
| status | draft, sent, partially_paid, paid, overdue, void | | |
| clientId | text | | |
| client | Client | | |
| items | list of LineItem | | |
| total | money(EUR) | | |
| paidTotal | money(EUR) | | |
| voidReason | text | | |
| dueDate | date | | |

### LineItem

Belongs to Invoice.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| description | text | yes | title |

### TeamMember

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| state | active, invited | | |

`,
  behind: '',
};

const FRAMES = { helpdesk: HELPDESK, lending: LENDING, invoices: INVOICES };
