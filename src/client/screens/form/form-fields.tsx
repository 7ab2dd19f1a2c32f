import { useRef } from 'react';
import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { ViewSection } from '../../../engine/view/view.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Input } from '../../inputs/index.tsx';
import { messages } from '../../languages/messages.ts';
import { shownText } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { EmptyValue } from '../../view/values.tsx';
import { useView } from '../../view/view-context.tsx';
import { rowsOf } from './form-layout.ts';
import type { FormState } from './use-form.ts';

interface FieldsProps {
  readonly form: FormState;
  readonly record: WireRecord | null;
  /** Why fields of this form can't be changed now, by field. */
  readonly refusals?: ReadonlyMap<string, WireRefusal> | undefined;
  /** The field that is focused initially. */
  readonly focus?: string | null | undefined;
  readonly idPrefix: string;
  /** Groups of fields with a heading. */
  readonly sections?: readonly ViewSection[] | undefined;
}

interface RowsProps {
  readonly names: readonly string[];
}

/** The input fields of a form with the computed fields that depend on them. */
export function FormFields({ form, record, refusals, focus, idPrefix, sections = [] }: FieldsProps) {
  const { names } = form;
  const inside = new Set(sections.flatMap(({ fields }) => fields));
  const rest = names.filter((name) => !inside.has(name));
  const shared = { form, record, refusals, focus, idPrefix };
  return (
    <div className="form-fields">
      <Rows {...shared} names={rest} />
      {sections.map(({ id, label, help, fields }) => {
        const own = fields.filter((name) => names.includes(name));
        // A section whose fields are all hidden has no heading. A section without fields is shown in new records only.
        const isBare = fields.length === 0;
        if (isBare ? record !== null : own.every((name) => form.hidden.has(name))) return null;
        return (
          <fieldset key={id} className="form-section" data-element={id}>
            <legend>{label}</legend>
            {help !== '' && <p className="form-section-help">{help}</p>}
            <Rows {...shared} names={own} />
          </fieldset>
        );
      })}
    </div>
  );
}

function Rows({ form, record, refusals, focus, idPrefix, names }: Omit<FieldsProps, 'sections'> & RowsProps) {
  const { entity } = form;
  const rows = rowsOf(form.compiled, entity, names);
  return (
    <>
      {rows.map(({ name, isTyped }) => {
        const attribute = entity.attributes.get(name);
        if (attribute === undefined || form.hidden.has(name)) return null;
        if (!isTyped) return <ComputedField key={attribute.id} form={form} attribute={attribute} />;
        return (
          <TypedField
            key={attribute.id}
            form={form}
            attribute={attribute}
            record={record}
            refusal={refusals?.get(name) ?? null}
            autoFocus={focus === name}
            id={`${idPrefix}-${encodeURIComponent(name)}`}
          />
        );
      })}
    </>
  );
}

interface TypedFieldProps {
  readonly form: FormState;
  readonly attribute: Attribute;
  readonly record: WireRecord | null;
  readonly refusal: WireRefusal | null;
  readonly autoFocus: boolean;
  readonly id: string;
}

function TypedField({ form, attribute, record, refusal, autoFocus, id }: TypedFieldProps) {
  const { name } = attribute;
  const place = useRef<HTMLDivElement>(null);
  // A field that appears while the person is already typing in the form does not take the focus.
  const isLate = useRef(document.activeElement?.closest('.form') != null);
  // Moving the focus between cells of the lines does not leave the field.
  const leave = () =>
    requestAnimationFrame(() => {
      if (place.current?.contains(document.activeElement) === false) form.leave(name);
    });
  return (
    <div ref={place} className="form-field" data-field={name}>
      <Input
        id={id}
        entity={form.entity.name}
        attribute={attribute}
        value={form.currentValue(name)}
        onChange={(value) => form.change(name, value)}
        onBlur={leave}
        failures={form.failures.get(name) ?? []}
        warnings={form.warnings.get(name) ?? []}
        required={form.required.has(name)}
        disabledReason={refusal}
        autoFocus={autoFocus && !isLate.current}
        record={record}
        replaces={form.isChange}
        hidden={form.hidden}
      />
    </div>
  );
}

/** A computed field with its current value. */
function ComputedField({ form, attribute }: { readonly form: FormState; readonly attribute: Attribute }) {
  const context = useView();
  const labelOf = useLabelOf();
  const text = shownText(context, attribute.type, form.currentValue(attribute.name));
  const isOpen = context.view.unknown.includes(attribute.id);
  return (
    <div className="form-calculated" data-element={attribute.id}>
      <span className="form-calculated-label">
        {labelOf(attribute.id)} <small>{messages.form.calculated}</small>
      </span>
      <output className="form-calculated-value">
        {text !== '' ? text : isOpen ? <EmptyValue of={attribute} /> : '–'}
      </output>
    </div>
  );
}
