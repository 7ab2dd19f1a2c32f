import { fact } from './fact.ts';
import type { Fact } from './key.ts';
import { named } from './names.ts';

const DESK = 'desk|desk assistant';
const MANAGER = 'manager|store manager';
const BORROWER = 'borrower|borrowerId';
const RUNNING = ['requested', 'approved', 'picked up', 'partly returned'] as const;

export const lendingFacts: readonly Fact[] = [
  fact(1, [45, 225], 'Without sign-in only the catalogue and item types, without freeUnits.', (m) => {
    const guest = m.model.roles.find((role) => role.guest)?.name;
    if (guest === undefined) return false;
    const open = m.model.screens.filter(({ roles }) => roles?.some(({ name }) => name === guest) ?? false);
    const [whole] = m.grants('Item type', null, 'read', guest);
    const fields = whole?.grant.kind === 'yes' ? (whole.grant.fields ?? null) : null;
    const apart = fields?.every(({ name }) => !named(name, 'freeUnits')) ?? false;
    const only = m.model.permissions
      .filter(({ role, grant }) => role === guest && grant.kind === 'yes')
      .every(({ entity, operation }) => named(entity, 'Item type') && operation === 'read');
    return (
      only &&
      open.length === 2 &&
      open.every(({ route }) => route === '/' || route.startsWith('/types/')) &&
      m.may('Item type', null, 'read', guest) &&
      (apart || m.hidden('Item type', 'freeUnits', guest))
    );
  }),
  fact(2, [26], 'Never more than one Draft per person.', (m) => {
    const keys = m.entity('Loan')?.unique ?? [];
    const byKey = keys.some(
      ({ fields, where }) => fields.some(({ name }) => named(name, BORROWER)) && m.says(where, 'draft'),
    );
    return byKey || m.rule('Loan', 'count', 'draft', BORROWER);
  }),
  fact(
    3,
    [53, 101, 163],
    'A loan has 1 to 8 lines; one line is one unit.',
    (m) =>
      m.bounded('Loan', 'lines|loan lines', 1, 8) ||
      (m.rule('Loan', 'lines|loan lines', 1) && m.rule('Loan', 'lines|loan lines', 8)),
  ),
  fact(4, [65], "openCharges is the sum of the person's Open charges.", (m) =>
    m.computed('Person', 'openCharges', 'sum', 'amount', 'open'),
  ),
  fact(5, [66, 235, 295], 'mayBorrow: not blocked, at most 20.00 € open, no overdue loan; else ERR-08.', (m) => {
    const computed = m.field('Person', 'mayBorrow')?.computed ?? null;
    return (
      m.says(computed, 'blockedUntil', 'openCharges', 20, 'isOverdue|overdue|dueAt') &&
      m.compares(computed, 'openCharges', '<=', 20) &&
      m.transitions('Loan', 'Draft', 'Requested').some((each) => m.guarded(each, 'mayBorrow')) &&
      m.refuses(m.errors('ERR-08', 'You cannot borrow at the moment'), 'Loan', null)
    );
  }),
  fact(
    6,
    [90],
    'freeUnits: Available or On loan, minus lines of running loans that touch the period plus 4 hours.',
    (m) => m.computed('Item type', 'freeUnits', 'available', 'on loan', 4, ...RUNNING),
  ),
  fact(
    7,
    [99, 140],
    'isOverdue is computed: Picked up or Partly returned, and now past dueAt + 2 hours.',
    (m) =>
      m.computed('Loan', 'isOverdue', 'picked up', 'partly returned', 'now', 'dueAt', 2) &&
      (m.machine('Loan')?.states.every(({ name }) => !named(name, 'overdue')) ?? false),
  ),
  fact(8, [121], 'Up to 500 € the system approves at once.', (m) =>
    m
      .transitions('Loan', 'Requested', 'Approved', 'itself')
      .some(
        (each) =>
          m.compares(each.guard, 'totalValue', '<=', 500) ||
          (each.timer?.kind === 'when' && m.compares(each.timer.condition, 'totalValue', '<=', 500)),
      ),
  ),
  fact(9, [122], 'The desk approves up to 3,000 €; above only the store manager.', (m) => {
    const approving = m.transitions('Loan', 'Requested', 'Approved', 'event');
    const desk = approving.filter((each) => m.by(each, DESK));
    return (
      desk.length > 0 &&
      desk.every((each) => m.compares(each.guard, 'totalValue', '<=', 3000)) &&
      approving.some(
        (each) =>
          m.by(each, MANAGER) &&
          (!m.compares(each.guard, 'totalValue', '<=', 3000) || m.says(each.guard, 'or', MANAGER)),
      )
    );
  }),
  fact(
    10,
    [123, 180],
    'Rejecting needs a note of 10 to 300 characters; approving does not.',
    (m) =>
      m.bounded('Loan', 'decisionNote', 10, 300) &&
      m.transitions('Loan', 'Requested', 'Rejected').some((each) => m.guarded(each, 'decisionNote')) &&
      m.transitions('Loan', 'Requested', 'Approved', 'event').every((each) => !m.guarded(each, 'decisionNote')),
  ),
  fact(11, [125], 'The borrower cancels until pickupAt; the desk at any time.', (m) =>
    ['Requested', 'Approved'].every((from) => {
      const all = m.transitions('Loan', from, 'Cancelled', 'event');
      const own = all.filter((each) => m.by(each, BORROWER));
      return (
        own.length > 0 &&
        own.every((each) => m.guarded(each, 'now', 'pickupAt')) &&
        all.some((each) => m.by(each, DESK))
      );
    }),
  ),
  fact(12, [127, 293], 'An Approved loan expires 24 hours after pickupAt.', (m) =>
    m
      .transitions('Loan', 'Approved', 'Expired', 'itself')
      .some((each) => each.timer?.kind === 'after' && m.after(each, 24, 'pickupAt')),
  ),
  fact(
    13,
    [134, 135, 136, 240],
    'Hand-out: from 2 hours before pickupAt, own card (ERR-12), Available items of the type (ERR-14).',
    (m) =>
      m
        .transitions('Loan', 'Approved', 'Picked up')
        .some(
          (each) =>
            m.guarded(each, 2, 'pickupAt', 'cardNo|card|scanned card', 'available') &&
            m.refuses(m.errors('ERR-12', 'This card does not belong'), 'Loan', each.event) &&
            m.refuses(m.errors('ERR-14', 'cannot be handed out for this line'), 'Loan', each.event),
        ),
  ),
  fact(
    14,
    [128, 129],
    'Partly returned when some lines are back, Returned when all are.',
    (m) =>
      m
        .transitions('Loan', 'Picked up', 'Partly returned')
        .some(
          (each) =>
            m.guarded(each, 'returnedAt|returned|back', 'exists|exist|any|some|count') || m.after(each, 'returnedAt'),
        ) &&
      ['Picked up', 'Partly returned'].every((from) =>
        m
          .transitions('Loan', from, 'Returned')
          .some(
            (each) => m.guarded(each, 'returnedAt|returned|back', 'all|count|every') || m.after(each, 'returnedAt'),
          ),
      ),
  ),
  fact(15, [130, 158], 'Returned is closed only when no damage report and no charge is open.', (m) =>
    m
      .transitions('Loan', 'Returned', 'Closed', 'itself')
      .some(
        (each) =>
          m.after(each, 'Damage report|damage', 'open', 'assessed', 'charge') ||
          m.guarded(each, 'Damage report|damage', 'open', 'assessed', 'charge'),
      ),
  ),
  fact(
    16,
    [144, 145],
    'Taken back damaged: In repair; good or worn: Available.',
    (m) =>
      m
        .transitions('Item', 'On loan', 'In repair')
        .some((each) => m.guarded(each, 'damaged') || m.after(each, 'damaged')) &&
      m
        .transitions('Item', 'On loan', 'Available')
        .some(
          (each) =>
            m.guarded(each, 'good', 'worn') || m.guarded(each, '!=', 'damaged') || m.after(each, 'good', 'worn'),
        ),
  ),
  fact(17, [148, 151], 'Only the store manager marks Lost, 30 days after dueAt; a loss charge is written.', (m) =>
    m
      .transitions('Item', 'On loan', 'Lost')
      .some(
        (each) => m.by(each, MANAGER) && m.guarded(each, 30, 'dueAt') && m.effect(each, 'create', 'charge', 'loss'),
      ),
  ),
  fact(18, [166, 235], 'A required training is valid on the day of dueAt, else ERR-07.', (m) =>
    ['Loan', 'Loan line|line'].some(
      (each) =>
        m.rule(each, 'validUntil', 'dueAt') && m.refuses(m.errors('ERR-07', 'You need the training'), each, null),
    ),
  ),
  fact(
    19,
    [167, 168],
    'pickupAt in opening hours, 3 hours to 60 days ahead; dueAt at most the smallest loanDays later.',
    (m) => {
      const rules = m.rules('Loan');
      return (
        rules.some((each) => m.says(each.condition, 'pickupAt') && m.working(each.condition)) &&
        m.rule('Loan', 'pickupAt', 'now', 3) &&
        m.rule('Loan', 'pickupAt', 60) &&
        m.rule('Loan', 'dueAt', 'pickupAt', 'min', 'loanDays')
      );
    },
  ),
  fact(
    20,
    [171, 235],
    'At most 2 running loans for students, 4 for staff, else ERR-09.',
    (m) =>
      m.rule('Loan', 'count', 2, 4, ...RUNNING, BORROWER) &&
      m.refuses(m.errors('ERR-09', 'loans running'), 'Loan', null),
  ),
  fact(
    21,
    [173, 174, 296],
    'Extension: borrower, Picked up, 4 hours before dueAt, 7 days; students once, staff twice.',
    (m) =>
      m
        .transitions('Loan', 'Picked up', 'Picked up', 'event')
        .some((each) => m.by(each, BORROWER) && m.guarded(each, 4, 'dueAt', 7, 1, 2, 'student|staff')),
  ),
  fact(22, [176, 294], 'Late charge: 2.00 € per line and started day, 2 hours of grace, at most 40.00 €.', (m) => {
    const onReturn = ['Picked up', 'Partly returned'].flatMap((from) => m.transitions('Loan', from, 'Returned'));
    return onReturn.some((each) => m.effect(each, 'create', 'charge', 'late', 2, 40, 'dueAt|daysLate'));
  }),
  fact(23, [177, 297], '7 days late or more blocks for 30 days from the return.', (m) => {
    const onReturn = ['Picked up', 'Partly returned'].flatMap((from) => m.transitions('Loan', from, 'Returned'));
    return onReturn.some((each) => m.effect(each, 'set', 'blockedUntil', 30, 7));
  }),
  fact(24, [197, 204], 'Nobody approves, hands out or takes back the own loan.', (m) => {
    const moves = [
      ...m.transitions('Loan', 'Requested', 'Approved', 'event'),
      ...m.transitions('Loan', 'Approved', 'Picked up', 'event'),
      ...m.transitions('Loan', 'Picked up', 'Returned', 'event'),
      ...m.transitions('Loan', 'Picked up', 'Partly returned', 'event'),
      ...m.transitions('Loan', 'Partly returned', 'Returned', 'event'),
    ];
    return moves.length >= 4 && moves.every((each) => m.compares(each.guard, BORROWER, '!=', 'me'));
  }),
  fact(
    25,
    [191, 192, 199, 201],
    'Hidden: serialNo, shelf, boughtOn, blockReason; single charges from the desk; email, cardNo from technicians.',
    (m) =>
      ['serialNo', 'shelf', 'boughtOn'].every((each) => m.hidden('Item', each, 'borrower')) &&
      m.hidden('Person', 'blockReason', 'borrower') &&
      !m.may('Charge', null, 'read', DESK) &&
      m.may('Person', 'openCharges', 'read', DESK) &&
      m.hidden('Person', 'email', 'technician') &&
      m.hidden('Person', 'cardNo', 'technician'),
  ),
];

export const lendingTraps: readonly Fact[] = [
  fact(1, [188], 'Borrowers see every loan, charge or damage report.', (m) =>
    ['Loan', 'Charge', 'Damage report'].some((each) => m.free(each, null, 'read', 'borrower')),
  ),
  fact(2, [189], 'Borrowers change loans that are no Draft.', (m) => m.free('Loan', null, 'change', 'borrower')),
  fact(
    3,
    [191, 211, 215],
    'Borrowers see shelves, or all card numbers.',
    (m) => m.may('Item', 'shelf', 'read', 'borrower') || m.free('Person', 'cardNo', 'read', 'borrower'),
  ),
  fact(
    4,
    [198],
    'The desk changes item types or all of an item.',
    (m) => m.may('Item type', null, 'change', DESK) || m.free('Item', null, 'change', DESK),
  ),
  fact(
    5,
    [201],
    'Technicians see e-mail addresses and card numbers of all.',
    (m) => m.free('Person', 'email', 'read', 'technician') || m.free('Person', 'cardNo', 'read', 'technician'),
  ),
  fact(6, [199], 'The desk sees the single charges of everybody.', (m) => m.free('Charge', null, 'read', DESK)),
];
