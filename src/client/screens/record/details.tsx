import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { messages } from '../../languages/messages.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { pathOf } from '../../view/routes.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { isEmptyJson } from '../form/field-failures.ts';
import { FullValue } from './full-value.tsx';
import { Lines } from './record-lines.tsx';
import { SharedLink } from './shared-link.tsx';

interface DetailsProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly names: readonly string[];
}

/** Texts of more characters take the full width. */
const long = 80;

/**
 * The readable fields in document order. The title is omitted, as it is the page's heading, unless it is a reference: the
 * heading has no link. States are shown in the header.
 */
export function Details({ entity, record, names }: DetailsProps) {
  const attributes = names.flatMap((name) => {
    const attribute = entity.attributes.get(name);
    const isHeading = name === entity.title && attribute?.type.kind !== 'reference';
    const isHere = attribute?.kind === 'field' && !isHeading && Object.hasOwn(record, name);
    // A field with `shown when` is omitted while it is empty.
    const isBlank = isHere && attribute.field.shownWhen !== null && isEmptyJson(fieldValue(record, name));
    return isHere && !isBlank ? [attribute] : [];
  });
  const lists = attributes.filter(({ type }) => type.kind === 'list');
  return (
    <>
      <dl className="record-fields" aria-label={messages.record.details}>
        {attributes.map((attribute) =>
          attribute.type.kind === 'list' ? null : <Detail key={attribute.id} attribute={attribute} record={record} />,
        )}
      </dl>
      {lists.map((attribute) => (
        <Lines key={attribute.id} attribute={attribute} record={record} />
      ))}
    </>
  );
}

/** The readable fields; those of the screen's sections follow under their headings. */
export function SectionedDetails({ screen, names, ...rest }: DetailsProps & { readonly screen: ScreenInView }) {
  const inside = new Set(screen.sections.flatMap(({ fields }) => fields));
  const sections = screen.sections.map((section) => ({
    ...section,
    isBare: section.fields.length === 0,
    fields: section.fields.filter((name) => names.includes(name)),
  }));
  return (
    <>
      <Details {...rest} names={names.filter((name) => !inside.has(name))} />
      {sections.map(
        ({ id, label, help, fields, isBare }) =>
          (isBare || fields.length > 0) && (
            <section key={id} className="record-section" aria-labelledby={id} data-element={id}>
              <h2 id={id}>{label}</h2>
              {help !== '' && <p className="record-help">{help}</p>}
              {!isBare && <Details {...rest} names={fields} />}
            </section>
          ),
      )}
    </>
  );
}

function Detail({ attribute, record }: { readonly attribute: Attribute; readonly record: WireRecord }) {
  const labelOf = useLabelOf();
  const help = attribute.kind === 'field' ? attribute.field.help : '';
  const isWide = String(fieldValue(record, attribute.name) ?? '').length > long && attribute.type.kind.endsWith('text');
  return (
    <div className="record-field" data-wide={isWide || undefined}>
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
