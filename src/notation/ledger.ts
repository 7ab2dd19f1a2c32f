import type { Point } from '../model/place.ts';

/** One thing that the notation accepts, with what obeys it and the test that fails when it is ignored. */
export interface LedgerEntry {
  /** Place and word, as the vocabulary names them. */
  readonly element: string;
  readonly point: Point | null;
  /** A file below `src/`. */
  readonly enforced: string;
  /** What that file reads for it: a word in its code. */
  readonly reads: string;
  /** A file below `test/`. */
  readonly test: string;
  /** The test in it: what the element does in a running document, and does no longer without it. */
  readonly proof: string;
  /** What of it is not done yet, in the words of the finding; null: nothing. */
  readonly notYet: string | null;
}

/** The name of the test of an element. */
export function proofOf(element: string): string {
  return `“${element}” does something, and no longer when it is taken away`;
}

type Row = readonly [word: string, enforced: string, reads: string, notYet?: string | null];

/** Every column, key and word, once. A release fails while one of them is without a consumer or a test. */
export const LEDGER: readonly LedgerEntry[] = [
  ...of(1, 'point 1 · product keys', 'ledger-screens.test.ts', [
    ['For', 'engine/view-model.ts', 'product'],
    ['Language', 'engine/prepare.ts', 'language'],
    ['Time zone', 'engine/prepare.ts', 'timeZone'],
    ['Offline', 'engine/offline.ts', 'offline'],
  ]),
  ...of(2, 'point 2 · screen columns', 'ledger-screens.test.ts', [
    ['Route', 'server/languages.ts', 'route'],
    ['Screen', 'engine/view-screens.ts', 'label'],
    ['Shows', 'engine/lists.ts', 'filter'],
    ['As', 'engine/view-screens.ts', 'kind'],
    ['For', 'engine/screens.ts', 'roles'],
  ]),
  ...of(2, 'point 2 · screen keys', 'ledger-screens.test.ts', [
    ['Columns', 'engine/view-screens.ts', 'fields'],
    ['Sort', 'engine/lists.ts', 'sort'],
    ['Group by', 'engine/screens.ts', 'groupBy'],
    ['Actions', 'engine/view-screens.ts', 'actions'],
    ['When empty', 'engine/view-model.ts', 'screens'],
    ['Number', 'engine/prepare.ts', 'numbers'],
    ['Chart', 'engine/prepare.ts', 'charts'],
    ['Filter', 'engine/saved-filters.ts', 'filter'],
    ['Switch', 'engine/saved-filters.ts', 'switch'],
    ['Section', 'engine/view-sections.ts', 'sections'],
    ['Link', 'engine/view-sections.ts', 'links'],
    ['Start for', 'client/frame/home.ts', 'startFor'],
    ['Menu', 'engine/view-screens.ts', 'menu'],
    ['Only if', 'engine/openings.ts', 'guard'],
    ['Otherwise', 'server/own/application.ts', 'otherwise'],
    ['Redirects to', 'client/frame/screen.tsx', 'otherwise'],
    ['Then', 'client/screens/form.tsx', 'next'],
    ['Refresh', 'engine/prepare-screen.ts', 'refresh'],
    ['Page size', 'engine/lists.ts', 'pageSize'],
    ['Export', 'engine/screens.ts', 'exported'],
    ['Import', 'engine/screens.ts', 'imported'],
    ['Trash', 'engine/screens.ts', 'trash'],
    ['Edit in place', 'engine/screens.ts', 'inline'],
    ['Presence', 'engine/present.ts', 'presence'],
    ['Duplicate', 'engine/screens.ts', 'duplicated'],
    ['Related', 'engine/screens.ts', 'related'],
    ['Comments', 'engine/comments.ts', 'comments'],
    ['Shares views', 'engine/sharing.ts', 'sharers'],
  ]),
  ...of(3, 'point 3 · field columns', 'ledger-entities.test.ts', [
    ['Field', 'engine/inputs.ts', 'name'],
    ['Type', 'engine/input-value.ts', 'type'],
    ['Required', 'engine/required.ts', 'required'],
    ['Notes', 'server/own/dev.ts', 'help'],
  ]),
  ...of(3, 'point 3 · entity keys', 'ledger-entities.test.ts', [
    ['Belongs to', 'model/assume/calls.ts', 'belongsTo'],
    ['Plural', 'model/assume/paths.ts', 'plural'],
    ['Unique', 'engine/unique.ts', 'keys'],
    ['Was', 'store/desire.ts', 'was'],
  ]),
  ...of(4, 'point 4 · transition columns', 'ledger-states.test.ts', [
    ['From', 'engine/raise.ts', 'from'],
    ['Event', 'engine/prepare.ts', 'event'],
    ['To', 'engine/effects.ts', 'to'],
    ['Who', 'engine/transitions.ts', 'who'],
    ['Only if', 'engine/transitions.ts', 'guard'],
    ['Then', 'engine/effects.ts', 'effects'],
    ['Error', 'engine/transitions.ts', 'error'],
    ['Button', 'engine/view.ts', 'label'],
    ['Notes', 'server/own/dev.ts', 'help'],
  ]),
  ...of(4, 'point 4 · machine keys', 'ledger-states.test.ts', [
    ['States', 'model/schema.ts', 'states'],
    ['Final', 'engine/states.ts', 'final'],
    ['Editable in', 'engine/states.ts', 'editable'],
    ['Group', 'engine/raise.ts', 'from'],
  ]),
  ...of(5, 'point 5 · rule columns', 'ledger-states.test.ts', [
    ['Rule', 'engine/rules.ts', 'id'],
    ['On', 'engine/rules.ts', 'events'],
    ['Must hold', 'engine/rules.ts', 'condition'],
    ['Error', 'engine/prepare-rule.ts', 'error'],
    ['At', 'engine/prepare-rule.ts', 'field'],
    ['In', 'engine/rules.ts', 'states'],
    ['Severity', 'engine/rules.ts', 'severity'],
    ['Message', 'engine/rules.ts', 'message'],
    ['Notes', 'server/own/dev.ts', 'help'],
  ]),
  ...of(6, 'point 6 · role columns', 'ledger-roles.test.ts', [
    ['Role', 'engine/input-value.ts', 'roles'],
    ['Description', 'engine/view-model.ts', 'help'],
  ]),
  ...of(7, 'point 7 · call columns', 'ledger-calls.test.ts', [
    ['Call', 'engine/view.ts', 'id'],
    ['Method and path', 'server/calls.ts', 'path'],
    ['Method', 'server/calls.ts', 'method'],
    ['Does', 'server/calls.ts', 'does'],
    ['Sends', 'engine/input-names.ts', 'sends'],
    ['Gets', 'server/shape.ts', 'gives'],
    ['May fail with', 'checks/8-errors/error-never-raised.ts', 'errors'],
    ['Notes', 'server/own/dev.ts', 'help'],
  ]),
  ...of(8, 'point 8 · error columns', 'ledger-calls.test.ts', [
    ['Code', 'engine/errors.ts', 'errors'],
    ['Status', 'engine/errors.ts', 'status'],
    ['When', 'engine/errors.ts', 'causes'],
    ['Message', 'engine/errors.ts', 'message'],
    ['What to do', 'engine/errors.ts', 'next'],
    ['Stands for', 'engine/errors.ts', 'standsFor'],
    ['Notes', 'server/own/dev.ts', 'help'],
  ]),
  ...of(9, 'point 9 · constant columns', 'ledger-calls.test.ts', [
    ['Name', 'model/schema.ts', 'constants'],
    ['Value', 'expressions/constant.ts', 'value'],
    ['Why', 'server/own/dev.ts', 'help'],
  ]),
  ...of(2, 'point 2 · views', 'ledger-screens.test.ts', [
    ['table', 'engine/view-fields.ts', 'isColumn'],
    ['list', 'client/screens/table/list.tsx', 'kind'],
    ['form', 'engine/view-screens.ts', 'form'],
    ['record', 'engine/view-screens.ts', 'record'],
    ['board', 'engine/view-screens.ts', 'boardOf'],
    ['calendar', 'engine/view-screens.ts', 'calendarOf'],
    ['dashboard', 'engine/view-screens.ts', 'kind'],
    ['page', 'engine/view-screens.ts', 'kind'],
    ['redirect', 'client/frame/screen.tsx', 'redirect'],
    ['sign in', 'engine/screens.ts', 'kind'],
  ]),
  ...of(2, 'point 2 · orders', 'ledger-screens.test.ts', [
    ['field', 'store/sql/list.ts', 'sort'],
    ['-field', 'store/sql/list.ts', 'descending'],
    ['newest first', 'engine/lists.ts', 'createdAt'],
    ['oldest first', 'store/sql/list.ts', 'descending'],
  ]),
  ...of(2, 'point 2 · measures', 'ledger-screens.test.ts', [
    ['count', 'store/sql/aggregate.ts', 'count'],
    ['sum of field', 'store/sql/aggregate.ts', 'sum'],
    ['average of field', 'store/sql/aggregate.ts', 'average'],
    ['min of field', 'store/sql/aggregate.ts', 'min'],
    ['max of field', 'store/sql/aggregate.ts', 'max'],
  ]),
  ...of(2, 'point 2 · charts', 'ledger-screens.test.ts', [
    ['bar', 'engine/view-model.ts', 'charts'],
    ['line', 'engine/view-model.ts', 'charts'],
    ['by field', 'engine/tiles.ts', 'by'],
    ['by month of field', 'engine/tiles.ts', 'interval'],
  ]),
  ...of(3, 'point 3 · types', 'ledger-entities.test.ts', [
    ['boolean', 'fields/boolean.ts', 'read'],
    ['choice', 'fields/choice.ts', 'options'],
    ['date and time', 'fields/date-and-time.ts', 'read'],
    ['date', 'fields/date.ts', 'read'],
    ['decimal', 'fields/decimal.ts', 'scale'],
    ['duration', 'fields/duration.ts', 'lengthOfText'],
    ['email', 'fields/email.ts', 'read'],
    ['file', 'server/own/files.ts', 'endings'],
    ['integer', 'fields/integer.ts', 'read'],
    ['list', 'engine/lines.ts', 'list'],
    ['long text', 'fields/long-text.ts', 'many'],
    ['money', 'fields/money.ts', 'currency'],
    ['number series', 'engine/series.ts', 'pattern'],
    ['reference', 'engine/input-value.ts', 'reference'],
    ['references', 'engine/input-several.ts', 'ordered'],
    ['role', 'engine/input-value.ts', 'role'],
    ['text', 'fields/text-input.ts', 'min'],
    ['texts', 'fields/texts.ts', 'read'],
    ['time', 'fields/time.ts', 'read'],
  ]),
  ...of(3, 'point 3 · notes', 'ledger-entities.test.ts', [
    ['title', 'model/schema.ts', 'title'],
    ['searchable', 'model/searched.ts', 'searchable'],
    ['unique', 'engine/unique.ts', 'unique'],
    ['sign-in', 'model/schema.ts', 'signIn'],
    ['fixed', 'engine/input-names.ts', 'fixed'],
    ['set by the product', 'engine/input-names.ts', 'byProduct'],
    ['ignoring case', 'model/schema.ts', 'ignoringCase'],
    ['default', 'engine/create.ts', 'defaults'],
    ['=', 'engine/computed.ts', 'computed'],
    ['asked on', 'engine/input-names.ts', 'askedOn'],
    ['MIN..MAX', 'fields/list.ts', 'max'],
    ['in steps of', 'fields/integer.ts', 'step'],
    ['pattern', 'engine/input-value.ts', 'pattern'],
    ['required when', 'model/assume/field-rules.ts', 'requiredWhen'],
    ['shown when', 'model/assume/field-rules.ts', 'shownWhen'],
    ['write-only', 'engine/secrets.ts', 'writeOnly'],
    ['label', 'engine/required.ts', 'label'],
    ['on delete', 'engine/remove.ts', 'onDelete'],
    ['was', 'store/desire.ts', 'was'],
    ['required', 'engine/required.ts', 'required'],
  ]),
  ...of(4, 'point 4 · triggers', 'ledger-states.test.ts', [
    ['(new)', 'engine/create.ts', 'initial'],
    ['after', 'engine/timing.ts', 'timer'],
    ['before', 'engine/prepare-timer.ts', 'before'],
    ['every', 'engine/prepare-timer.ts', 'every'],
    ['when', 'engine/decide-timer.ts', 'when'],
    ['on', 'engine/writes.ts', 'followers'],
  ]),
  ...of(4, 'point 4 · effects', 'ledger-states.test.ts', [
    ['field = value', 'engine/effects.ts', 'set'],
    ['path.field = value', 'engine/elsewhere.ts', 'set'],
    ['raise EVENT on path', 'engine/elsewhere.ts', 'raise'],
    ['create ENTITY: field = value', 'engine/elsewhere.ts', 'make'],
    ['ask field', 'engine/raise.ts', 'asks'],
    ['ask field (optional)', 'engine/raise.ts', 'optional'],
    ['notify person', 'engine/effects.ts', 'notify'],
    ['call NAME', 'engine/effects.ts', 'call'],
  ]),
  ...of(6, 'point 6 · operations', 'ledger-roles.test.ts', [
    ['read', 'engine/gates.ts', 'read'],
    ['create', 'engine/create.ts', 'create'],
    ['change', 'engine/change.ts', 'change'],
    ['delete', 'engine/remove.ts', 'delete'],
    ['restore', 'engine/restore.ts', 'restore'],
  ]),
  ...of(6, 'point 6 · grants', 'ledger-roles.test.ts', [
    ['yes', 'engine/permissions.ts', 'yes'],
    ['no', 'engine/permissions.ts', 'yes'],
    ['never', 'engine/permissions.ts', 'never'],
    ['never where `condition`', 'engine/gates.ts', 'denialsWhere'],
    ['`condition`', 'engine/permissions.ts', 'where'],
    ['a, b', 'engine/permissions.ts', 'fields'],
    ['a, b where `condition`', 'engine/permissions.ts', 'where'],
    ['role (any)', 'engine/authority.ts', 'foreignRoles'],
    ['not shown.', 'engine/permissions.ts', 'yes'],
  ]),
  ...of(6, 'point 6 · roles', 'ledger-roles.test.ts', [
    ['everyone who signs in', 'engine/prepare.ts', 'everyone'],
    ['not signed in', 'engine/prepare.ts', 'guest'],
    ['includes ROLE', 'model/roles.ts', 'includes'],
    ['whoever is `Entity.path`', 'engine/prepare-cells.ts', 'relation'],
  ]),
  ...of(7, 'point 7 · deeds', 'ledger-calls.test.ts', [
    ['list', 'server/calls.ts', 'list'],
    ['read', 'server/calls.ts', 'read'],
    ['create', 'server/calls.ts', 'create'],
    ['change', 'server/calls.ts', 'change'],
    ['delete', 'server/calls.ts', 'delete'],
    ['EVENT', 'server/calls.ts', 'event'],
    ['outside', 'server/outbox.ts', 'outside'],
  ]),
  ...of(7, 'point 7 · addresses and shapes', 'ledger-calls.test.ts', [
    ['path', 'engine/lists.ts', 'within'],
    ['query', 'engine/lists.ts', 'asks'],
    ['shape', 'server/shape.ts', 'takes'],
  ]),
  ...of(9, 'point 9 · limits', 'ledger-calls.test.ts', [
    ['page size', 'engine/prepare-limits.ts', 'pageSize'],
    ['largest page', 'engine/lists.ts', 'largestPage'],
    ['requests', 'server/rate.ts', 'requests'],
    ['upload size', 'server/own/files.ts', 'limit'],
    ['export rows', 'server/own/export.ts', 'limitOf'],
    ['import rows', 'server/own/import.ts', 'limitOf'],
    ['session', 'server/asker.ts', 'session'],
    ['retries', 'server/outbox.ts', 'retries'],
    ['timeout', 'server/outbox.ts', 'timeout'],
    ['refresh', 'engine/prepare-screen.ts', 'refresh'],
    ['search from', 'client/screens/table/toolbar.tsx', 'limits'],
    ['search delay', 'client/screens/table/toolbar.tsx', 'limits'],
    ['retention', 'server/upkeep.ts', 'retention'],
    ['comment length', 'engine/comments.ts', 'longestComment'],
    ['working hours', 'expressions/check-working.ts', 'hours'],
    ['holidays', 'expressions/check-working.ts', 'dates'],
  ]),
  ...of(null, 'everywhere', 'ledger-calls.test.ts', [
    ['not shown.', 'server/own/records.ts', 'waitsFor'],
    ['## Sample data', 'engine/sample.ts', 'samples'],
    ['## Translations', 'model/translate.ts', 'translations'],
  ]),
];

function of(point: Point | null, place: string, test: string, rows: readonly Row[]): LedgerEntry[] {
  return rows.map(([word, enforced, reads, notYet = null]) => {
    const element = `${place}: ${word}`;
    return { element, point, enforced, reads, test, proof: proofOf(element), notYet };
  });
}
