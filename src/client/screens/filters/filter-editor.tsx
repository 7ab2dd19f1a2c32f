import { Suspense, useId, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import { parseNumber } from '../../../fields/parse/parse-number.ts';
import { unreadableTextOf } from '../../../fields/text/unreadable-text.ts';
import type { Type } from '../../../model/types/types.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { ComboBox } from '../../components/combo-box.tsx';
import { Failures } from '../../components/field.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useLabels } from '../../data/records.ts';
import { valueOfText } from '../../input-parts/typed-text.tsx';
import { unreadFailures } from '../../input-parts/unread-failures.ts';
import { Input } from '../../inputs/index.tsx';
import { unmatchedText } from '../../inputs/reference.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import {
  type Condition,
  type FilterField,
  firstCondition,
  isComplete,
  isMomentKind,
  isWords,
  operandOf,
  operandType,
  operatorsFor,
  withOperator,
} from './filter-model.ts';
import { operatorText } from './filter-words.ts';
import '../../styles/inputs.css';
import '../../styles/table-tools.css';

interface FilterEditorProps {
  readonly entity: string;
  readonly fields: ReadonlyMap<string, FilterField>;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  /** Unique on the page. */
  readonly name: string;
  /** Whether the value gets the focus, because the editor was opened for this condition only. */
  readonly autoFocus?: boolean;
}

const { conditions } = messages.listTools;

/** Edits one condition: its field, its operator and its value, with the input of the field's type. */
export function FilterEditor({ entity, fields, condition, onChange, name, autoFocus = false }: FilterEditorProps) {
  const field = fields.get(condition.field);
  if (field === undefined) return null;
  const isMoment = isMomentKind(field.type);
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
        options={operatorsFor(field).map((id) => ({ id, label: operatorText(id, isMoment) }))}
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
      return <Valued {...props} label={conditions.days} type={DAYS} />;
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
      return <Valued {...props} label={`${field.label}: ${conditions.value}`} type={operandType(field.type)} />;
  }
}

/** The type of the value of `last days`. */
const DAYS = { kind: 'integer', min: null, max: null, step: null, unit: null } as const;

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

interface ValuedProps extends OperandProps {
  readonly label: string;
  readonly type: Type;
}

/**
 * The input of a type. Text that can't be parsed and numbers out of range leave the condition incomplete; the failure
 * is shown once the input has lost the focus.
 */
function Valued({ entity, field, condition, onChange, autoFocus, label, type }: ValuedProps) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const { language } = useView().format;
  const failures = isLeft ? unreadFailures(askedValue(condition, field, type, language)) : [];
  return (
    <>
      <Input
        entity={entity}
        attribute={{ kind: 'built-in', name: field.name, id: field.id, type }}
        value={condition.value}
        onChange={onChange}
        onBlur={() => setLeft(true)}
        failures={failures}
        label={label}
        required={false}
        autoFocus={autoFocus}
        describedBy={id}
        bare
      />
      <div id={id} role="alert">
        <Failures failures={failures} />
      </div>
    </>
  );
}

/** Returns the value. A number that can't be compared becomes unreadable text, whose failure says what to enter. */
function askedValue(condition: Condition, field: FilterField, type: Type, language: string): Json {
  const { value } = condition;
  const isNumber = type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'money';
  if (value === null || unreadableTextOf(value) !== null || !isNumber || isComplete(condition, field)) return value;
  return valueOfText('?', (text) => parseNumber(text, type, language));
}

/** Selects a record of another entity. The value is its title, so that the filter reads the same for everybody. */
function Titled({ entity, condition, onChange, autoFocus }: OperandProps) {
  const [search, setSearch] = useState('');
  const [isLeft, setLeft] = useState(false);
  const id = useId();
  const failures = isLeft ? unreadFailures(condition.value) : [];
  const labels = useLabels(entity, search);
  const title = typeof condition.value === 'string' && condition.value !== '' ? condition.value : null;
  const found = new Map((labels.data?.items ?? []).map((each) => [each.title, { id: each.title, label: each.title }]));
  return (
    <>
      <ComboBox
        label={conditions.value}
        describedBy={id}
        invalid={failures.length > 0}
        options={[...found.values()]}
        value={title === null ? null : { id: title, label: title }}
        onChange={(option) => onChange(option?.label ?? null)}
        unread={unreadableTextOf(condition.value)?.text}
        onUnread={(text) => onChange(unmatchedText(text))}
        onSearch={setSearch}
        onBlur={() => setLeft(true)}
        busy={labels.isFetching}
        autoFocus={autoFocus}
      />
      <div id={id} role="alert">
        <Failures failures={failures} />
      </div>
    </>
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
    // The values are in document order, not in the order in which they were checked.
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
