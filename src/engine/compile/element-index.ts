import type { Element } from '../../model/types/element.ts';
import { POINT_TITLES } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import type { ElementInfo } from '../compiled/compiled-model.ts';

/** Returns every element of the Model by id, with its point, line and label. */
export function elementsOf(model: Model): ReadonlyMap<string, ElementInfo> {
  const elements = new Map<string, ElementInfo>();
  const add = (element: Element, label: string) => {
    if (!elements.has(element.id))
      elements.set(element.id, { point: element.point, line: element.at?.line ?? null, label });
  };
  for (const point of model.points) add(point, POINT_TITLES[point.point]);
  for (const screen of model.screens) {
    const { numbers, charts, filters, sections } = screen;
    for (const part of [screen, ...numbers, ...charts, ...filters, ...sections]) add(part, part.label);
  }
  for (const entity of model.entities) for (const part of [entity, ...entity.fields]) add(part, part.label);
  for (const machine of model.machines) {
    add(machine, machine.label);
    for (const state of machine.states) {
      elements.set(state.id, { point: machine.point, line: state.at?.line ?? null, label: state.label });
    }
    for (const transition of machine.transitions) add(transition, transition.label);
  }
  for (const rule of model.rules) add(rule, rule.name);
  for (const role of model.roles) add(role, role.label);
  for (const cell of model.permissions) {
    add(cell, `${cell.entity}${cell.field === null ? '' : `.${cell.field}`}: ${cell.operation}, ${cell.role}`);
  }
  for (const call of model.calls) add(call, call.label);
  for (const error of model.errors) add(error, error.code);
  for (const constant of model.constants) add(constant, constant.name);
  for (const limit of model.limits) add(limit, limit.name);
  return elements;
}
