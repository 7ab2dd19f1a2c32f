// Written by `npm run index` from what this folder holds.
import { check as languageUnknown } from './1-product/language-unknown.ts';
import { check as timeZoneAssumed } from './1-product/time-zone-assumed.ts';
import { check as timeZoneUnknown } from './1-product/time-zone-unknown.ts';
import { check as actionForOthers } from './2-lists/action-for-others.ts';
import { check as actionNeverOffered } from './2-lists/action-never-offered.ts';
import { check as boardByNoChoice } from './2-lists/board-by-no-choice.ts';
import { check as calendarByNoDate } from './2-lists/calendar-by-no-date.ts';
import { check as chartWithoutGroups } from './2-lists/chart-without-groups.ts';
import { check as columnOfAnother } from './2-lists/column-of-another.ts';
import { check as columnTwice } from './2-lists/column-twice.ts';
import { check as columnUnreadable } from './2-lists/column-unreadable.ts';
import { check as filterNeverFits } from './2-lists/filter-never-fits.ts';
import { check as filterSaysNothing } from './2-lists/filter-says-nothing.ts';
import { check as formFieldNotGranted } from './2-lists/form-field-not-granted.ts';
import { check as formFieldNotInput } from './2-lists/form-field-not-input.ts';
import { check as formFieldNotSent } from './2-lists/form-field-not-sent.ts';
import { check as formWithoutCreate } from './2-lists/form-without-create.ts';
import { check as groupByNoChoice } from './2-lists/group-by-no-choice.ts';
import { check as groupUnreadable } from './2-lists/group-unreadable.ts';
import { check as keyWithoutEffect } from './2-lists/key-without-effect.ts';
import { check as pageSizeTooLarge } from './2-lists/page-size-too-large.ts';
import { check as partSameName } from './2-lists/part-same-name.ts';
import { check as refreshNotPositive } from './2-lists/refresh-not-positive.ts';
import { check as sortUnreadable } from './2-lists/sort-unreadable.ts';
import { check as sortWithoutOrder } from './2-lists/sort-without-order.ts';
import { check as tileNotANumber } from './2-lists/tile-not-a-number.ts';
import { check as tileUnreadable } from './2-lists/tile-unreadable.ts';
import { check as commentsByNobody } from './2-screens/comments-by-nobody.ts';
import { check as linkForbidden } from './2-screens/link-forbidden.ts';
import { check as linkToNowhere } from './2-screens/link-to-nowhere.ts';
import { check as pageEmpty } from './2-screens/page-empty.ts';
import { check as redirectCircle } from './2-screens/redirect-circle.ts';
import { check as routeMalformed } from './2-screens/route-malformed.ts';
import { check as routeReserved } from './2-screens/route-reserved.ts';
import { check as routeWithoutRecord } from './2-screens/route-without-record.ts';
import { check as screenAlwaysEmpty } from './2-screens/screen-always-empty.ts';
import { check as screenForNobody } from './2-screens/screen-for-nobody.ts';
import { check as screenOfLines } from './2-screens/screen-of-lines.ts';
import { check as screenUnreachable } from './2-screens/screen-unreachable.ts';
import { check as screenUnreadable } from './2-screens/screen-unreadable.ts';
import { check as screensSameName } from './2-screens/screens-same-name.ts';
import { check as signInClosed } from './2-screens/sign-in-closed.ts';
import { check as startClosed } from './2-screens/start-closed.ts';
import { check as startTwice } from './2-screens/start-twice.ts';
import { check as builtInName } from './3-entities/built-in-name.ts';
import { check as clearOfRequired } from './3-entities/clear-of-required.ts';
import { check as entityUnused } from './3-entities/entity-unused.ts';
import { check as entityWithoutFields } from './3-entities/entity-without-fields.ts';
import { check as entityWithoutTitle } from './3-entities/entity-without-title.ts';
import { check as linesMisplaced } from './3-entities/lines-misplaced.ts';
import { check as referencesInCircle } from './3-entities/references-in-circle.ts';
import { check as signInDoubtful } from './3-entities/sign-in-doubtful.ts';
import { check as signInTwice } from './3-entities/sign-in-twice.ts';
import { check as wasInUse } from './3-entities/was-in-use.ts';
import { check as boundsImpossible } from './3-fields/bounds-impossible.ts';
import { check as choiceAlone } from './3-fields/choice-alone.ts';
import { check as choiceTwice } from './3-fields/choice-twice.ts';
import { check as computedCircle } from './3-fields/computed-circle.ts';
import { check as defaultCircle } from './3-fields/default-circle.ts';
import { check as defaultDoesNotFit } from './3-fields/default-does-not-fit.ts';
import { check as fieldNeverWritten } from './3-fields/field-never-written.ts';
import { check as fieldReadByNobody } from './3-fields/field-read-by-nobody.ts';
import { check as fileOverLimit } from './3-fields/file-over-limit.ts';
import { check as notesContradict } from './3-fields/notes-contradict.ts';
import { check as passwordMisplaced } from './3-fields/password-misplaced.ts';
import { check as patternAgainstLength } from './3-fields/pattern-against-length.ts';
import { check as requiredNotOffered } from './3-fields/required-not-offered.ts';
import { check as searchInNoText } from './3-fields/search-in-no-text.ts';
import { check as shownNever } from './3-fields/shown-never.ts';
import { check as titleTwice } from './3-fields/title-twice.ts';
import { check as uniqueLeaks } from './3-fields/unique-leaks.ts';
import { check as uniqueOverOtherRecords } from './3-fields/unique-over-other-records.ts';
import { check as uniqueTooFew } from './3-fields/unique-too-few.ts';
import { check as unitDiffers } from './3-fields/unit-differs.ts';
import { check as askInconsistent } from './4-effects/ask-inconsistent.ts';
import { check as askUnreadable } from './4-effects/ask-unreadable.ts';
import { check as creationCircle } from './4-effects/creation-circle.ts';
import { check as effectDoesNotFit } from './4-effects/effect-does-not-fit.ts';
import { check as effectEmptiesRequired } from './4-effects/effect-empties-required.ts';
import { check as effectOnComputed } from './4-effects/effect-on-computed.ts';
import { check as effectOnNoRecord } from './4-effects/effect-on-no-record.ts';
import { check as effectTwice } from './4-effects/effect-twice.ts';
import { check as lineMadeNowhere } from './4-effects/line-made-nowhere.ts';
import { check as notifyCannotRead } from './4-effects/notify-cannot-read.ts';
import { check as notifyNoPerson } from './4-effects/notify-no-person.ts';
import { check as operationMisplaced } from './4-effects/operation-misplaced.ts';
import { check as raiseCircle } from './4-effects/raise-circle.ts';
import { check as timerCircle } from './4-effects/timer-circle.ts';
import { check as timerNotPositive } from './4-effects/timer-not-positive.ts';
import { check as timerWithoutMoment } from './4-effects/timer-without-moment.ts';
import { check as timersRace } from './4-effects/timers-race.ts';
import { check as editableByNobody } from './4-states/editable-by-nobody.ts';
import { check as editableInFinal } from './4-states/editable-in-final.ts';
import { check as endUnreachable } from './4-states/end-unreachable.ts';
import { check as eventOnNoScreen } from './4-states/event-on-no-screen.ts';
import { check as finalWithExit } from './4-states/final-with-exit.ts';
import { check as guardAlwaysHolds } from './4-states/guard-always-holds.ts';
import { check as guardBeforeAsk } from './4-states/guard-before-ask.ts';
import { check as guardNeverHolds } from './4-states/guard-never-holds.ts';
import { check as guardsLeaveGap } from './4-states/guards-leave-gap.ts';
import { check as guardsOverlap } from './4-states/guards-overlap.ts';
import { check as oneRoleEndToEnd } from './4-states/one-role-end-to-end.ts';
import { check as selfApproval } from './4-states/self-approval.ts';
import { check as stateNeverShown } from './4-states/state-never-shown.ts';
import { check as stateStuck } from './4-states/state-stuck.ts';
import { check as stateUnreachable } from './4-states/state-unreachable.ts';
import { check as stateWithoutExit } from './4-states/state-without-exit.ts';
import { check as transitionAlwaysRefused } from './4-states/transition-always-refused.ts';
import { check as transitionDoesNothing } from './4-states/transition-does-nothing.ts';
import { check as transitionForNobody } from './4-states/transition-for-nobody.ts';
import { check as whoAmbiguous } from './4-states/who-ambiguous.ts';
import { check as defaultBreaksRule } from './5-rules/default-breaks-rule.ts';
import { check as requiredByRule } from './5-rules/required-by-rule.ts';
import { check as ruleAtHiddenField } from './5-rules/rule-at-hidden-field.ts';
import { check as ruleInNoState } from './5-rules/rule-in-no-state.ts';
import { check as ruleNeverFails } from './5-rules/rule-never-fails.ts';
import { check as ruleRepeated } from './5-rules/rule-repeated.ts';
import { check as ruleUsesOldOnCreate } from './5-rules/rule-uses-old-on-create.ts';
import { check as ruleWaitsForProduct } from './5-rules/rule-waits-for-product.ts';
import { check as ruleWarningWithError } from './5-rules/rule-warning-with-error.ts';
import { check as ruleWithoutEffect } from './5-rules/rule-without-effect.ts';
import { check as ruleWithoutError } from './5-rules/rule-without-error.ts';
import { check as rulesContradict } from './5-rules/rules-contradict.ts';
import { check as changeOwnAuthority } from './6-roles/change-own-authority.ts';
import { check as changeWithoutRead } from './6-roles/change-without-read.ts';
import { check as createWithoutRead } from './6-roles/create-without-read.ts';
import { check as everyoneMayDelete } from './6-roles/everyone-may-delete.ts';
import { check as fieldOfHiddenRecord } from './6-roles/field-of-hidden-record.ts';
import { check as grantAlwaysHolds } from './6-roles/grant-always-holds.ts';
import { check as grantNeverHolds } from './6-roles/grant-never-holds.ts';
import { check as guestMayWrite } from './6-roles/guest-may-write.ts';
import { check as neverSwallowsAll } from './6-roles/never-swallows-all.ts';
import { check as permissionOfLines } from './6-roles/permission-of-lines.ts';
import { check as relationLeadsNowhere } from './6-roles/relation-leads-nowhere.ts';
import { check as requiredNotGranted } from './6-roles/required-not-granted.ts';
import { check as roleHeldByNobody } from './6-roles/role-held-by-nobody.ts';
import { check as roleIncludesCircle } from './6-roles/role-includes-circle.ts';
import { check as roleWithoutPermission } from './6-roles/role-without-permission.ts';
import { check as sameRights } from './6-roles/same-rights.ts';
import { check as whoBecomesWhom } from './6-roles/who-becomes-whom.ts';
import { check as callBodyWrong } from './7-calls/call-body-wrong.ts';
import { check as callDoesNothing } from './7-calls/call-does-nothing.ts';
import { check as callErrorImpossible } from './7-calls/call-error-impossible.ts';
import { check as callForNobody } from './7-calls/call-for-nobody.ts';
import { check as callIgnoresParameter } from './7-calls/call-ignores-parameter.ts';
import { check as callLacksInput } from './7-calls/call-lacks-input.ts';
import { check as callMissesError } from './7-calls/call-misses-error.ts';
import { check as callSendsNoInput } from './7-calls/call-sends-no-input.ts';
import { check as callShapeUnknown } from './7-calls/call-shape-unknown.ts';
import { check as callWithoutRecord } from './7-calls/call-without-record.ts';
import { check as effectCallsInside } from './7-calls/effect-calls-inside.ts';
import { check as methodUnusual } from './7-calls/method-unusual.ts';
import { check as outsideCallUnused } from './7-calls/outside-call-unused.ts';
import { check as outsideSendsHidden } from './7-calls/outside-sends-hidden.ts';
import { check as parameterNotRead } from './7-calls/parameter-not-read.ts';
import { check as passwordInQuery } from './7-calls/password-in-query.ts';
import { check as queryAsksNothing } from './7-calls/query-asks-nothing.ts';
import { check as refusalOrderImpossible } from './7-calls/refusal-order-impossible.ts';
import { check as shapeUnknown } from './7-calls/shape-unknown.ts';
import { check as valuesCallWrong } from './7-calls/values-call-wrong.ts';
import { check as errorBodyRepeats } from './8-errors/error-body-repeats.ts';
import { check as errorBodyUnknown } from './8-errors/error-body-unknown.ts';
import { check as errorCauseImpossible } from './8-errors/error-cause-impossible.ts';
import { check as errorCauseUnknown } from './8-errors/error-cause-unknown.ts';
import { check as errorNeverRaised } from './8-errors/error-never-raised.ts';
import { check as errorNotInCatalogue } from './8-errors/error-not-in-catalogue.ts';
import { check as errorStandsForTwice } from './8-errors/error-stands-for-twice.ts';
import { check as errorWithTwoStatuses } from './8-errors/error-with-two-statuses.ts';
import { check as messageValueUnknown } from './8-errors/message-value-unknown.ts';
import { check as messagesSame } from './8-errors/messages-same.ts';
import { check as statusUnusual } from './8-errors/status-unusual.ts';
import { check as boundsDisagree } from './9-limits/bounds-disagree.ts';
import { check as constantContradictsBound } from './9-limits/constant-contradicts-bound.ts';
import { check as constantNeverUsed } from './9-limits/constant-never-used.ts';
import { check as constantUnitDiffers } from './9-limits/constant-unit-differs.ts';
import { check as environmentTwice } from './9-limits/environment-twice.ts';
import { check as limitZero } from './9-limits/limit-zero.ts';
import { check as limitsContradict } from './9-limits/limits-contradict.ts';
import { check as messageNumberDiffers } from './9-limits/message-number-differs.ts';
import { check as secretInDocument } from './9-limits/secret-in-document.ts';
import { check as tableRowUnused } from './9-limits/table-row-unused.ts';
import { check as workingHoursOverlap } from './9-limits/working-hours-overlap.ts';
import { check as dataOfNobody } from './across/data-of-nobody.ts';
import { check as differsAtBound } from './across/differs-at-bound.ts';
import { check as expressionType } from './across/expression-type.ts';
import { check as functionOutOfPlace } from './across/function-out-of-place.ts';
import { check as hiddenFlows } from './across/hidden-flows.ts';
import { check as nameUnknown } from './across/name-unknown.ts';
import { check as namesAlike } from './across/names-alike.ts';
import { check as notShown } from './across/not-shown.ts';
import { check as permissionWithoutScreen } from './across/permission-without-screen.ts';
import { check as readerWhereNone } from './across/reader-where-none.ts';
import { check as ruleAndGuardContradict } from './across/rule-and-guard-contradict.ts';
import { check as statedTwice } from './across/stated-twice.ts';
import { check as translationMissing } from './across/translation-missing.ts';
import { check as translationNames } from './across/translation-names.ts';
import { check as translationOfNothing } from './across/translation-of-nothing.ts';
import { check as unanswerableInLists } from './across/unanswerable-in-lists.ts';

