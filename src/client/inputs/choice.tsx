import { Segmented } from '../components/segmented.tsx';
import { type ControlProps, names } from '../input-parts/control.ts';
import { useView } from '../view/view-context.tsx';
import { FromList } from './lazy-inputs.tsx';

export interface ChoiceOption {
  readonly id: string;
  readonly label: string;
}

/** One of the options: side by side where they are few and short, else from a list. */
export function ChoiceInput(props: ControlProps) {
  const { type } = props;
  const { format } = useView();
  if (type.kind !== 'choice') return null;
  const options = type.options.map(({ name, label, translations }) => ({
    id: name,
    label: Object.hasOwn(translations, format.language) ? (translations[format.language] ?? label) : label,
  }));
  return <OneOf {...props} options={options} />;
}

/** A choice among any options. */
export function OneOf(props: ControlProps & { readonly options: readonly ChoiceOption[] }) {
  const { options, value, onChange, required, ids, ariaLabel } = props;
  const current = typeof value === 'string' && value !== '' ? value : null;
  const isStated = current === null || options.some(({ id }) => id === current);
  // In the cells of lines there is no room for a row of options.
  if (ariaLabel === undefined && isStated && areShort(options)) {
    return (
      <Segmented
        {...names(props)}
        name={ids.control}
        options={options}
        value={current}
        onChange={onChange}
        clearable={!required}
      />
    );
  }
  return <FromList {...props} options={isStated ? options : [...options, { id: current, label: current }]} />;
}

/** At most four that fit on one line of a phone. */
function areShort(options: readonly ChoiceOption[]): boolean {
  const letters = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length >= 2 && options.length <= 4 && letters <= 32;
}
