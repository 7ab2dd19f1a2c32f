import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { messages } from '../../languages/messages.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { pathOf } from '../../view/routes.ts';
import { useView } from '../../view/view-context.tsx';
import { FullValue } from './full-value.tsx';
import { isWide, type RecordLayout } from './layout.ts';
import { Lines } from './record-lines.tsx';
import { SharedLink } from './shared-link.tsx';

interface DetailsProps {
  readonly attributes: readonly Attribute[];
  readonly record: WireRecord;
}

/** Fields of a record: short ones as rows of label and value, then long texts and files at full width, then lines. */
export function Details({ attributes, record }: DetailsProps) {
  const rows = attributes.filter((each) => !isWide(each));
  const lists = attributes.filter(({ type }) => type.kind === 'list');
  const texts = attributes.filter((each) => isWide(each) && each.type.kind !== 'list');
  return (
    <>
      {rows.length > 0 && (
        <dl className="record-fields">
          {rows.map((attribute) => (
            <Detail key={attribute.id} attribute={attribute} record={record} />
          ))}
        </dl>
      )}
      {texts.length > 0 && (
        <dl className="record-texts">
          {texts.map((attribute) => (
            <Detail key={attribute.id} attribute={attribute} record={record} />
          ))}
        </dl>
      )}
      {lists.map((attribute) => (
        <Lines key={attribute.id} attribute={attribute} record={record} />
      ))}
    </>
  );
}

/** The fields of the main column; those of the screen's sections follow under their headings. */
export function MainDetails({ layout, record }: { readonly layout: RecordLayout; readonly record: WireRecord }) {
  return (
    <>
      <Details attributes={layout.main} record={record} />
      {layout.sections.map(({ id, label, help, attributes }) => (
        <section key={id} className="record-section" aria-labelledby={id} data-element={id}>
          <h2 id={id}>{label}</h2>
          {help !== '' && <p className="record-help">{help}</p>}
          <Details attributes={attributes} record={record} />
        </section>
      ))}
    </>
  );
}

interface SidePanelProps {
  readonly layout: RecordLayout;
  readonly record: WireRecord;
  readonly showsEmpty: boolean;
  readonly onToggleEmpty: () => void;
}

/** The short fields of a record, and the button that shows its empty fields. */
export function SidePanel({ layout, record, showsEmpty, onToggleEmpty }: SidePanelProps) {
  const { showEmpty, hideEmpty, details } = messages.record;
  if (layout.side.length === 0 && layout.empty === 0) return null;
  return (
    <section className="record-side" aria-label={details}>
      <Details attributes={layout.side} record={record} />
      {layout.empty > 0 && (
        <button type="button" className="record-empties" aria-expanded={showsEmpty} onClick={onToggleEmpty}>
          {showsEmpty ? hideEmpty : showEmpty({ count: layout.empty })}
        </button>
      )}
    </section>
  );
}

function Detail({ attribute, record }: { readonly attribute: Attribute; readonly record: WireRecord }) {
  const labelOf = useLabelOf();
  const help = attribute.kind === 'field' ? attribute.field.help : '';
  return (
    <div className="record-field">
      <dt data-element={attribute.id}>{labelOf(attribute.id)}</dt>
      <dd data-element={attribute.id}>
        <OwnValue attribute={attribute} record={record} />
        <FileSize attribute={attribute} record={record} />
        {help !== '' && <p className="record-help">{help}</p>}
      </dd>
    </div>
  );
}

/** A field's value. The token of a link screen is shown as the address to share. */
function OwnValue({ attribute, record }: { readonly attribute: Attribute; readonly record: WireRecord }) {
  const { view } = useView();
  const token = fieldValue(record, attribute.name);
  const screen = view.screens.find(({ linked, entity }) => linked === attribute.name && entity === record._.entity);
  if (screen?.parameter == null || typeof token !== 'string')
    return <FullValue attribute={attribute} record={record} />;
  return <SharedLink path={pathOf(screen.route, { [screen.parameter]: token })} />;
}

function FileSize({ attribute, record }: { readonly attribute: Attribute; readonly record: WireRecord }) {
  const { format } = useView();
  const value = attribute.type.kind === 'file' ? fieldValue(record, attribute.name) : null;
  const size = typeof value === 'object' && value !== null && 'size' in value ? value.size : null;
  return typeof size === 'number' && size > 0 ? <span className="record-size">{format.bytes(size)}</span> : null;
}