export const checks = [
  languageUnknown,
  timeZoneAssumed,
  timeZoneUnknown,
  actionForOthers,
  actionNeverOffered,
  boardByNoChoice,
  calendarByNoDate,
  chartWithoutGroups,
  columnOfAnother,
  columnTwice,
  columnUnreadable,
  filterNeverFits,
  filterSaysNothing,
  formFieldNotGranted,
  formFieldNotInput,
  formFieldNotSent,
  formWithoutCreate,
  groupByNoChoice,
  groupUnreadable,
  keyWithoutEffect,
  pageSizeTooLarge,
  partSameName,
  refreshNotPositive,
  sortUnreadable,
  sortWithoutOrder,
  tileNotANumber,
  tileUnreadable,
  commentsByNobody,
  linkForbidden,
  linkToNowhere,
  pageEmpty,
  redirectCircle,
  routeMalformed,
  routeReserved,
  routeWithoutRecord,
  screenAlwaysEmpty,
  screenForNobody,
  screenOfLines,
  screenUnreachable,
  screenUnreadable,
  screensSameName,
  signInClosed,
  startClosed,
  startTwice,
  builtInName,
  clearOfRequired,
  entityUnused,
  entityWithoutFields,
  entityWithoutTitle,
  linesMisplaced,
  referencesInCircle,
  signInDoubtful,
  signInTwice,
  wasInUse,
  boundsImpossible,
  choiceAlone,
  choiceTwice,
  computedCircle,
  defaultCircle,
  defaultDoesNotFit,
  fieldNeverWritten,
  fieldReadByNobody,
  fileOverLimit,
  notesContradict,
  passwordMisplaced,
  patternAgainstLength,
  requiredNotOffered,
  searchInNoText,
  shownNever,
  titleTwice,
  uniqueLeaks,
  uniqueOverOtherRecords,
  uniqueTooFew,
  unitDiffers,
  askInconsistent,
  askUnreadable,
  creationCircle,
  effectDoesNotFit,
  effectEmptiesRequired,
  effectOnComputed,
  effectOnNoRecord,
  effectTwice,
  lineMadeNowhere,
  notifyCannotRead,
  notifyNoPerson,
  operationMisplaced,
  raiseCircle,
  timerCircle,
  timerNotPositive,
  timerWithoutMoment,
  timersRace,
  editableByNobody,
  editableInFinal,
  endUnreachable,
  eventOnNoScreen,
  finalWithExit,
  guardAlwaysHolds,
  guardBeforeAsk,
  guardNeverHolds,
  guardsLeaveGap,
  guardsOverlap,
  oneRoleEndToEnd,
  selfApproval,
  stateNeverShown,
  stateStuck,
  stateUnreachable,
  stateWithoutExit,
  transitionAlwaysRefused,
  transitionDoesNothing,
  transitionForNobody,
  whoAmbiguous,
  defaultBreaksRule,
  requiredByRule,
  ruleAtHiddenField,
  ruleInNoState,
  ruleNeverFails,
  ruleRepeated,
  ruleUsesOldOnCreate,
  ruleWaitsForProduct,
  ruleWarningWithError,
  ruleWithoutEffect,
  ruleWithoutError,
  rulesContradict,
  changeOwnAuthority,
  changeWithoutRead,
  createWithoutRead,
  everyoneMayDelete,
  fieldOfHiddenRecord,
  grantAlwaysHolds,
  grantNeverHolds,
  guestMayWrite,
  neverSwallowsAll,
  permissionOfLines,
  relationLeadsNowhere,
  requiredNotGranted,
  roleHeldByNobody,
  roleIncludesCircle,
  roleWithoutPermission,
  sameRights,
  whoBecomesWhom,
  callBodyWrong,
  callDoesNothing,
  callErrorImpossible,
  callForNobody,
  callIgnoresParameter,
  callLacksInput,
  callMissesError,
  callSendsNoInput,
  callShapeUnknown,
  callWithoutRecord,
  effectCallsInside,
  methodUnusual,
  outsideCallUnused,
  outsideSendsHidden,
  parameterNotRead,
  passwordInQuery,
  queryAsksNothing,
  refusalOrderImpossible,
  shapeUnknown,
  valuesCallWrong,
  errorBodyRepeats,
  errorBodyUnknown,
  errorCauseImpossible,
  errorCauseUnknown,
  errorNeverRaised,
  errorNotInCatalogue,
  errorStandsForTwice,
  errorWithTwoStatuses,
  messageValueUnknown,
  messagesSame,
  statusUnusual,
  boundsDisagree,
  constantContradictsBound,
  constantNeverUsed,
  constantUnitDiffers,
  environmentTwice,
  limitZero,
  limitsContradict,
  messageNumberDiffers,
  secretInDocument,
  tableRowUnused,
  workingHoursOverlap,
  dataOfNobody,
  differsAtBound,
  expressionType,
  functionOutOfPlace,
  hiddenFlows,
  nameUnknown,
  namesAlike,
  notShown,
  permissionWithoutScreen,
  readerWhereNone,
  ruleAndGuardContradict,
  statedTwice,
  translationMissing,
  translationNames,
  translationOfNothing,
  unanswerableInLists,
] as const;
