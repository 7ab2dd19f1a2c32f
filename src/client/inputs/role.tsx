import { isAssignable } from '../../model/lookups/roles.ts';
import { Checkbox } from '../components/checkbox.tsx';
import type { ControlProps } from '../input-parts/control.ts';
import { useView } from '../view/view-context.tsx';
import { OptionInput } from './choice.tsx';

/**
 * Input for one or several roles of point 6. Roles that can't be assigned are offered only if they are already held.
 */
export function RoleInput(props: ControlProps) {
  const { type, value } = props;
  const { schema, format } = useView();
  if (type.kind !== 'role') return null;
  const held = new Set(Array.isArray(value) ? value : [value]);
  const options = [...schema.roles.values()]
    .filter((role) => isAssignable(role) || held.has(role.name))
    .map(({ name, label, translations }) => ({
      id: name,
      label: Object.hasOwn(translations, format.language) ? (translations[format.language] ?? label) : label,
    }));
  const known = new Set(options.map(({ id }) => id));
  const others = [...held].flatMap((name) =>
    typeof name === 'string' && name !== '' && !known.has(name) ? { id: name, label: name } : [],
  );
  const all = [...options, ...others];
  return type.several ? <OptionsInput {...props} options={all} /> : <OptionInput {...props} options={all} />;
}

/** Input for several options of a choice. */
export function ChoicesInput(props: ControlProps) {
  const { type } = props;
  const { format } = useView();
  if (type.kind !== 'choice') return null;
  const options = type.options.map(({ name, label, translations }) => ({
    id: name,
    label: Object.hasOwn(translations, format.language) ? (translations[format.language] ?? label) : label,
  }));
  return <OptionsInput {...props} options={options} />;
}

function OptionsInput(
  props: ControlProps & { readonly options: readonly { readonly id: string; readonly label: string }[] },
) {
  const { options, value, onChange, ids, ariaLabel, onBlur } = props;
  const held = new Set(Array.isArray(value) ? value : []);
  return (
    <fieldset
      className="checks"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={props.describedBy}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      {options.map(({ id, label }, index) => (
        <Checkbox
          key={id}
          checked={held.has(id)}
          invalid={props.invalid}
          autoFocus={props.autoFocus && index === 0}
          onChange={(checked) =>
            onChange(options.map((each) => each.id).filter((name) => (name === id ? checked : held.has(name))))
          }
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
