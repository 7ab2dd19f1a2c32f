import { ERROR_WORDS } from '../../model/lookups/error-shape.ts';
import type { Point } from '../../model/types/element.ts';
import { kindsShowing, SCREEN_KIND_WORDS, SCREEN_KINDS, type ScreenKind } from '../../model/types/screen-kinds.ts';
import { textFormatKinds } from '../../model/types/text-formats.ts';
import * as lists from './ledger-list-calls.ts';

/** An element of the notation, with the code that implements it and the test that fails without it. */
export interface LedgerEntry {
  /** Group and word, as the vocabulary names them. */
  readonly element: string;
  readonly point: Point | null;
  /** A file below `src/`, and a word in its code. */
  readonly enforced: string;
  readonly reads: string;
  /** A file below `test/`, and the name of its test: the element has an effect, which is gone without it. */
  readonly test: string;
  readonly proof: string;
  /** What is not implemented yet, in the words of the finding; null: nothing. */
  readonly notYet: string | null;
}

/** Returns the name of the test of an element. */
export const proofOf = (element: string): string => `“${element}” does something, and no longer when it is taken away`;

type Row = readonly [word: string, enforced: string, reads: string, notYet?: string | null];

/** Kinds of screen that list records and add nothing else: every part of the product treats them as a list. */
export const listedKinds: readonly ScreenKind[] = kindsShowing('records').filter(
  (kind) => SCREEN_KINDS[kind].by === null && kind !== 'table' && kind !== 'list',
);

/** Where the code has another word than the notation. */
const ERROR_WORD_CODE: Readonly<Record<string, string>> = {
  '{field}': 'groups',
  'url path': 'path',
  url: 'origin',
  'request id': 'id',
};

