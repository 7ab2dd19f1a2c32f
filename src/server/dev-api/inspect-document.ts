import type { Element } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { jsonAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/**
 * `GET /_/why/:element`, in development: the line of the document that states an element, or the assumption that
 * replaces it.
 */
export function getWhy(context: RequestContext): Response {
  const id = param(context, 'element');
  const { compiled, model, text } = context.version;
  const info = compiled.elements.get(id);
  if (!context.runtime.dev || info === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'element' });
  const element = elementsOf(model).find((each) => each.id === id);
  const line = info.line;
  return jsonAnswer(context, {
    element: id,
    label: info.label,
    point: info.point,
    document: context.version.hash,
    standing: element?.standing ?? (line === null ? 'not shown' : 'stated'),
    assumption: element?.assumption ?? null,
    help: element?.help ?? '',
    line,
    text: line === null ? null : (text.split('\n')[line - 1] ?? '').trim(),
  });
}

/** `GET /_/check`, in development: the status and diagnostics of the document as read last. */
export function getCheck(context: RequestContext): Response {
  if (!context.runtime.dev) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  return jsonAnswer(context, context.runtime.status());
}

/**
 * `GET /_/document`, in development: the text of the running document, or of any version that ever ran (`version=`), as
 * history entries name them.
 */
export async function getDocument(context: RequestContext): Promise<Response> {
  if (!context.runtime.dev) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  const query = readQuery(context, ['version']);
  if (query instanceof Response) return query;
  const wanted = query.get('version') ?? context.version.hash;
  const text = wanted === context.version.hash ? context.version.text : await context.runtime.store.document(wanted);
  if (text === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'version' });
  return textAnswer(context, text, { mediaType: 'text/markdown; charset=utf-8' });
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
