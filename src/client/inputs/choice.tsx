import { Segmented } from '../components/segmented.tsx';
import { type ControlProps, componentProps } from '../input-parts/control.ts';
import { useView } from '../view/view-context.tsx';
import { OptionListInput } from './option-list.tsx';

export interface ChoiceOption {
  readonly id: string;
  readonly label: string;
}

/** Input for one option: as radio buttons if there are few short options, else as a list. */
export function ChoiceInput(props: ControlProps) {
  const { type } = props;
  const { format } = useView();
  if (type.kind !== 'choice') return null;
  const options = type.options.map(({ name, label, translations }) => ({
    id: name,
    label: Object.hasOwn(translations, format.language) ? (translations[format.language] ?? label) : label,
  }));
  return <OptionInput {...props} options={options} />;
}

/** Input for one of any options. */
export function OptionInput(props: ControlProps & { readonly options: readonly ChoiceOption[] }) {
  const { options, value, onChange, required, ids, ariaLabel } = props;
  const current = typeof value === 'string' && value !== '' ? value : null;
  const isStated = current === null || options.some(({ id }) => id === current);
  // The cells of lines have no room for radio buttons.
  if (ariaLabel === undefined && isStated && areShort(options)) {
    return (
      <Segmented
        {...componentProps(props)}
        name={ids.control}
        options={options}
        value={current}
        onChange={onChange}
        clearable={!required}
      />
    );
  }
  return <OptionListInput {...props} options={isStated ? options : [...options, { id: current, label: current }]} />;
}

/** At most four options that fit on one line of a phone. */
function areShort(options: readonly ChoiceOption[]): boolean {
  const letters = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length >= 2 && options.length <= 4 && letters <= 32;
}
