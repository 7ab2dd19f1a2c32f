import { useId } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { isObject, member } from '../../../fields/text/json.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';
import { fieldValue, filePath, isNumeric, shownText, titlesOf } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { lineColumns } from '../../view/line-columns.ts';
import { EmptyValue } from '../../view/values.tsx';
import { useView } from '../../view/view-context.tsx';
import { summedFields, sumOf } from './line-sums.ts';

interface LinesProps {
  readonly attribute: Attribute;
  readonly record: WireRecord;
}

/** Makes the scrollable area focusable, so that it can be scrolled by keyboard. */
const focusable = { tabIndex: 0 } as const;

/** The lines of a record. The footer sums the columns that a computed field sums; if there are none, all numeric columns. */
export function Lines({ attribute, record }: LinesProps) {
  const context = useView();
  const labelOf = useLabelOf();
  const heading = useId();
  const label = labelOf(attribute.id);
  const value = fieldValue(record, attribute.name);
  const lines = Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];
  const entity = attribute.type.kind === 'list' ? context.schema.entities.get(attribute.type.entity) : undefined;
  const columns = lineColumns(entity?.attributes.values() ?? [], lines);
  const added = summedFields(context.schema, record._.entity, attribute.name);
  const sums = columns.map(({ type, name }) =>
    added !== null && !added.has(name)
      ? null
      : sumOf(
          type,
          lines.map((line) => member(line, name)),
        ),
  );
  const first = sums.findIndex((sum) => sum !== null);
  return (
    <div className="record-lines">
      <h2 id={heading} data-element={attribute.id}>
        {label}
      </h2>
      {lines.length === 0 ? (
        <p className="record-none">{messages.record.noLines}</p>
      ) : (
        <section className="record-scroll" aria-labelledby={heading} {...focusable}>
          <table className="record-table">
            <thead>
              <tr>
                {columns.map(({ id, type }) => (
                  <th key={id} scope="col" data-element={id} data-numeric={isNumeric(type) || undefined}>
                    {labelOf(id)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <tr key={String(member(line, 'id') ?? index)}>
                  {columns.map((column) => (
                    <td key={column.id} data-numeric={isNumeric(column.type) || undefined} data-element={column.id}>
                      <LineValue list={attribute} column={column} line={line} index={index} record={record} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {first !== -1 && lines.length > 1 && (
              <tfoot>
                <tr>
                  {columns.map((column, index) => (
                    <td key={column.id} data-numeric={isNumeric(column.type) || undefined}>
                      {index === 0 && first > 0
                        ? messages.record.sum
                        : shownText(context, column.type, sums[index] ?? null)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
    </div>
  );
}

interface LineValueProps {
  readonly list: Attribute;
  readonly column: Attribute;
  readonly line: { readonly [name: string]: Json };
  readonly index: number;
  readonly record: WireRecord;
}

function LineValue({ list, column, line, index, record }: LineValueProps) {
  const context = useView();
  const value = member(line, column.name);
  const text = shownText(context, column.type, value, record._.labels, `${list.name}/${index}/${column.name}`);
  if (text === '') return <EmptyValue of={column} />;
  if (column.type.kind === 'reference' && typeof value === 'string') {
    const to = context.recordRoute(column.type.entity, value);
    return to === null ? text : <Link to={to}>{text}</Link>;
  }
  const id = member(line, 'id');
  if (column.type.kind === 'references' && Array.isArray(value)) {
    const { entity } = column.type;
    const titles = titlesOf(value as readonly Json[], record._.labels, `${list.name}/${index}/${column.name}`);
    return titles.map((title, at) => {
      const to = context.recordRoute(entity, String(value[at]));
      return (
        <span key={String(value[at])}>
          {at > 0 && ', '}
          {to === null ? title : <Link to={to}>{title}</Link>}
        </span>
      );
    });
  }
  if (column.type.kind === 'file' && typeof id === 'string' && Array.isArray(value)) {
    const path = [filePath(record._.entity, record.id, list.name), ...[id, column.name].map(encodeURIComponent)].join(
      '/',
    );
    return (value as readonly Json[]).filter(isObject).map((file, at) => (
      <span key={String(file['file'])}>
        {at > 0 && ', '}
        <a href={`${path}/${encodeURIComponent(String(file['file']))}`} target="_blank" rel="noreferrer">
          {String(file['name'] ?? '')}
        </a>
      </span>
    ));
  }
  if (column.type.kind === 'file' && typeof id === 'string') {
    const path = [filePath(record._.entity, record.id, list.name), ...[id, column.name].map(encodeURIComponent)].join(
      '/',
    );
    return (
      <a href={path} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  return text;
}