/** Every column, key and word, once. A release fails while one of them has no implementation or no test. */
export const LEDGER: readonly LedgerEntry[] = [
  ...of(1, 'point 1 · product keys', 'ledger/ledger-screens.test.ts', [
    ['For', 'engine/visible-model/reduced-model.ts', 'product'],
    ['Language', 'engine/compile/compile-model.ts', 'language'],
    ['Time zone', 'engine/compile/compile-model.ts', 'timeZone'],
    ['Offline', 'engine/view/offline.ts', 'offline'],
  ]),
  ...of(2, 'point 2 · screen columns', 'ledger/ledger-screens.test.ts', [
    ['Route', 'server/runtime/request-language.ts', 'route'],
    ['Screen', 'engine/view/view-screen.ts', 'label'],
    ['Shows', 'engine/query/list.ts', 'filter'],
    ['As', 'engine/view/view-screen.ts', 'kind'],
    ['For', 'engine/access/screen-access.ts', 'roles'],
  ]),
  ...of(2, 'point 2 · screen keys', 'ledger/ledger-screens.test.ts', [
    ['Columns', 'engine/view/view-screen.ts', 'fields'],
    ['Sort', 'engine/query/list.ts', 'sort'],
    ['Group by', 'engine/access/screen-access.ts', 'groupBy'],
    ['Actions', 'engine/view/view-screen.ts', 'actions'],
    ['When empty', 'engine/visible-model/reduced-model.ts', 'screens'],
    ['Number', 'engine/compile/compile-model.ts', 'numbers'],
    ['Chart', 'engine/compile/compile-model.ts', 'charts'],
    ['Filter', 'engine/compile/saved-filters.ts', 'filter'],
    ['Switch', 'engine/compile/saved-filters.ts', 'switch'],
    ['Section', 'engine/view/view-sections.ts', 'sections'],
    ['Link', 'engine/view/view-sections.ts', 'links'],
    ['Start for', 'client/navigation/home.ts', 'startFor'],
    ['Menu', 'engine/view/view-screen.ts', 'menu'],
    ['Only if', 'engine/decide/screen-condition.ts', 'guard'],
    ['Otherwise', 'server/internal-api/application.ts', 'otherwise'],
    ['Redirects to', 'client/layout/screen.tsx', 'otherwise'],
    ['Then', 'client/screens/form/form-screen.tsx', 'next'],
    ['Refresh', 'engine/compile/screen.ts', 'refresh'],
    ['Page size', 'engine/query/paging.ts', 'pageSize'],
    ['Export', 'engine/access/screen-access.ts', 'exported'],
    ['Import', 'engine/access/screen-access.ts', 'imported'],
    ['Trash', 'engine/access/screen-access.ts', 'trash'],
    ['Edit in place', 'engine/access/screen-access.ts', 'inline'],
    ['Presence', 'engine/view/presence.ts', 'presence'],
    ['Duplicate', 'engine/access/screen-access.ts', 'duplicated'],
    ['Related', 'engine/access/screen-access.ts', 'related'],
    ['Comments', 'engine/decide/comments.ts', 'comments'],
    ['Shares views', 'engine/query/saved-view-sharing.ts', 'sharers'],
  ]),
  ...of(3, 'point 3 · field columns', 'ledger/ledger-entities.test.ts', [
    ['Field', 'engine/decide/inputs.ts', 'name'],
    ['Type', 'engine/input/input-value.ts', 'type'],
    ['Required', 'engine/input/required-fields.ts', 'required'],
    ['Notes', 'server/dev-api/inspect-document.ts', 'help'],
  ]),
  ...of(3, 'point 3 · entity keys', 'ledger/ledger-entities.test.ts', [
    ['Belongs to', 'model/defaults/calls.ts', 'belongsTo'],
    ['Plural', 'model/defaults/paths.ts', 'plural'],
    ['Unique', 'engine/rules/unique-keys.ts', 'keys'],
    ['Key', 'engine/core/record-address.ts', 'key'],
    ['Was', 'store/schema/schema-diff.ts', 'was'],
  ]),
  ...of(4, 'point 4 · transition columns', 'ledger/ledger-states.test.ts', [
    ['From', 'engine/decide/transition.ts', 'from'],
    ['Event', 'engine/compile/compile-model.ts', 'event'],
    ['To', 'engine/effects/effects.ts', 'to'],
    ['Who', 'engine/transitions/transition-refusals.ts', 'who'],
    ['Only if', 'engine/transitions/transition-refusals.ts', 'guard'],
    ['Then', 'engine/effects/effects.ts', 'effects'],
    ['Error', 'engine/transitions/transition-refusals.ts', 'error'],
    ['Wrong state', 'engine/decide/transition.ts', 'wrongState'],
    ['Button', 'engine/view/view.ts', 'label'],
    ['Notes', 'server/dev-api/inspect-document.ts', 'help'],
  ]),
  ...of(4, 'point 4 · machine keys', 'ledger/ledger-states.test.ts', [
    ['States', 'model/lookups/schema.ts', 'states'],
    ['Final', 'engine/transitions/editable-states.ts', 'final'],
    ['Editable in', 'engine/transitions/editable-states.ts', 'editable'],
    ['Group', 'engine/decide/transition.ts', 'from'],
    ['Colours', 'model/meaning/attribute-tones.ts', 'colours'],
    ['Primary', 'model/meaning/event-meaning.ts', 'primary'],
    ['Danger', 'model/meaning/event-meaning.ts', 'danger'],
  ]),
  ...of(5, 'point 5 · rule columns', 'ledger/ledger-states.test.ts', [
    ['Rule', 'engine/rules/rules.ts', 'id'],
    ['On', 'engine/rules/rules.ts', 'events'],
    ['Must hold', 'engine/rules/rules.ts', 'condition'],
    ['Error', 'engine/compile/rule.ts', 'error'],
    ['At', 'engine/compile/rule.ts', 'field'],
    ['In', 'engine/rules/rules.ts', 'states'],
    ['Severity', 'engine/rules/rules.ts', 'severity'],
    ['Message', 'engine/rules/rules.ts', 'message'],
    ['Notes', 'server/dev-api/inspect-document.ts', 'help'],
  ]),
  ...of(6, 'point 6 · role columns', 'ledger/ledger-roles.test.ts', [
    ['Role', 'engine/input/input-value.ts', 'roles'],
    ['Description', 'engine/visible-model/reduced-model.ts', 'help'],
  ]),
  ...of(7, 'point 7 · call columns', 'ledger/ledger-calls.test.ts', [
    ['Call', 'engine/view/view.ts', 'id'],
    ['Method and path', 'server/api/call-routes.ts', 'path'],
    ['Method', 'server/api/call-routes.ts', 'method'],
    ['Does', 'server/api/call-routes.ts', 'does'],
    ['Sends', 'engine/input/input-fields.ts', 'sends'],
    ['Gets', 'server/api/response-shape.ts', 'responseShape'],
    ['May fail with', 'checks/8-errors/error-never-raised.ts', 'errors'],
    ['Notes', 'server/dev-api/inspect-document.ts', 'help'],
  ]),
  ...of(7, 'point 7 · keys of all calls', 'ledger/ledger-contracts.test.ts', [
    ['If-Match', 'server/api/contract.ts', 'ifMatch'],
    ['Unknown members', 'server/api/response-shape.ts', 'unknownMembers'],
    ...lists.BODY_KEY_ROWS,
    ['Sign-in', 'server/auth/authenticate.ts', 'signIn'],
    ['OpenAPI', 'server/api/contract-routes.ts', 'openApi'],
    ['Documentation', 'server/api/contract-routes.ts', 'documentation'],
    ['Names', 'expressions/shapes/resolve-shape.ts', 'names'],
    ['CORS', 'server/http/cors.ts', 'cors'],
    ['Other calls', 'server/api/hidden-calls.ts', 'isHiddenCall'],
  ]),
  ...of(7, 'point 7 · keys of all calls', 'ledger/ledger-list-calls.test.ts', lists.PAGING_KEY_ROWS),
  ...of(7, 'point 7 · keys of all calls', 'ledger/ledger-callers.test.ts', lists.CALLER_KEY_ROWS),
  ...of(7, 'point 7 · call keys', 'ledger/ledger-contracts.test.ts', [
    ['If-Match', 'server/api/contract.ts', 'ifMatch'],
    ['Unknown members', 'server/api/response-shape.ts', 'unknownMembers'],
    ...lists.BODY_KEY_ROWS,
    ['Status', 'server/api/response-shape.ts', 'status'],
    ['Existing record', 'server/api/write-record.ts', 'existing'],
    ['Error body', 'server/http/document-error.ts', 'errorBody'],
  ]),
  ...of(7, 'point 7 · call keys', 'ledger/ledger-calls.test.ts', [
    ['Media type', 'server/api/streamed-list.ts', 'mediaType'],
  ]),
  ...of(7, 'point 7 · call keys', 'ledger/ledger-list-calls.test.ts', lists.PAGING_KEY_ROWS),
  ...of(7, 'point 7 · call keys', 'ledger/ledger-callers.test.ts', lists.CALLER_KEY_ROWS),
  ...of(7, 'point 7 · parameter columns', 'ledger/ledger-list-calls.test.ts', lists.PARAMETER_ROWS),
  ...of(7, 'point 7 · shape keys', 'ledger/ledger-contracts.test.ts', [
    ['Of', 'expressions/shapes/resolve-member.ts', 'entity'],
    ['Includes', 'expressions/shapes/resolve-member.ts', 'includes'],
  ]),
  ...of(7, 'point 7 · shape columns', 'ledger/ledger-contracts.test.ts', [
    ['Member', 'expressions/shapes/resolve-member.ts', 'members'],
    ['Value', 'expressions/shapes/resolve-member.ts', 'value'],
  ]),
  ...of(8, 'point 8 · error keys', 'ledger/ledger-errors.test.ts', [
    ['Body', 'engine/errors/error-body.ts', 'body'],
    ['Media type', 'engine/errors/error-body.ts', 'mediaType'],
    ['At', 'engine/errors/error-body.ts', 'member'],
  ]),
  ...of(8, 'point 8 · error columns', 'ledger/ledger-calls.test.ts', [
    ['Code', 'engine/errors/catalogue-entries.ts', 'errors'],
    ['Status', 'engine/errors/error-catalogue.ts', 'status'],
    ['When', 'engine/errors/catalogue-entries.ts', 'causes'],
    ['Message', 'engine/errors/error-catalogue.ts', 'message'],
    ['What to do', 'engine/errors/error-catalogue.ts', 'next'],
    ['Stands for', 'engine/errors/catalogue-entries.ts', 'standsFor'],
    ['At', 'engine/errors/error-body.ts', 'member'],
    ['Body', 'engine/errors/error-body.ts', 'body'],
    ['Notes', 'server/dev-api/inspect-document.ts', 'help'],
  ]),
  ...of(9, 'point 9 · constant columns', 'ledger/ledger-calls.test.ts', [
    ['Name', 'model/lookups/schema.ts', 'constants'],
    ['Value', 'expressions/infer/constant.ts', 'value'],
    ['Why', 'server/dev-api/inspect-document.ts', 'help'],
  ]),
  ...of(2, 'point 2 · views', 'ledger/ledger-screens.test.ts', [
    ['table', 'engine/view/view-fields.ts', 'isColumn'],
    ['list', 'client/screens/list/list.tsx', 'kind'],
    ['form', 'engine/view/view-screen.ts', 'form'],
    ['record', 'engine/view/view-screen.ts', 'record'],
    ['board', 'engine/view/view-screen.ts', 'boardOf'],
    ['calendar', 'engine/view/view-screen.ts', 'calendarOf'],
    ['dashboard', 'engine/view/view-screen.ts', 'kind'],
    ['page', 'engine/view/view-screen.ts', 'kind'],
    ['redirect', 'client/layout/screen.tsx', 'redirect'],
    ['sign in', 'engine/access/screen-access.ts', 'kind'],
    ...listedKinds.map((kind): Row => [SCREEN_KIND_WORDS[kind].words[0], 'client/layout/screen-modules.ts', kind]),
  ]),
  ...of(2, 'point 2 · orders', 'ledger/ledger-screens.test.ts', [
    ['field', 'store/sql/list.ts', 'sort'],
    ['-field', 'store/sql/list.ts', 'descending'],
    ['newest first', 'engine/query/list.ts', 'createdAt'],
    ['oldest first', 'store/sql/list.ts', 'descending'],
  ]),
  ...of(2, 'point 2 · measures', 'ledger/ledger-screens.test.ts', [
    ['count', 'store/sql/aggregate.ts', 'count'],
    ['sum of field', 'store/sql/aggregate.ts', 'sum'],
    ['average of field', 'store/sql/aggregate.ts', 'average'],
    ['min of field', 'store/sql/aggregate.ts', 'min'],
    ['max of field', 'store/sql/aggregate.ts', 'max'],
  ]),
  ...of(2, 'point 2 · charts', 'ledger/ledger-screens.test.ts', [
    ['bar', 'engine/visible-model/reduced-model.ts', 'charts'],
    ['line', 'engine/visible-model/reduced-model.ts', 'charts'],
    ['by field', 'engine/query/dashboard-tiles.ts', 'by'],
    ['by month of field', 'engine/query/dashboard-tiles.ts', 'interval'],
  ]),
  ...of(3, 'point 3 · types', 'ledger/ledger-entities.test.ts', [
    ['boolean', 'fields/types/boolean.ts', 'read'],
    ['choice', 'fields/types/choice.ts', 'options'],
    ['date and time', 'fields/types/date-and-time.ts', 'read'],
    ['date', 'fields/types/date.ts', 'read'],
    ['decimal', 'fields/types/decimal.ts', 'scale'],
    ['duration', 'fields/types/duration.ts', 'parseLength'],
    ...textFormatKinds.map((kind): Row => [kind, `fields/types/${kind.replaceAll(' ', '-')}.ts`, 'read']),
    ['file', 'server/api/stored-files.ts', 'endings'],
    ['integer', 'fields/types/integer.ts', 'read'],
    ['list', 'engine/effects/line-input.ts', 'list'],
    ['long text', 'fields/types/long-text.ts', 'many'],
    ['money', 'fields/types/money.ts', 'currency'],
    ['number series', 'engine/effects/number-series.ts', 'pattern'],
    ['object', 'engine/records/objects.ts', 'readable'],
    ['password', 'engine/input/password-input.ts', 'password'],
    ['reference', 'engine/input/input-value.ts', 'reference'],
    ['references', 'engine/input/input-references.ts', 'ordered'],
    ['role', 'engine/input/input-value.ts', 'role'],
    ['text', 'fields/types/text-input.ts', 'min'],
    ['texts', 'fields/types/texts.ts', 'read'],
    ['time', 'fields/types/time.ts', 'read'],
  ]),
  ...of(3, 'point 3 · notes', 'ledger/ledger-entities.test.ts', [
    ['title', 'model/lookups/schema.ts', 'title'],
    ['searchable', 'model/lookups/searched-fields.ts', 'searchable'],
    ['unique', 'engine/rules/unique-keys.ts', 'unique'],
    ['sign-in', 'model/lookups/schema.ts', 'signIn'],
    ['fixed', 'engine/input/input-fields.ts', 'fixed'],
    ['set by the product', 'engine/input/input-fields.ts', 'byProduct'],
    ['ignoring case', 'model/lookups/schema.ts', 'ignoringCase'],
    ['default', 'engine/decide/create.ts', 'defaults'],
    ['=', 'engine/records/computed-fields.ts', 'computed'],
    ['asked on', 'engine/input/input-fields.ts', 'askedOn'],
    ['MIN..MAX', 'fields/types/list.ts', 'max'],
    ['in steps of', 'fields/types/integer.ts', 'step'],
    ['pattern', 'engine/input/input-value.ts', 'pattern'],
    ['required when', 'model/defaults/field-rules.ts', 'requiredWhen'],
    ['shown when', 'model/defaults/field-rules.ts', 'shownWhen'],
    ['among', 'engine/rules/choices.ts', 'choices'],
    ['write-only', 'engine/compiled/write-only-values.ts', 'writeOnly'],
    ['label', 'engine/input/required-fields.ts', 'label'],
    ['colours', 'model/meaning/attribute-tones.ts', 'colours'],
    ['on delete', 'engine/decide/remove.ts', 'onDelete'],
    ['was', 'store/schema/schema-diff.ts', 'was'],
    ['required', 'engine/input/required-fields.ts', 'required'],
  ]),
  ...of(3, 'point 3 · notes', 'ledger/ledger-states.test.ts', [
    ['language', 'engine/effects/letter-language.ts', 'language'],
  ]),
  ...of(4, 'point 4 · triggers', 'ledger/ledger-states.test.ts', [
    ['(new)', 'engine/decide/create.ts', 'initial'],
    ['after', 'engine/effects/timers.ts', 'timer'],
    ['before', 'engine/compile/timer.ts', 'before'],
    ['every', 'engine/compile/timer.ts', 'every'],
    ['on create', 'engine/decide/create.ts', 'actingRows'],
    ['on change', 'engine/decide/change.ts', 'withChangeEffects'],
    ['on delete', 'engine/decide/remove.ts', 'deletionEffects'],
    ['when', 'engine/decide/decide-timer.ts', 'when'],
    ['on', 'engine/decide/writes.ts', 'followers'],
  ]),
  ...of(4, 'point 4 · effects', 'ledger/ledger-states.test.ts', [
    ['field = value', 'engine/effects/effects.ts', 'set'],
    ['path.field = value', 'engine/effects/cross-record-effects.ts', 'set'],
    ['add VALUE to path', 'engine/compiled/several-values.ts', 'add'],
    ['remove VALUE from path', 'engine/compiled/several-values.ts', 'remove'],
    ['raise EVENT on path', 'engine/effects/cross-record-effects.ts', 'raise'],
    ['delete', 'engine/effects/cross-record-effects.ts', 'delete'],
    ['delete path', 'engine/effects/cross-record-effects.ts', 'delete'],
    ['create ENTITY: field = value', 'engine/effects/cross-record-effects.ts', 'make'],
    ['ask field', 'engine/decide/transition.ts', 'asks'],
    ['ask field (optional)', 'engine/decide/transition.ts', 'optional'],
    ['notify person', 'engine/effects/effects.ts', 'notify'],
    ['email person: "subject" / "text"', 'engine/effects/letters.ts', 'subject'],
    ['call NAME', 'engine/effects/effects.ts', 'call'],
  ]),
  ...of(6, 'point 6 · operations', 'ledger/ledger-roles.test.ts', [
    ['read', 'engine/access/read-policy.ts', 'read'],
    ['create', 'engine/decide/create.ts', 'create'],
    ['change', 'engine/decide/change.ts', 'change'],
    ['delete', 'engine/decide/remove.ts', 'delete'],
    ['restore', 'engine/decide/restore.ts', 'restore'],
  ]),
  ...of(6, 'point 6 · grants', 'ledger/ledger-roles.test.ts', [
    ['yes', 'engine/context/permissions.ts', 'yes'],
    ['no', 'engine/context/permissions.ts', 'yes'],
    ['never', 'engine/context/permissions.ts', 'never'],
    ['never where `condition`', 'engine/access/read-policy.ts', 'denialsWhere'],
    ['`condition`', 'engine/context/permissions.ts', 'where'],
    ['a, b', 'engine/context/permissions.ts', 'fields'],
    ['a, b where `condition`', 'engine/context/permissions.ts', 'where'],
    ['role (any)', 'engine/access/authority.ts', 'addedRolesNotHeld'],
    ['not shown.', 'engine/context/permissions.ts', 'yes'],
  ]),
  ...of(6, 'point 6 · roles', 'ledger/ledger-roles.test.ts', [
    ['everyone who signs in', 'engine/compile/compile-model.ts', 'everyone'],
    ['not signed in', 'engine/compile/compile-model.ts', 'guest'],
    ['includes ROLE', 'model/lookups/roles.ts', 'includes'],
    ['whoever is `Entity.path`', 'engine/compile/grants.ts', 'relation'],
  ]),
  ...of(7, 'point 7 · deeds', 'ledger/ledger-calls.test.ts', [
    ['list', 'server/api/call-routes.ts', 'list'],
    ['read', 'server/api/call-routes.ts', 'read'],
    ['create', 'server/api/call-routes.ts', 'create'],
    ['change', 'server/api/call-routes.ts', 'change'],
    ['delete', 'server/api/call-routes.ts', 'delete'],
    ['EVENT', 'server/api/call-routes.ts', 'event'],
    ['sign up', 'server/api/account-calls.ts', 'signUp'],
    ['sign in', 'server/api/account-calls.ts', 'signIn'],
    ['sign out', 'server/api/account-calls.ts', 'signOut'],
    ['change password', 'server/api/account-calls.ts', 'changePassword'],
    ['me', 'server/api/account-calls.ts', 'answerOwn'],
    ['bulk', 'server/api/bulk-calls.ts', 'answerBulk'],
    ['delete all', 'server/api/delete-all.ts', 'answerDeleteAll'],
    ['upload', 'server/api/file-calls.ts', 'upload'],
    ['download', 'server/api/file-calls.ts', 'download'],
    ['values of', 'server/api/call-page.ts', 'answerValues'],
    ['outside', 'server/jobs/send-outbox.ts', 'outside'],
    ['where', 'server/api/addressed-record.ts', 'where'],
  ]),
  ...of(7, 'point 7 · addresses and shapes', 'ledger/ledger-calls.test.ts', [
    ['path', 'engine/query/list.ts', 'parents'],
    ['query', 'engine/query/list.ts', 'queryNames'],
    ['shape', 'server/api/response-shape.ts', 'requestShape'],
  ]),
  ...of(7, 'point 7 · parameter effects', 'ledger/ledger-list-calls.test.ts', lists.EFFECT_ROWS),
  ...of(7, 'point 7 · member values', 'ledger/ledger-contracts.test.ts', lists.MEMBER_ROWS),
  ...of(7, 'point 7 · member values', 'ledger/ledger-list-calls.test.ts', lists.PAGE_WORD_ROWS),
  ...of(
    8,
    'point 8 · error words',
    'ledger/ledger-errors.test.ts',
    [...Object.keys(ERROR_WORDS), '{field}', 'list', 'text'].map(
      (word): Row => [word, 'engine/errors/error-body.ts', ERROR_WORD_CODE[word] ?? word],
    ),
  ),
  ...of(9, 'point 9 · limits', 'ledger/ledger-calls.test.ts', [
    ['page size', 'engine/compile/limits.ts', 'pageSize'],
    ['largest page', 'engine/query/paging.ts', 'largestPage'],
    ['requests', 'server/core/rate-limit.ts', 'requests'],
    ['upload size', 'server/api/stored-files.ts', 'limit'],
    ['export rows', 'server/internal-api/export.ts', 'limitOf'],
    ['import rows', 'server/internal-api/import.ts', 'limitOf'],
    ['session', 'server/auth/authenticate.ts', 'session'],
    ['retries', 'server/jobs/send-outbox.ts', 'retries'],
    ['timeout', 'server/jobs/send-outbox.ts', 'timeout'],
    ['refresh', 'engine/compile/screen.ts', 'refresh'],
    ['search from', 'client/screens/table/toolbar.tsx', 'limits'],
    ['search delay', 'client/screens/table/toolbar.tsx', 'limits'],
    ['retention', 'server/jobs/clean-up.ts', 'retention'],
    ['comment length', 'engine/decide/comments.ts', 'longestComment'],
    ['working hours', 'expressions/infer/check-working.ts', 'hours'],
    ['holidays', 'expressions/infer/check-working.ts', 'dates'],
  ]),
  ...of(null, 'everywhere', 'ledger/ledger-calls.test.ts', [
    ['not shown.', 'server/internal-api/records.ts', 'waitsFor'],
    ['## Sample data', 'engine/sample/load-samples.ts', 'samples'],
    ['## Translations', 'model/lookups/translate.ts', 'translations'],
  ]),
];

function of(point: Point | null, place: string, test: string, rows: readonly Row[]): LedgerEntry[] {
  return rows.map(([word, enforced, reads, notYet = null]) => {
    const element = `${place}: ${word}`;
    return { element, point, enforced, reads, test, proof: proofOf(element), notYet };
  });
}
