import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { isObject } from '../../../fields/text/json.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { fieldValue, filePath, titlesOf } from '../../view/display-value.ts';
import { FileLink, RecordTitle, Value } from '../../view/values.tsx';

/** A complete value: each of several references or files is listed. */
export function FullValue({ attribute, record }: { readonly attribute: Attribute; readonly record: WireRecord }) {
  const { type, name } = attribute;
  const value = fieldValue(record, name);
  const several = Array.isArray(value) ? (value as readonly Json[]) : [];
  if (type.kind === 'references' && several.length > 0) {
    const { entity } = type;
    return (
      <ul className="value-several">
        {titlesOf(several, record._.labels, name).map((title, index) => (
          <li key={String(several[index])}>
            <RecordTitle entity={entity} id={String(several[index])} title={title} />
          </li>
        ))}
      </ul>
    );
  }
  if (type.kind === 'file' && several.length > 0) {
    return (
      <ul className="value-several" data-files>
        {several.filter(isObject).map((file) => (
          <li key={String(file['file'])}>
            <FileLink
              to={filePath(record._.entity, record.id, name, String(file['file']))}
              name={String(file['name'] ?? '')}
            />
          </li>
        ))}
      </ul>
    );
  }
  return <Value attribute={attribute} record={record} />;
}
