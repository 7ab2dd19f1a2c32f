import type { View, ViewScreen } from '../engine/view.ts';
import { recordParameter } from '../model/call-record.ts';
import { askEarly } from './api/early.ts';
import { recordPath } from './api/record-path.ts';
import type { Match } from './view/routes.ts';

/** Of a screen that shows one record: the same as it asks for. */
export function askForRecord({ document }: View, { screen, params }: Match<ViewScreen>): void {
  const entity = screen.entity ?? '';
  const id = params.get(recordParameter(screen.route, entity) ?? '');
  if (id !== undefined) void askEarly(recordPath(entity, id), document);
}
