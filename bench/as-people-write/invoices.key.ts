import { invoicesFacts, invoicesTraps } from './invoices.facts.ts';
import { type Key, keyOf } from './key.ts';

const CODES = [
  'VALIDATION_FAILED',
  'RESET_TOKEN_INVALID',
  'INVALID_CREDENTIALS',
  'FORBIDDEN',
  'PLAN_LIMIT',
  'VERSION_CONFLICT',
  'INVOICE_NOT_DRAFT',
  'CLIENT_HAS_OPEN_INVOICES',
  'ALREADY_MEMBER',
  'OVERPAYMENT',
  'MAIL_REJECTED',
  'REMINDER_TOO_SOON',
];

/** Invoices: a TypeScript developer's notes, written from the code of a client. */
export const invoices: Key = keyOf({
  document: 'invoices.md',
  requiredUnlessMarked: true,
  entities: `
    66 User
    70 Workspace
    81 Address
    84 Client
    91 Invoice
    109 LineItem
    116 Payment
    122 ActivityEntry
    123 TeamMember`,
  fields: `
    67 User.id: text|unknown; builtIn
    67 User.email: text|email
    67 User.name: text
    68 User.role: choice(owner, assistant, accountant)|role
    69 User.locale: choice(en, de); default en
    69 User.workspaceId: text|reference(Workspace)
    71 Workspace.id: text|unknown; builtIn
    72 Workspace.businessName: text
    73 Workspace.address: reference(Address)|list(Address)|unknown
    74 Workspace.taxNumber: text; optional
    74 Workspace.iban: text; optional
    74 Workspace.bic: text; optional
    75 Workspace.logoUrl: text; optional
    76 Workspace.plan: choice(free, solo)
    77 Workspace.defaultCurrency: choice(EUR, USD, GBP, CHF); default EUR
    78 Workspace.defaultTaxRate: choice(0, 7, 19)|integer|decimal; default 19
    78 Workspace.defaultDueDays: integer|decimal; default 14
    79 Workspace.numberPrefix: text; default INV-; matches INV-@196; rejects INV_@196; max? 10@196
    79 Workspace.nextNumber: integer|decimal; min 1@197
    80 Workspace.assistantMaySend: boolean; default false
    81 Address.line1: text
    81 Address.line2: text; optional
    81 Address.postalCode: text
    81 Address.city: text
    81 Address.country: text|unknown
    85 Client.id: text|unknown; builtIn
    86 Client.name: text; min 1@188; max 120@188
    87 Client.email: text|email; optional
    87 Client.phone: text; optional
    87 Client.vatId: text; optional; matches DE123456789@190; rejects de12@190
    87 Client.notes: text; optional
    88 Client.address: reference(Address)|list(Address)|unknown
    89 Client.archivedAt: instant|text; optional
    90 Client.openBalance: money|integer; byProduct
    92 Invoice.id: text|unknown; builtIn
    93 Invoice.number: text|number series; optional; byProduct?
    94 Invoice.status: state|choice(draft, sent, partially_paid, paid, overdue, void)
    95 Invoice.clientId: text|reference(Client); required@168
    96 Invoice.client: reference(Client)|unknown
    97 Invoice.issueDate: date|text; required@169
    97 Invoice.dueDate: date|text
    98 Invoice.currency: choice(EUR, USD, GBP, CHF)
    99 Invoice.items: list(LineItem)|references(LineItem); min 1@171; max 50@171
    100 Invoice.discountPercent: integer|decimal; default 0; min 0@176; max 100@176
    101 Invoice.notes: text; optional; max 2000@177
    102 Invoice.subtotal: money|integer; byProduct
    102 Invoice.taxTotal: money|integer; byProduct
    102 Invoice.total: money|integer; byProduct
    102 Invoice.paidTotal: money|integer; byProduct
    102 Invoice.balanceDue: money|integer; byProduct
    103 Invoice.payments: list(Payment)|references(Payment)
    104 Invoice.remindersSent: integer|decimal
    104 Invoice.lastReminderAt: instant|text; optional
    105 Invoice.publicToken: text; optional
    106 Invoice.voidReason: text; optional; min? 3; max? 200
    107 Invoice.createdBy: text|reference(User)|unknown; builtIn
    108 Invoice.version: integer|decimal
    108 Invoice.createdAt: instant|text|unknown; builtIn
    108 Invoice.updatedAt: instant|text
    110 LineItem.id: text|unknown; builtIn
    111 LineItem.description: text; min 1@172; max 500@172
    112 LineItem.quantity: decimal; above 0@173; max 9999.99@173
    113 LineItem.unit: choice(hour, day, piece, flat); default hour
    114 LineItem.unitPrice: money|integer; min 0@174; max 999999.99@174
    115 LineItem.taxRate: choice(0, 7, 19)|integer|decimal
    117 Payment.id: text|unknown; builtIn
    118 Payment.amount: money|integer; required@183; above 0@183
    119 Payment.receivedOn: date|text
    120 Payment.method: choice(bank_transfer, card, cash, other); default bank_transfer
    121 Payment.reference: text; optional; max 80@185
    122 ActivityEntry.id: text|unknown; builtIn
    122 ActivityEntry.at: instant|text|unknown
    122 ActivityEntry.actorName: text; optional
    122 ActivityEntry.kind: text|unknown
    122 ActivityEntry.text: text
    123 TeamMember.id: text|unknown; builtIn
    123 TeamMember.name: text|unknown
    123 TeamMember.email: text|email|unknown
    123 TeamMember.role: choice(owner, assistant, accountant)|role|text|unknown
    123 TeamMember.state: choice(active, invited)|state
    123 TeamMember.invitedAt: instant|text; optional`,
  screens: `
    22 /login LoginPage ~Login ~Log in ~Sign in
    26 /forgot-password ForgotPasswordPage ~Forgot password
    28 /reset-password ResetPasswordPage ~Reset password
    30 /i/:publicToken PublicInvoicePage ~Public invoice
    32 /
    33 /invoices InvoiceListPage ~Invoice list ~Invoices
    40 /invoices/new InvoiceEditorPage ~Invoice editor; fairly owner, assistant
    43 /invoices/:id InvoiceDetailPage ~Invoice detail
    48 /invoices/:id/edit InvoiceEditorPage ~Invoice editor; fairly owner, assistant
    51 /clients ClientListPage ~Client list
    52 /clients/:id ClientDetailPage ~Client detail
    54 /reports ReportsPage ~Reports; fairly owner, accountant
    55 /settings/profile
    55 /settings
    56 /settings/business ; for owner
    57 /settings/numbering ; for owner
    58 /settings/team ; for owner
    60 * NotFoundPage ~Not found`,
  states: `
    137-147 Invoice: draft*, sent, partially_paid, paid, void!
    150-153 Editor save state|Editor|Save state|useAutosave: idle, dirty, saving, saved?, error
    155-156 Session: anonymous, authenticated
    158 Client: active, archived
    159 Team member: invited, active?
    159 PDF job: queued, running, ready?, failed?`,
  transitions: `
    139 Invoice: draft -> sent; on sendInvoice|send; if
    141 Invoice: sent -> partially_paid; on recordPayment; if
    142 Invoice: sent, partially_paid -> paid; on recordPayment; if
    143 Invoice: paid, partially_paid -> partially_paid, sent; on deletePayment
    144 Invoice: sent, partially_paid -> void; on voidInvoice|void; if
    151 Editor save state|Editor|Save state|useAutosave: idle -> dirty; either
    152 Editor save state|Editor|Save state|useAutosave: dirty -> saving; either; if
    153 Editor save state|Editor|Save state|useAutosave: saving -> saved, error; either
    153 Editor save state|Editor|Save state|useAutosave: error -> saving; on Retry
    156 Session: anonymous -> authenticated; either; on login
    156 Session: authenticated -> anonymous; either
    158 Client: active -> archived; either
    158 Client: archived -> active; either
    159 Team member: invited -> active; either
    159 PDF job: queued -> running; either
    159 PDF job: running -> ready, failed; either`,
  commonErrors: CODES,
  calls: `
    226 POST /api/auth/login; body email, password
    227 POST /api/auth/refresh
    227 POST /api/auth/logout
    228 POST /api/auth/forgot; body email
    228 POST /api/auth/reset; body token, password
    229 GET /api/me
    230 PATCH /api/me; body name, locale, currentPassword, password; does change User
    234 GET /api/invoices; query status, clientId, q, sort, page, pageSize; does list Invoice
    235 GET /api/invoices/:id; does read Invoice
    236 POST /api/invoices; body ...; does create Invoice
    236 DELETE /api/invoices/:id; does delete Invoice
    237 PATCH /api/invoices/:id; body version, ...; does change Invoice
    238 POST /api/invoices/:id/send; body to, cc, message; does event Invoice
    239 POST /api/invoices/:id/remind; does event Invoice
    240 POST /api/invoices/:id/void; body reason; does event Invoice
    241 POST /api/invoices/:id/payments; body amount, receivedOn, method, reference; does event Invoice, create Payment
    242 DELETE /api/invoices/:id/payments/:paymentId; does event Invoice, delete Payment
    243 GET /api/invoices/:id/activity; does list ActivityEntry
    244 POST /api/invoices/:id/pdf
    244 GET /api/jobs/:jobId
    245 GET /api/public/invoices/:publicToken; does read Invoice
    250 GET /api/clients; query q, archived, page, pageSize; does list Client
    250 GET /api/clients/:id; does read Client
    250 POST /api/clients; body ...; does create Client
    250 PATCH /api/clients/:id; body ...; does change Client
    251 POST /api/clients/:id/archive; does event Client, change Client
    251 POST /api/clients/:id/restore; does event Client, change Client
    252 GET /api/reports/revenue; query year
    253 GET /api/reports/revenue.csv; query year
    254 PATCH /api/workspace; body ...; does change Workspace
    254 PUT /api/workspace/logo; body file; does change Workspace
    255 GET /api/team; does list TeamMember
    255 POST /api/team/invitations; body ...; does create TeamMember
    255 DELETE /api/team/invitations/:id; does delete TeamMember
    255 DELETE /api/team/:userId; does delete TeamMember`,
  errors: `
    262 VALIDATION_FAILED 400
    263 RESET_TOKEN_INVALID 400 "This link has expired."
    264 INVALID_CREDENTIALS 401 "E-mail or password is wrong"
    265 - 401 "Your session has ended."
    266 FORBIDDEN 403 "You're not allowed to do that."
    267 PLAN_LIMIT 403 "Your plan allows 3 clients."
    268 - 404 "Not found"
    269 VERSION_CONFLICT 409 "Someone else changed this invoice."
    270 INVOICE_NOT_DRAFT 409 "Only drafts can be edited."
    271 CLIENT_HAS_OPEN_INVOICES 409 "This client still has open invoices."
    272 ALREADY_MEMBER 409 "Already on the team"
    272 - 413 "PNG or JPEG, up to 1 MB"
    273 OVERPAYMENT 422 "That is more than the open balance"
    274 MAIL_REJECTED 422 "The mail server refused this address."
    275 REMINDER_TOO_SOON 429 "A reminder was sent recently."
    276 - 429 "Too many requests. Try again in {n} seconds."
    277 - 5xx "The server has a problem. Try again."
    278 - - "No connection."
    279 - - "The PDF could not be made."
    280 - - "Something went wrong."
    281 - - "Something broke"`,
  roles: `
    68 owner
    68 assistant
    68 accountant`,
  constants: `
    285 PAGE_SIZE: 25
    285 SEARCH_DEBOUNCE_MS: 300 or 300 ms
    286 MAX_LINE_ITEMS: 100
    286 MAX_DUE_DAYS: 180 or 180 days
    287 TAX_RATES: [0, 7, 19]
    287 CURRENCIES: ['EUR', 'USD', 'GBP', 'CHF']
    288 MAX_REMINDERS: 3
    288 REMINDER_COOLDOWN_HOURS: 72 or 72 hours
    289 LOGO_MAX_BYTES: 1_048_576 or 1_048_576 bytes
    290 AUTOSAVE_DELAY_MS: 2000 or 2000 ms
    290 REQUEST_TIMEOUT_MS: 15000 or 15000 ms
    291 PDF_POLL_MS: 1500 or 1500 ms
    291 PDF_POLL_MAX: 20
    292 TOAST_MS: 5000 or 5000 ms
    292 toasts at once: 3
    293 FREE_PLAN_CLIENTS: 3
    295 report years from first: 2019`,
  harmless: [
    'state Invoice.overdue',
    'transition Invoice draft -> deleted',
    'transition Invoice sent -> sent',
    'transition Invoice partially_paid -> partially_paid',
    'entity Session',
    'entity Editor',
    'entity Editor save state',
    'entity PDF job',
    'entity Reminder',
    'field Client.invoices',
    'field LineItem.invoice',
    'field Payment.invoice',
    'field Client.state',
    'field Client.status',
    'role guest',
    'role public',
    'role everyone',
    'role everybody signed in',
  ],
  unknowns: [
    { id: 'browsers', line: 15 },
    { id: 'kinds of activity', line: 122 },
    { id: 'rounding on the server', line: 133 },
    { id: 'accepting an invitation', line: 159 },
    { id: 'list of countries', line: 191 },
    { id: 'roles on the server', line: 214 },
    { id: 'error reporting', line: 281 },
    { id: 'invoices a month', line: 294 },
    { id: 'lifetime of tokens', line: 297 },
  ],
  contradictions: [
    { id: 'I1', lines: [171, 286], words: ['MAX_LINE_ITEMS|items'] },
    { id: 'I2', lines: [46, 147], words: ['overdue'] },
    { id: 'I3', lines: [38, 207], words: ['void|canVoid|voidInvoice'] },
  ],
  facts: invoicesFacts,
  traps: invoicesTraps,
});
