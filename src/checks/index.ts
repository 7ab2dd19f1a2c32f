// Written by `npm run index` from what this folder holds.
import { check as stateUnreachable } from './4-states/state-unreachable.ts';

export const checks = [
  stateUnreachable,
] as const;
