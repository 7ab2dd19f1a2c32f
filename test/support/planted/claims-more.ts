import type { Planted } from './planted.ts';

/** Faults across the points of the expense claims. */
export const CLAIMS_MORE: readonly Planted[] = [
  {
    fault: 'a screen for people who may not read',
    from: '| Employee: read | yes | yes | yes | yes |',
    to: '| Employee: read | no | yes | yes | no |',
    at: ['| Employee: read', '| `/people'],
  },
  {
    fault: 'a state that only people reach who see no claim',
    from: '| Submitted | approve | Approved | Manager | `owner.manager == me and owner != me` |',
    to: '| Submitted | approve | Approved | Administrator | |',
  },
  {
    fault: 'a claim paid to oneself',
    from: '| Approved | pay | Paid | Finance | `owner != me` |',
    to: '| Approved | pay | Paid | Finance | |',
  },
  {
    fault: 'two timers for one moment',
    from: '| Submitted | after SUBMITTED_REMINDER | Submitted | | | notify owner.manager |',
    to: '| Submitted | after SUBMITTED_REMINDER | Submitted | | | notify owner.manager |\n| Submitted | after 3 days | Draft | | | |',
    at: ['| Submitted | after'],
  },
  {
    fault: 'a row that an empty line cuts off its table',
    from: '- Final: Paid',
    to: '| Submitted | drop | Draft | owner | | |\n\n- Final: Paid',
    at: '| Submitted | drop |',
  },
  {
    fault: 'a dashboard that no link reaches',
    from: '### Spending\n',
    to: '### Spending\n\n- Menu: no\n',
    at: ['- Menu: no', '| `/spending` |'],
  },
  {
    fault: 'a session shorter than one call',
    from: '| Page size | 50 | |',
    to: '| Page size | 50 | |\n| Timeout | 10 minutes | |\n| Session | 5 minutes | |',
    at: ['| Timeout |', '| Session |'],
  },
  {
    fault: 'a pattern that can hang',
    from: '| what | text(1..120) | yes | title |',
    to: '| what | text(1..120) | yes | title, pattern `/([A-Za-z]+ ?)+/` |',
  },
  {
    fault: 'a field that looks like another',
    from: '| note | long text(..2000) | no | |',
    to: '| note | long text(..2000) | no | |\n| n0te | text | no | |',
    at: '| n0te |',
  },
  {
    fault: 'a guard against a rule',
    from: 'owner | `total > 0` |',
    to: 'owner | `total > CLAIM_LIMIT` |',
    at: ['| Draft | submit |', '| V4 |'],
  },
  {
    fault: 'a title that tells of claims of others',
    from: '| title | text(3..120) | yes | title, searchable |',
    to: '| title | text(3..120) | yes | title, searchable, unique |',
  },
  {
    fault: 'a timer in money',
    from: '| Submitted | after SUBMITTED_REMINDER |',
    to: '| Submitted | after CLAIM_LIMIT |',
  },
  { fault: 'a day for a moment', from: 'submittedAt = now; refusal', to: 'submittedAt = owner; refusal' },
  { fault: 'a paid claim that can be edited', from: '- Editable in: Draft', to: '- Editable in: Draft, Paid' },
];
