import type { Model } from '../../model/types/model.ts';
import type { Element } from '../../model/types/place.ts';
import { jsonAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { type Asking, param } from '../runtime/request-context.ts';

/** `GET /_/why/:element`, in development: the line that states an element, or the assumption that stands in for one. */
export function getWhy(asking: Asking): Response {
  const id = param(asking, 'element');
  const { app, model, text } = asking.version;
  const info = app.elements.get(id);
  if (!asking.runtime.dev || info === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'element' });
  const element = elementsOf(model).find((each) => each.id === id);
  const line = info.line;
  return jsonAnswer(asking, {
    element: id,
    label: info.label,
    point: info.point,
    document: asking.version.hash,
    standing: element?.standing ?? (line === null ? 'not shown' : 'stated'),
    assumption: element?.assumption ?? null,
    help: element?.help ?? '',
    line,
    text: line === null ? null : (text.split('\n')[line - 1] ?? '').trim(),
  });
}

/** `GET /_/check`, in development: what the checker says of the document as read last. */
export function getCheck(asking: Asking): Response {
  if (!asking.runtime.dev) return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
  return jsonAnswer(asking, asking.runtime.status());
}

/** `GET /_/document`, in development: the text that runs, or with `version=` any that ever ran: history names them. */
export async function getDocument(asking: Asking): Promise<Response> {
  if (!asking.runtime.dev) return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
  const query = readQuery(asking, ['version']);
  if (query instanceof Response) return query;
  const wanted = query.get('version') ?? asking.version.hash;
  const text = wanted === asking.version.hash ? asking.version.text : await asking.runtime.store.document(wanted);
  if (text === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'version' });
  return textAnswer(asking, text, { mediaType: 'text/markdown; charset=utf-8' });
}

function elementsOf(model: Model): Element[] {
  return [
    ...model.points,
    ...model.screens.flatMap((screen) => [
      screen,
      ...screen.numbers,
      ...screen.charts,
      ...screen.filters,
      ...screen.sections,
    ]),
    ...model.entities.flatMap((entity) => [entity, ...entity.fields]),
    ...model.machines.flatMap((machine) => [machine, ...machine.transitions]),
    ...model.rules,
    ...model.roles,
    ...model.permissions,
    ...model.calls,
    ...model.errors,
    ...model.constants,
    ...model.limits,
  ];
}
