import { Select } from '../components/select.tsx';
import { type ControlProps, componentProps } from '../input-parts/control.ts';
import { messages } from '../languages/messages.ts';
import type { ChoiceOption } from './choice.tsx';

/** One of many options, from a list that opens. */
export function OptionListInput(props: ControlProps & { readonly options: readonly ChoiceOption[] }) {
  const { options, value, onChange, required, ids } = props;
  return (
    <Select
      {...componentProps(props)}
      id={ids.control}
      options={options}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={onChange}
      none={required ? undefined : messages.inputs.none}
      placeholder={messages.inputs.choose}
    />
  );
}
