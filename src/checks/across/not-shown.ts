import { isSessionCall } from '../../model/lookups/session-call.ts';
import { POINT_TITLES } from '../../model/types/element.ts';
import type { Entity, Operation, Permission } from '../../model/types/model.ts';
import { gapDescription, templateForPoint } from '../../model/types/point-templates.ts';
import { constantUses } from '../lookups/constant-uses.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, type DocumentContext, defineCheck, type Finding } from '../runner/check.ts';

type Findings = Generator<Finding>;

export const check = defineCheck({
  code: 'not-shown',
  point: null,
  severity: 'gap',
  about: 'Something that the document does not show, and what cannot be decided because of it.',
  *find(context) {
    for (const finder of [points, screens, machines, rules, permissions, missingRows, calls, limits])
      yield* finder(context);
  },
});

function* points({ model }: CheckContext): Findings {
  for (const { id, point, at, standing } of model.points) {
    if (standing !== 'not shown') continue;
    yield {
      element: id,
      point,
      at,
      message: `Point ${point}, ${POINT_TITLES[point]}, is not shown. ${gapDescription(point)}`,
      next: `State it, for example:\n${templateForPoint(point)}`,
    };
  }
}

function* screens({ model }: CheckContext): Findings {
  for (const { id, name, at, roles, standing } of model.screens) {
    if (standing !== 'stated' || roles !== null) continue;
    yield {
      element: id,
      point: 2,
      at,
      message: `The roles of ${name} are not shown, so nobody may open it.`,
      next: 'Name the roles under For.',
    };
  }
}

function* machines({ model }: CheckContext): Findings {
  for (const machine of model.machines) {
    if (machine.editableIn === null) {
      const message = `The editable states of ${machine.entity} are not shown, so it can never be edited.`;
      yield {
        element: machine.id,
        point: 4,
        at: machine.at,
        message,
        next: 'Name the states in the line “- Editable in:”.',
      };
    }
    for (const { id, at, event, from, who, guardShown } of machine.transitions) {
      const transitionText = `${event ?? 'this step'}${from === '' ? '' : ` from ${from ?? '(new)'}`}`;
      const about = { element: id, point: 4, at } as const;
      if (who === null)
        yield {
          ...about,
          message: `Who may ${transitionText} is not shown, so nobody may.`,
          next: 'Name a role, or a field that refers to a person, under Who.',
        };
      if (!guardShown)
        yield {
          ...about,
          message: `The condition of ${transitionText} is not shown, so nobody may.`,
          next: 'Write the condition under Only if, or leave the cell blank if there is none.',
        };
    }
  }
}

function* rules({ model }: CheckContext): Findings {
  for (const { id, name, at, entity, condition } of model.rules) {
    if (condition !== null) continue;
    const message = `The condition of ${name} is not shown, so no ${entity} that it applies to can be saved.`;
    yield { element: id, point: 5, at, message, next: 'Write the condition under Must hold, or remove the rule.' };
  }
}

function* permissions({ model }: CheckContext): Findings {
  for (const cell of model.permissions) {
    if (cell.grant.kind !== 'unknown') continue;
    const message = `Whether ${cell.role} may ${cell.operation} ${subjectOf(cell)} is not shown, so they may not.`;
    yield { element: cell.id, point: 6, at: cell.at, message, next: 'Write yes, no or a condition into the cell.' };
  }
}

function subjectOf({ entity, field }: Permission): string {
  return field === null ? entity : `${entity}.${field}`;
}

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/** Reports rows that the matrix lacks; not if the whole point is not shown. */
function* missingRows({ model, access }: CheckContext): Findings {
  if (model.points.some(({ point, standing }) => point === 6 && standing === 'not shown')) return;
  for (const entity of model.entities) {
    if (entity.standing !== 'stated' || entity.belongsTo !== null) continue;
    const missing = OPERATIONS.filter((operation) => access.cells(entity.name, operation).length === 0);
    if (missing.length > 0) yield missingFrom(entity, missing, access.cells(entity.name, 'read')[0]);
  }
}

function missingFrom({ id, name }: Entity, missing: readonly Operation[], beside: Permission | undefined): Finding {
  const rows = joinNames(missing.map((operation) => `“${name}: ${operation}”`));
  return {
    element: id,
    point: 6,
    at: beside?.at ?? null,
    message: `Nobody may ${joinNames(missing, 'or')} ${name}: the matrix has no ${missing.length === 1 ? 'row' : 'rows'} ${rows}.`,
    next: 'Add the missing rows, with yes, no or a condition for each role.',
  };
}

function* calls({ model }: CheckContext): Findings {
  for (const call of model.calls) {
    const { id, name, at, does } = call;
    if (does.kind !== 'unknown' || does.text !== '' || isSessionCall(call)) continue;
    const message = `What the call ${name} does is not shown, so nobody can use it.`;
    yield { element: id, point: 7, at, message, next: 'Write an operation and an entity under Does, or “outside”.' };
  }
}

function* limits(context: DocumentContext): Findings {
  const { model } = context;
  const hidden = model.constants.filter(({ standing }) => standing === 'not shown');
  const uses = hidden.length === 0 ? new Map<string, ReadonlySet<string>>() : constantUses(context);
  for (const { id, name, at } of hidden) {
    const users = [...(uses.get(name) ?? [])].filter((element) => element !== '').map(elementText);
    const open =
      users.length === 0 ? '' : ` Until it is shown, this cannot be decided: ${joinNames(users.slice(0, 5))}.`;
    yield {
      element: id,
      point: 9,
      at,
      message: `${name} is not shown.${open}`,
      next: 'Write its value into the column Value.',
    };
  }
  for (const { id, name, at, standing } of model.limits) {
    if (standing !== 'not shown') continue;
    yield {
      element: id,
      point: 9,
      at,
      message: `The limit ${name} is not shown.`,
      next: 'Write its value into the column Value.',
    };
  }
}

/** Converts an id such as `rule/V4` to "rule V4". */
function elementText(id: string): string {
  const [kind = '', ...names] = id.split('/');
  const last = names.map((name) => name.replaceAll('%2F', '/').replaceAll('%25', '%'));
  return `${kind} ${kind === 'field' ? last.join('.') : last.join(' ')}`;
}
