import type { Planted } from './planted.ts';

/** Faults for the document of expense claims, each as an author makes it: one edit of one place. */
export const CLAIMS: readonly Planted[] = [
  // Names and types.
  { fault: 'a misspelt field in a guard', from: 'owner | `total > 0`', to: 'owner | `totl > 0`' },
  { fault: 'a misspelt constant in a rule', from: 'today - CLAIM_WINDOW', to: 'today - CLAIM_WINDW' },
  {
    fault: 'a misspelt column',
    from: 'table: title, total, status, spentOn',
    to: 'table: titel, total, status, spentOn',
  },
  {
    fault: 'a misspelt role',
    from: '| New claim | Claim | form: title, category, spentOn, lines, receipt, note | Employee |',
    to: '| New claim | Claim | form: title, category, spentOn, lines, receipt, note | Employe |',
  },
  { fault: 'a misspelt entity', from: 'list of Line | yes', to: 'list of Row | yes' },
  { fault: 'a misspelt event of a rule', from: '| V5 | Claim, reject |', to: '| V5 | Claim, refuse |' },
  {
    fault: 'a misspelt error',
    from: '`spentOn <= today` | FUTURE_EXPENSE',
    to: '`spentOn <= today` | FUTURE_EXPENSES',
  },
  { fault: 'a misspelt state', from: '`status in [Approved, Paid]`', to: '`status in [Aproved, Paid]`' },
  {
    fault: 'a misspelt effect',
    from: '| Rejected | reopen | Draft | owner | | |',
    to: '| Rejected | reopen | Draft | owner | | submitedAt = null |',
  },
  { fault: 'text compared with money', from: '`total <= CLAIM_LIMIT`', to: '`title <= CLAIM_LIMIT`' },
  { fault: 'a date compared with money', from: '`spentOn <= today`', to: '`spentOn <= CLAIM_LIMIT`' },
  { fault: 'currencies mixed', from: '| CLAIM_LIMIT | 5000 EUR |', to: '| CLAIM_LIMIT | 5000 USD |', at: '| V4 |' },
  {
    fault: 'a length of time in money',
    from: '| CLAIM_WINDOW | 90 days |',
    to: '| CLAIM_WINDOW | 90 EUR |',
    at: '| V2 |',
  },
  { fault: 'a sum of text', from: 'sum(lines.amount)', to: 'sum(lines.what)' },
  // Twice, or never.
  { fault: 'a route twice', from: '| `/pay` | To pay |', to: '| `/queue` | To pay |' },
  {
    fault: 'routes that differ in their parameter alone',
    from: '| `/people/:id` | Person |',
    to: '| `/claims/:number` | Person |',
  },
  { fault: 'a field twice', from: '| paidAt | date and time |', to: '| submittedAt | date and time |' },
  { fault: 'a rule twice', from: '| V4 | Claim | `total', to: '| V3 | Claim | `total' },
  {
    fault: 'a call twice',
    from: '| withdraw | POST /api/claims/:id/withdraw |',
    to: '| withdraw | POST /api/claims/:id/submit |',
  },
  {
    fault: 'an error nobody raises',
    from: '`amount > 0` | NOT_POSITIVE |',
    to: '`amount > 0` | OVER_LIMIT |',
    at: '| NOT_POSITIVE | 422',
  },
  { fault: 'a constant nobody uses', from: '| MAX_LINES | 50 |', to: '| MOST_LINES | 50 |' },
  { fault: 'a reserved route', from: '| `/pay` |', to: '| `/_/pay` |' },
  // Screens and people.
  {
    fault: 'a form for people who may not create',
    from: 'form: name, email, manager, role | Administrator |',
    to: 'form: name, email, manager, role | Manager |',
  },
  {
    fault: 'a form with what people don’t fill in',
    from: 'form: title, category, spentOn, lines, receipt, note | Employee',
    to: 'form: title, category, spentOn, lines, total, note | Employee',
  },
  { fault: 'a board by no choice', from: 'board by status', to: 'board by title' },
  { fault: 'an action that is never offered', from: '- Actions: approve, reject', to: '- Actions: approve, pay' },
  {
    fault: 'a screen that is always empty',
    from: '`status == Submitted and owner.manager == me` | table',
    to: '`status == Draft and status == Submitted` | table',
  },
  {
    fault: 'a permission without a screen',
    from: '| Employee: create | | | |',
    to: '| Employee: create | | name, email, manager, role | |',
  },
  {
    fault: 'change without read',
    from: '| Claim: read | `owner == me` |',
    to: '| Claim: read | no |',
    at: ['| Claim: read |', '| Claim: change |'],
  },
  {
    fault: 'a role nobody can be given anything for',
    from: '- Finance: pays; sees all claims once submitted',
    to: '- Finance: pays; sees all claims once submitted\n- Auditor: looks at everything',
    at: '- Auditor',
  },
  {
    fault: 'a field that nobody may read',
    from: '| Claim.note: read | `owner == me` | yes |',
    to: '| Claim.note: read | no | no |',
    at: ['| note |', '| Claim.note: read'],
  },
  // States.
  {
    fault: 'a state nothing leads to',
    from: '| Rejected | reopen | Draft | owner | | |',
    to: '| Rejected | reopen | Draft | owner | | |\n| Archived | restore | Draft | owner | | |',
    at: '| Archived |',
  },
  {
    fault: 'a state that cannot be left',
    from: '| Approved | pay | Paid | Finance |',
    to: '| Approved | pay | Settled | Finance |',
  },
  {
    fault: 'a way out of a final state',
    from: '- Final: Paid',
    to: '- Final: Paid, Rejected',
    at: ['| reopen |', '- Final:'],
  },
  { fault: 'a guard that never holds', from: '`total > 0` |', to: '`total > 0 and total < 0` |' },
  {
    fault: 'a guard that shuts everybody out',
    from: '| Finance | `owner != me` |',
    to: '| Finance | `owner != me and owner == me` |',
  },
  { fault: 'an effect on what is computed', from: 'paidAt = now; call payout', to: 'total = 0 EUR; call payout' },
  { fault: 'an effect twice', from: 'submittedAt = now; refusal = null', to: 'submittedAt = now; submittedAt = null' },
  { fault: 'a call nobody knows', from: 'call payout', to: 'call payuot' },
  {
    fault: 'a timer that is never over',
    from: '| SUBMITTED_REMINDER | 3 days |',
    to: '| SUBMITTED_REMINDER | -3 days |',
    at: ['| after SUBMITTED_REMINDER |', '| SUBMITTED_REMINDER |'],
  },
  { fault: 'a field nothing ever sets', from: 'paidAt = now; call payout', to: 'call payout', at: '| paidAt |' },
  {
    fault: 'a cleared field that is required',
    from: '| Submitted | withdraw | Draft | owner | | submittedAt = null |',
    to: '| Submitted | withdraw | Draft | owner | | category = null |',
  },
  // Rules, bounds and constants.
  { fault: 'a rule that nothing can meet', from: '`amount > 0` |', to: '`amount > 0 and amount < 0` |' },
  { fault: 'a rule that never fails', from: '`spentOn <= today`', to: '`spentOn <= today or spentOn > today`' },
  {
    fault: 'two rules that leave nothing',
    from: '| V6 | Line | `amount > 0` | NOT_POSITIVE |',
    to: '| V6 | Line | `amount > 0` | NOT_POSITIVE |\n| V7 | Line | `amount < 0` | NOT_POSITIVE |',
    at: ['| V6 |', '| V7 |'],
  },
  {
    fault: 'a rule that repeats another',
    from: '| V6 | Line | `amount > 0` | NOT_POSITIVE |',
    to: '| V6 | Line | `amount > 0` | NOT_POSITIVE |\n| V7 | Line | `amount > 0` | NOT_POSITIVE |',
    at: '| V7 |',
  },
  { fault: 'bounds the wrong way round', from: 'text(3..120)', to: 'text(120..3)' },
  {
    fault: 'a default that does not fit',
    from: '| category | Travel, Meals, Equipment, Other | yes | |',
    to: '| category | Travel, Meals, Equipment, Other | yes | default Hotel |',
  },
  { fault: 'a choice twice', from: 'Travel, Meals, Equipment, Other', to: 'Travel, Meals, Travel, Other' },
  {
    fault: 'a file over the limit of uploads',
    from: '| Page size | 50 | |',
    to: '| Page size | 50 | |\n| Upload size | 5 MB | |',
    at: ['| receipt |', '| Upload size |', '| MAX_RECEIPT_SIZE |'],
  },
  {
    fault: 'a page larger than the largest',
    from: '| Page size | 50 | |',
    to: '| Page size | 500 | |\n| Largest page | 100 | |',
    at: ['| Page size |', '| Largest page |'],
  },
  { fault: 'no lines at all', from: '| MAX_LINES | 50 |', to: '| MAX_LINES | 0 |', at: ['| MAX_LINES |', '| lines |'] },
  // Calls and errors.
  {
    fault: 'a call that does nothing',
    from: '| pay | POST /api/claims/:id/pay | pay Claim |',
    to: '| pay | POST /api/claims/:id/pay | settle Claim |',
  },
  {
    fault: 'a call that hides what it may fail with',
    from: '| Claim | RECEIPT_MISSING, FUTURE_EXPENSE',
    to: '| Claim | FUTURE_EXPENSE',
  },
  {
    fault: 'a call that lists what it can’t fail with',
    from: '| withdraw | POST /api/claims/:id/withdraw | withdraw Claim | | Claim | |',
    to: '| withdraw | POST /api/claims/:id/withdraw | withdraw Claim | | Claim | RECEIPT_MISSING |',
  },
  {
    fault: 'a change by a reading method',
    from: '| delete claim | DELETE /api/claims/:id |',
    to: '| delete claim | GET /api/claims/:id/delete |',
  },
  { fault: 'an error with a status of success', from: '| TOO_OLD | 422 |', to: '| TOO_OLD | 200 |' },
  {
    fault: 'a message with what nothing fills',
    from: 'Claims over {RECEIPT_FREE_LIMIT} need',
    to: 'Claims over {RECEIPT_LIMIT} need',
  },
  {
    fault: 'a message with another number',
    from: 'One claim may not exceed {CLAIM_LIMIT}.',
    to: 'One claim may not exceed 4,000 EUR.',
  },
  {
    fault: 'a secret in the document',
    from: '| PAYOUT_URL | not shown. | |',
    to: '| PAYOUT_URL | "https://bank.example.com" | |\n| PAYOUT_KEY | "sk_live_51H8xJ2eZvKYlo2C0aBcDeFgH" | |',
    at: '| PAYOUT_KEY |',
  },
  { fault: 'a misspelt field in a body', from: '"to": owner.email', to: '"to": owner.emial' },
  {
    fault: 'a call about a record that does not say which',
    from: '| POST /api/claims/:id/submit |',
    to: '| POST /api/claims/submit |',
  },
  {
    fault: 'a call that sends what is computed',
    from: 'create Claim | title, category,',
    to: 'create Claim | title, total, category,',
  },
  {
    fault: 'a call that leaves out what is required',
    from: 'create Claim | title, category,',
    to: 'create Claim | category,',
  },
  { fault: 'an effect that makes a call of ours', from: 'call payout;', to: 'call people;' },
  {
    fault: 'a call to the outside that nothing makes',
    from: 'paidAt = now; call payout;',
    to: 'paidAt = now;',
    at: '| payout | POST',
  },
  {
    fault: 'a field named almost as another',
    from: '| note | long',
    to: '| Title | text | no | |\n| note | long',
    at: '| Title |',
  },
  // Expressions and sample data.
  { fault: 'a formula that does not parse', from: '`refusal != null`', to: '`refusal != `' },
  {
    fault: 'a sample that breaks its type',
    from: '| Taxi | Jonas Weber | Travel |',
    to: '| Taxi | Jonas Weber | Train |',
  },
  // Permissions and errors that say nothing.
  {
    fault: 'a permission in a state in which nothing can be deleted',
    from: '`owner == me and status == Draft`',
    to: '`owner == me and status == Paid`',
  },
  {
    fault: 'a field of records that the role may not read',
    from: '| Claim.note: read | `owner == me` | yes | no | no |',
    to: '| Claim.note: read | `owner == me` | yes | no | yes |',
  },
  {
    fault: 'a text with a value that nothing fills in',
    from: '| The date lies in the future. |',
    to: '| {spentOn} lies in the future. |',
  },
  {
    fault: 'a rule that answers as if the product had failed',
    from: '| FUTURE_EXPENSE | 422 |',
    to: '| FUTURE_EXPENSE | 500 |',
  },
  {
    fault: 'two errors with one text',
    from: '| Say why you reject it. |',
    to: '| The amount must be more than zero. |',
    at: '| NOT_POSITIVE | 422',
  },
  {
    fault: 'never for everyone, and yes for some',
    from: '| Claim: create | yes | | | |',
    to: '| Claim: create | never | yes | | |',
  },
];
