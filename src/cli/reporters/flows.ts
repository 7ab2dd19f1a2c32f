import type { Flow } from '../../checks/information-flow/information-flows.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { printable } from './wrap-text.ts';

/** For people: one line for each value that a role may not read but that decides something the role notices. */
export const flowList: Reporter = (documents, look) =>
  documents.flatMap(({ file, flows }) => (flows === null ? [] : flowLines(file, flows, look))).join('\n');

function flowLines(file: string, flows: readonly Flow[], { colors }: ReporterOptions): readonly string[] {
  if (flows.length === 0) return [`${file}: no value that a role may not read decides what it notices.`];
  const groups = Map.groupBy(flows, ({ kind, element, entity, field, hidden, shows }) =>
    JSON.stringify([kind, element, entity, field, hidden, shows]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, at, entity, field, hidden, shows } = first;
    const place = at === null ? file : `${file}:${at.line}:${at.column}`;
    const value = field === 'id' ? `any ${entity}` : `${entity}.${field}`;
    const roles = group.map(({ role }) => role).join(', ');
    const how = hidden === 'always' ? 'never read by' : 'not always read by';
    return printable(`${place}  ${kind}: ${value}, ${how} ${roles}, decides ${shows}`).replace(
      place,
      colors.dim(place),
    );
  });
}
