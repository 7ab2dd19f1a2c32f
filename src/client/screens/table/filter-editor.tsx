import { Suspense, useState } from 'react';
import type { Json } from '../../../engine/intent.ts';
import type { Attribute } from '../../../model/schema.ts';
import { useLabels } from '../../api/records.ts';
import { Input } from '../../inputs/index.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { Select } from '../../parts/select.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import {
  type Condition,
  type FilterField,
  firstCondition,
  isWords,
  operandOf,
  operatorsFor,
  withOperator,
  withoutBounds,
} from './filter-model.ts';
import { toolTexts } from './tool-texts.ts';
import '../../styles/inputs.css';
import '../../styles/table-tools.css';

interface FilterEditorProps {
  readonly entity: string;
  readonly fields: ReadonlyMap<string, FilterField>;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  /** Unique on the page. */
  readonly name: string;
  /** Whether one goes on with the value: it was opened for this one condition. */
  readonly autoFocus?: boolean;
}

const { conditions } = toolTexts;

/** One condition: field, comparison and value, the value with the input of the field's type. */
export function FilterEditor({ entity, fields, condition, onChange, name, autoFocus = false }: FilterEditorProps) {
  const field = fields.get(condition.field);
  if (field === undefined) return null;
  const isMoment = field.type.kind === 'date' || field.type.kind === 'date and time';
  const choices = [...fields.values()].filter((each) => operatorsFor(each).length > 0);
  const changeField = (id: string | null) => {
    const next = fields.get(id ?? '');
    const made = next === undefined || next === field ? null : firstCondition(next);
    if (made !== null) onChange(made);
  };
  return (
    <div className="filter-editor" data-element={field.id}>
      <Select
        label={conditions.field}
        options={choices.map(({ name: id, label }) => ({ id, label }))}
        value={field.name}
        onChange={changeField}
        size="small"
      />
      <Select
        label={conditions.operator}
        options={operatorsFor(field).map((id) => ({ id, label: toolTexts.operators(id, isMoment) }))}
        value={condition.operator}
        onChange={(id) => {
          const operator = operatorsFor(field).find((each) => each === id);
          if (operator !== undefined) onChange(withOperator(condition, operator, field));
        }}
        size="small"
      />
      <Suspense fallback={<Skeleton rows={1} />}>
        <Operand
          key={field.name}
          entity={entity}
          field={field}
          condition={condition}
          onChange={(value) => onChange({ ...condition, value })}
          name={name}
          autoFocus={autoFocus}
        />
      </Suspense>
    </div>
  );
}

interface OperandProps {
  readonly entity: string;
  readonly field: FilterField;
  readonly condition: Condition;
  readonly onChange: (value: Json) => void;
  readonly name: string;
  readonly autoFocus: boolean;
}

function Operand(props: OperandProps) {
  const { field, condition, onChange, name, autoFocus } = props;
  switch (operandOf(condition.operator)) {
    case 'none':
      return null;
    case 'days':
      return (
        <input
          className="control"
          type="text"
          inputMode="numeric"
          aria-label={conditions.days}
          value={String(condition.value ?? '')}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 5))}
        />
      );
    case 'many':
      return <Several field={field} value={condition.value} onChange={onChange} />;
    case 'one':
      if (field.type.kind === 'boolean') {
        return (
          <Segmented
            name={name}
            label={conditions.value}
            options={[
              { id: 'yes', label: conditions.yes },
              { id: 'no', label: conditions.no },
            ]}
            value={condition.value === true ? 'yes' : condition.value === false ? 'no' : null}
            onChange={(id) => onChange(id === 'yes')}
          />
        );
      }
      if (field.type.kind === 'references') return <Titled {...props} entity={field.type.entity} />;
      if (field.type.kind === 'reference' && condition.operator !== 'contains')
        return <Titled {...props} entity={field.type.entity} />;
      if (field.type.kind === 'reference' || isWords(field.type))
        return <Words value={condition.value} onChange={onChange} autoFocus={autoFocus} />;
      return <Typed {...props} />;
  }
}

function Words({
  value,
  onChange,
  autoFocus,
}: Pick<OperandProps, 'onChange' | 'autoFocus'> & { readonly value: Json }) {
  return (
    <input
      className="control"
      type="text"
      aria-label={conditions.value}
      autoComplete="off"
      autoFocus={autoFocus}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The input of the field's type. What is asked for need not be what may be written, so that bounds do not hold. */
function Typed({ entity, field, condition, onChange, autoFocus }: OperandProps) {
  const attribute: Attribute = { kind: 'built-in', name: field.name, id: field.id, type: withoutBounds(field.type) };
  return (
    <Input
      entity={entity}
      attribute={attribute}
      value={condition.value}
      onChange={onChange}
      label={`${field.label}: ${conditions.value}`}
      required={false}
      autoFocus={autoFocus}
      bare
    />
  );
}

/** A record of another entity, found and kept by its title: so a filter reads the same to everybody. */
function Titled({ entity, condition, onChange, autoFocus }: OperandProps) {
  const [search, setSearch] = useState('');
  const labels = useLabels(entity, search);
  const title = typeof condition.value === 'string' && condition.value !== '' ? condition.value : null;
  const found = new Map((labels.data?.items ?? []).map((each) => [each.title, { id: each.title, label: each.title }]));
  return (
    <ComboBox
      label={conditions.value}
      options={[...found.values()]}
      value={title === null ? null : { id: title, label: title }}
      onChange={(option) => onChange(option?.label ?? null)}
      onSearch={setSearch}
      busy={labels.isFetching}
      autoFocus={autoFocus}
    />
  );
}

function Several({
  field: { type },
  value,
  onChange,
}: {
  readonly field: FilterField;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
}) {
  const chosen = Array.isArray(value) ? value : [];
  if (type.kind !== 'choice') return null;
  return (
    // In the stated order, whatever was pressed first.
    <fieldset className="filter-options">
      <legend className="reader-only">{conditions.value}</legend>
      {type.options.map(({ name, label }) => (
        <Checkbox
          key={name}
          checked={chosen.includes(name)}
          onChange={(isOn) =>
            onChange(
              type.options
                .map((option) => option.name)
                .filter((each) => (each === name ? isOn : chosen.includes(each))),
            )
          }
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
