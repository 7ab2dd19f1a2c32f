// Written by `npm run index` from what this folder holds.
import { check as routeReserved } from './2-screens/route-reserved.ts';
import { check as screenForNobody } from './2-screens/screen-for-nobody.ts';
import { check as requiredNotOffered } from './3-entities/required-not-offered.ts';
import { check as stateUnreachable } from './4-states/state-unreachable.ts';
import { check as stateWithoutExit } from './4-states/state-without-exit.ts';
import { check as transitionForNobody } from './4-states/transition-for-nobody.ts';
import { check as whoAmbiguous } from './4-states/who-ambiguous.ts';
import { check as ruleNeverFails } from './5-rules/rule-never-fails.ts';
import { check as rulesContradict } from './5-rules/rules-contradict.ts';
import { check as roleWithoutPermission } from './6-roles/role-without-permission.ts';
import { check as whoBecomesWhom } from './6-roles/who-becomes-whom.ts';
import { check as callDoesNothing } from './7-calls/call-does-nothing.ts';
import { check as callForNobody } from './7-calls/call-for-nobody.ts';
import { check as errorNeverRaised } from './8-errors/error-never-raised.ts';
import { check as errorNotInCatalogue } from './8-errors/error-not-in-catalogue.ts';
import { check as constantNeverUsed } from './9-limits/constant-never-used.ts';
import { check as expressionType } from './across/expression-type.ts';
import { check as nameUnknown } from './across/name-unknown.ts';
import { check as notShown } from './across/not-shown.ts';
import { check as permissionWithoutScreen } from './across/permission-without-screen.ts';
import { check as statedTwice } from './across/stated-twice.ts';

export const checks = [
  routeReserved,
  screenForNobody,
  requiredNotOffered,
  stateUnreachable,
  stateWithoutExit,
  transitionForNobody,
  whoAmbiguous,
  ruleNeverFails,
  rulesContradict,
  roleWithoutPermission,
  whoBecomesWhom,
  callDoesNothing,
  callForNobody,
  errorNeverRaised,
  errorNotInCatalogue,
  constantNeverUsed,
  expressionType,
  nameUnknown,
  notShown,
  permissionWithoutScreen,
  statedTwice,
] as const;
