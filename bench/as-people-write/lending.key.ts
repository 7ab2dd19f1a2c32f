import { type Key, keyOf } from './key.ts';
import { lendingFacts, lendingTraps } from './lending.facts.ts';

/** The lending of equipment: bullets, tables, indented blocks with arrows, numbered rules. */
export const lending: Key = keyOf({
  document: 'lending.md',
  requiredUnlessMarked: false,
  entities: `
    59 Person
    68 Item type
    68 Item
    93 Loan
    101 Loan line ~line; belongs to Loan
    106 Damage report
    110 Charge`,
  fields: `
    60 Person.id: text|integer|unknown; builtIn
    60 Person.name: text|unknown; byProduct?
    60 Person.email: email|text|unknown; byProduct?
    60 Person.faculty: text|unknown; byProduct?
    61 Person.kind: choice(student, staff)
    61 Person.role: choice(borrower, desk, technician, manager)|role
    62 Person.cardNo: text; matches 0004711223; rejects 4711
    63 Person.blockedUntil: date; optional
    63 Person.blockReason: text
    64 Person.trainings: list|unknown
    65 Person.openCharges: money; computed
    66 Person.mayBorrow: boolean; computed
    72 Item type.code: text; min 3; max 12; matches CAM-FX30; rejects cam fx; unique
    73 Item type.title: text; max 80
    74 Item type.class: choice(camera, audio, light, computing, other)
    75 Item type.trainingCode: text; optional
    76 Item type.loanDays: integer; min 1; max 28
    77 Item type.maxPerLoan: integer; min 1; max 10; default 2
    78 Item type.studentsAllowed: boolean; default yes
    79 Item type.value: money
    80 Item type.accessories: texts
    81 Item type.photo: file|unknown
    82 Item.inventoryNo: text|number series; matches CAM-0042; rejects CAMERA-42; unique
    83 Item.typeCode ~type: reference(Item type)
    84 Item.serialNo: text; max 40
    85 Item.condition: choice(good, worn, damaged)
    86 Item.state: state
    87 Item.shelf: text; matches C14; rejects 14C
    88 Item.boughtOn: date
    90 Item type.freeUnits ~freeUnits(from, to): integer|unknown; computed
    94 Loan.number: number series(L-YY-00000)|text|unknown; byProduct
    94 Loan.borrowerId ~borrower: reference(Person)|text|unknown
    94 Loan.state: state
    94 Loan.version: integer; byProduct?
    95 Loan.purpose: text; required@170; min 10@170; max 300@170
    95 Loan.courseCode: text|unknown; optional; matches FILM204@172; rejects FILM@172
    96 Loan.pickupAt: instant; required?
    96 Loan.dueAt: instant; required?
    96 Loan.pickedUpAt: instant; byProduct?
    96 Loan.returnedAt: instant; byProduct?
    97 Loan.decidedBy: reference(Person)|text|unknown; byProduct?
    97 Loan.decisionNote: text|unknown; min 10@180; max 300@180; optional?
    97 Loan.extensions: list|unknown
    98 Loan.totalValue: money; computed
    99 Loan.isOverdue: boolean; computed
    100 Loan.daysLate: integer; computed
    102 Loan line.id: text|integer|unknown; builtIn
    102 Loan line.typeCode ~type: reference(Item type)|text|unknown; required?
    102 Loan line.inventoryNo ~item: reference(Item)|text|unknown; optional
    102 Loan line.returnedAt: instant|unknown; byProduct?
    103 Loan line.conditionOut: choice(good, worn, damaged)
    103 Loan line.conditionIn: choice(good, worn, damaged)
    104 Loan line.missingAccessories: texts
    107 Damage report.id: text|integer|unknown; builtIn
    107 Damage report.lineId ~line: reference(Loan line)|text|unknown
    107 Damage report.reportedBy: reference(Person)|text|unknown; byProduct?
    107 Damage report.reportedAt: instant|unknown; byProduct?
    107 Damage report.text: text|unknown; min 20@179; max 1000@179
    107 Damage report.photos: file; min 1; max 5
    108 Damage report.severity: choice(cosmetic, limits use, unusable)
    108 Damage report.repairCost: money
    108 Damage report.state: state
    111 Charge.id: text|integer|unknown; builtIn
    111 Charge.personId ~person: reference(Person)|text|unknown
    111 Charge.loanNumber ~loan: reference(Loan)|text|unknown
    111 Charge.amount: money
    111 Charge.createdAt: instant|unknown; builtIn
    111 Charge.waivedBy: reference(Person)|text|unknown; byProduct?
    111 Charge.waiveReason: text|unknown; min 10@181
    112 Charge.kind: choice(late, damage, loss)
    112 Charge.state: state`,
  screens: `
    19 / Catalogue
    22 /types/:code Item type
    25 /basket Basket
    28 /loans My loans
    29 /loans/:number Loan
    32 /desk Desk
    35 /desk/loans/:number/handout Hand-out
    37 /desk/loans/:number/return Take-back
    39 /workshop Workshop
    40 /damage/:id Damage report
    41 /items/:inventoryNo Item; for desk|desk assistant, technician, manager|store manager
    42 /people People; for desk|desk assistant, manager|store manager
    42 /people/:id People ~Person; for desk|desk assistant, manager|store manager
    43 /stock Stock; for manager|store manager`,
  states: `
    120-139 Loan: Draft*, Requested, Approved, Rejected!, Cancelled!, Picked up, Expired!, Partly returned, Returned, Closed!
    143-151 Item: Available, On loan, In repair, Retired!, Lost
    154-158 Damage report: Open, Assessed, Dismissed?, Settled?
    159 Charge: Open, Paid!, Waived!`,
  transitions: `
    120-132 Loan: Draft -> Requested; by borrower|borrowerId; if
    121 Loan: Requested -> Approved; itself; if
    122 Loan: Requested -> Approved; by desk|desk assistant, manager|store manager; if
    123 Loan: Requested -> Rejected; by desk|desk assistant, manager|store manager; if
    124 Loan: Draft -> Cancelled; by borrower|borrowerId
    125 Loan: Requested, Approved -> Cancelled; by borrower|borrowerId, desk|desk assistant; if borrower|borrowerId
    126-137 Loan: Approved -> Picked up; by desk|desk assistant; if
    127 Loan: Approved -> Expired; itself
    128 Loan: Picked up -> Partly returned; by desk|desk assistant; if
    129 Loan: Picked up, Partly returned -> Returned; by desk|desk assistant; if
    130 Loan: Returned -> Closed; itself; if
    143 Item: Available -> On loan; either; on hand-out|handout
    144 Item: On loan -> Available; either; if
    145 Item: On loan -> In repair; either; if
    146 Item: In repair -> Available; by technician
    147 Item: In repair, Available -> Retired; by manager|store manager
    148 Item: On loan -> Lost; by manager|store manager; if
    149 Item: Lost -> Available; by desk|desk assistant
    154 Damage report: Open -> Assessed; by technician
    155 Damage report: Open -> Dismissed; by technician
    156 Damage report: Assessed -> Settled; by manager|store manager
    159 Charge: Open -> Paid; either; by cashier|cashier's report
    159 Charge: Open -> Waived; by manager|store manager; if`,
  commonErrors: ['ERR-01', 'ERR-18'],
  calls: `
    225 GET /api/v2/types; query class, from, to, allowedOnly; errors ERR-03?; does list Item type
    225 GET /api/v2/types/{code}; errors ERR-03; does read Item type
    226 GET /api/v2/types/{code}/calendar; query from, to
    227 POST /api/v2/types; errors ERR-02, ERR-04, ERR-16?; does create Item type
    227 PUT /api/v2/types/{code}; errors ERR-02, ERR-04, ERR-16?; does change Item type
    227 DELETE /api/v2/types/{code}; errors ERR-02, ERR-04?, ERR-16; does delete Item type
    229 GET /api/v2/basket; errors ERR-04?; does read Loan
    229-233 PUT /api/v2/basket; body lines, pickupAt, dueAt, purpose, courseCode; errors ERR-04; does change Loan
    235 POST /api/v2/basket/submit; errors ERR-04, ERR-06, ERR-07, ERR-08, ERR-09; does event Loan
    236 GET /api/v2/loans; query mine, state, overdue, page; errors ERR-03?; does list Loan
    236 GET /api/v2/loans/{number}; errors ERR-03; does read Loan
    237 POST /api/v2/loans/{number}/decision; body approve, note, version; errors ERR-02, ERR-04, ERR-05, ERR-10; does event Loan
    238 POST /api/v2/loans/{number}/cancel; body version; errors ERR-02, ERR-05, ERR-10; does event Loan
    239 POST /api/v2/loans/{number}/extension; body newDueAt, version; errors ERR-02, ERR-05, ERR-06, ERR-07, ERR-10, ERR-11; does event Loan
    240-243 POST /api/v2/loans/{number}/handout; body cardNo, version, lines; errors ERR-02, ERR-05, ERR-10, ERR-12, ERR-14; does event Loan
    245 POST /api/v2/loans/{number}/return; body lines, version; errors ERR-02, ERR-04, ERR-05, ERR-10, ERR-15; does event Loan
    247 GET /api/v2/items; query type, state; errors ERR-02, ERR-03; does list Item
    247 GET /api/v2/items/{inventoryNo}; errors ERR-02, ERR-03; does read Item
    247 POST /api/v2/items; errors ERR-02, ERR-04; does create Item
    247 PATCH /api/v2/items/{inventoryNo}; errors ERR-02, ERR-04; does change Item
    248 POST /api/v2/items/{inventoryNo}/state; body to; errors ERR-02, ERR-10; does event Item
    250 POST /api/v2/damage; body lineId, severity, text; errors ERR-02, ERR-04; does create Damage report
    251 POST /api/v2/damage/{id}/photos; body photo; errors ERR-02, ERR-17; does change Damage report
    252 GET /api/v2/damage; query state; errors ERR-02, ERR-03; does list Damage report
    252 GET /api/v2/damage/{id}; errors ERR-02, ERR-03; does read Damage report
    253 POST /api/v2/damage/{id}/assess; body repairCost; errors ERR-02, ERR-04, ERR-10; does event Damage report
    253 POST /api/v2/damage/{id}/dismiss; errors ERR-02, ERR-04?, ERR-10; does event Damage report
    253 POST /api/v2/damage/{id}/settle; body charge; errors ERR-02, ERR-04, ERR-10; does event Damage report
    255 GET /api/v2/me; errors ERR-02?, ERR-03?; does read Person
    255 GET /api/v2/people; query q, page; errors ERR-02, ERR-03; does list Person
    255 GET /api/v2/people/{id}; errors ERR-02, ERR-03; does read Person
    256 PUT /api/v2/people/{id}/block; body until, reason; errors ERR-02, ERR-04; does change Person
    256 DELETE /api/v2/people/{id}/block; errors ERR-02, ERR-04?; does change Person
    257 PUT /api/v2/people/{id}/trainings; body ...; errors ERR-02, ERR-04; does change Person
    258 GET /api/v2/charges; query person; errors ERR-02; does list Charge
    258 POST /api/v2/charges/{id}/waive; body reason; errors ERR-02, ERR-04, ERR-10; does event Charge`,
  errors: `
    267 ERR-01 401 "Please sign in."
    268 ERR-02 403 "You are not allowed to do that."
    269 ERR-03 404 "This does not exist or is not visible to you."
    270 ERR-04 422 "Some entries need your attention."
    271 ERR-05 409 "This loan was changed in the meantime."
    272 ERR-06 409 "{title} is not free for these dates."
    273 ERR-07 403 "You need the training {code}, valid until {date} or longer."
    274 ERR-08 403 "You cannot borrow at the moment: {reason}."
    275 ERR-09 409 "You already have {n} loans running."
    276 ERR-10 409 "This step is not possible now."
    277 ERR-11 409 "The loan cannot be extended: {reason}."
    278 ERR-12 409 "This card does not belong to the borrower."
    279 ERR-13 409 "The pick-up point is closed on that day."
    280 ERR-14 409 "{inventoryNo} cannot be handed out for this line."
    281 ERR-15 422 "Please write a damage report first."
    282 ERR-16 409 "There are still items of this type."
    283 ERR-17 413 "The picture is too large or not JPG/PNG."
    284 ERR-18 500 "Something went wrong on our side. Please try again."`,
  roles: `
    186-187 Borrower
    194 Desk assistant ~desk
    200 Technician
    203-204 Store manager ~manager; includes Desk assistant|desk, Technician`,
  constants: `
    290 opening hours: hours 1-4 09:00-18:00 5 09:00-15:00
    292 lines per loan: 8
    292 running loans students: 2
    292 running loans staff: 4
    293 reservation lead time least min: 3 hours
    293 reservation lead time most max ahead: 60 days
    293 turnaround: 4 hours
    293 early hand-out: 2 hours
    293 pick-up expires collected: 24 hours
    294 grace return: 2 hours
    294 late charge: 2.00 EUR
    294 late charge most max: 40.00 EUR
    295 open charges borrowing: 20.00 EUR
    295 approval person system: 500 EUR
    295 approval desk: 3000 EUR
    296 extension: 7 days
    296 extension students: 1
    296 extension staff: 2
    296 extension asked dueAt before: 4 hours
    297 block late return: 7 days
    297 block late return: 30 days
    297 lost after dueAt: 30 days
    297 loss charge year: 10 %
    297 loss charge floor: 20 %
    298 photos report: 5
    298 photos size: 6 MB
    299 page size: 30
    299 people search from: 3
    299 desk screen refresh: 20 seconds`,
  harmless: [
    'field Loan.lines',
    'field Loan.loan lines',
    'field Loan.charges',
    'field Loan line.loan',
    'field Loan line.damage report',
    'field Item type.items',
    'field Person.loans',
    'field Person.charges',
    'entity Training',
    'field Training.code',
    'field Training.validUntil',
    'entity Extension',
    'field Extension.askedAt',
    'field Extension.oldDueAt',
    'field Extension.newDueAt',
    'role course coordinator',
    'role guest',
    'role not signed in',
    'role everyone',
    'role everyone signed in',
    'transition Loan Picked up -> Picked up',
    'error SIGNED_OUT',
  ],
  unknowns: [
    { id: 'U1', line: 13 },
    { id: 'U2', line: 81 },
    { id: 'U3', line: 115 },
    { id: 'U4', line: 218 },
    { id: 'U5', line: 259 },
    { id: 'U6', line: 291 },
    { id: 'U7', line: 300 },
  ],
  contradictions: [
    { id: 'I1', lines: [279], words: ['ERR-13'] },
    { id: 'I2', lines: [47], words: ['course coordinator'] },
    { id: 'I3', lines: [137], words: ['liability form|liabilityForm'] },
  ],
  facts: lendingFacts,
  traps: lendingTraps,
});
