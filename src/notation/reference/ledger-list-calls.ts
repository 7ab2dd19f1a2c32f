/** An element of the notation, the file that implements it and a word in its code. */
type Row = readonly [word: string, enforced: string, reads: string];

/** Keys about the pages of lists. */
export const PAGING_KEY_ROWS: readonly Row[] = [
  ['Paging', 'engine/query/stated-query.ts', 'paging'],
  ['Page size', 'engine/query/paging.ts', 'pageSize'],
  ['Largest page', 'engine/query/paging.ts', 'largestPage'],
  ['Sort', 'engine/query/list.ts', 'sort'],
  ['Unknown parameters', 'engine/query/stated-query.ts', 'unknownParameters'],
  ['Headers', 'server/api/page-words.ts', 'headers'],
];

/** The columns of the parameters of lists. */
export const PARAMETER_ROWS: readonly Row[] = [
  ['Parameter', 'engine/query/call-parameters.ts', 'option'],
  ['Filters by', 'engine/query/call-parameters.ts', 'effect'],
  ['Type', 'expressions/syntax/parameter-condition.ts', 'type'],
  ['Default', 'engine/query/call-parameters.ts', 'default'],
  ['Notes', 'engine/query/call-parameters.ts', 'several'],
];

/** What parameters of lists do. */
export const EFFECT_ROWS: readonly Row[] = [
  ['field or path', 'expressions/syntax/parameter-condition.ts', 'several'],
  ['condition', 'expressions/syntax/parameter-condition.ts', 'withValue'],
  ['everything', 'notation/calls/parameters.ts', 'everything'],
  ['orders by', 'engine/query/call-parameters.ts', 'order'],
  ['ascending', 'engine/query/call-parameters.ts', 'direction'],
  ['shows', 'engine/query/shown-members.ts', 'shownMembers'],
  ['descending', 'engine/query/call-parameters.ts', 'direction'],
];

/** What the value of a member may be. */
export const MEMBER_ROWS: readonly Row[] = [
  ['field', 'engine/answer/shaped-answer.ts', 'formula'],
  ['path as SHAPE', 'engine/answer/shaped-answer.ts', 'nested'],
  ['ENTITY by FIELD as SHAPE', 'engine/query/shape-records.ts', 'by'],
  ['SHAPE', 'expressions/shapes/resolve-member.ts', 'inside'],
  ['constant', 'expressions/shapes/resolve-member.ts', 'constant'],
  ['url of CALL', 'engine/answer/record-url.ts', 'address'],
  ['total', 'server/api/page-words.ts', 'total'],
  ['next', 'server/api/page-words.ts', 'next'],
];

/** Words for what a page says about itself. */
export const PAGE_WORD_ROWS: readonly Row[] = [
  ['pages', 'server/api/page-words.ts', 'pages'],
  ['page', 'server/api/page-words.ts', 'page'],
  ['limit', 'server/api/page-words.ts', 'limit'],
  ['offset', 'server/api/page-words.ts', 'offset'],
  ['has more', 'server/api/page-words.ts', 'more'],
  ['previous', 'server/api/page-words.ts', 'previous'],
  ['first id', 'server/api/page-words.ts', 'firstId'],
  ['last id', 'server/api/page-words.ts', 'lastId'],
  ['next url', 'server/api/page-words.ts', 'linked'],
  ['previous url', 'server/api/page-words.ts', 'linked'],
  ['first url', 'server/api/page-words.ts', 'linkTo'],
  ['last url', 'server/api/page-words.ts', 'lastStep'],
];

/** Keys about the members and values of bodies, how often calls are requested, and repeated requests. */
export const BODY_KEY_ROWS: readonly Row[] = [
  ['Bodies', 'model/lookups/call-options.ts', 'bodies'],
  ['Absent members', 'engine/input/body-rules.ts', 'absentMembers'],
  ['Null members', 'engine/input/body-rules.ts', 'nullMembers'],
  ['Empty texts', 'engine/input/body-rules.ts', 'emptyTexts'],
  ['Times', 'fields/registry/value-forms.ts', 'times'],
  ['Decimals', 'fields/registry/value-forms.ts', 'decimals'],
  ['Rate limit', 'server/core/rate-limit.ts', 'rateLimit'],
  ['Idempotency-Key', 'server/api/write-record.ts', 'idempotencyKey'],
];

/** Keys about who may use a call. */
export const CALLER_KEY_ROWS: readonly Row[] = [
  ['Allowed for', 'engine/compile/call-callers.ts', 'allowedFor'],
  ['Order of refusals', 'engine/compile/call.ts', 'refusals'],
];
