import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { within } from './evaluate.ts';
import { showsWorkingHours } from './working.ts';

const BY_WORKING_HOURS: readonly string[] = [
  ...['isWorkingTime', 'isWorkingDay', 'workingTime', 'addWorkingDays', 'addWorkingHours'],
];

/** Whether an expression depends on something that the document does not show, so that its value is unknown. */
export function dependsOnNotShown(model: Model, tree: Tree): boolean {
  return within(tree).some((part) => {
    if (part.op === 'call') return BY_WORKING_HOURS.includes(part.name) && !showsWorkingHours(model);
    if (part.op === 'number') return isWorkingUnit(part.unit) && !showsWorkingHours(model);
    if (part.op !== 'name') return false;
    const constant = model.constants.find(({ name }) => name === part.name);
    return constant !== undefined && constant.value === null && constant.table === null;
  });
}

/** `working days`, `business hours`. */
const isWorkingUnit = (unit: string | null): boolean => /^(?:working|business) |^workdays?$/.test(unit ?? '');
