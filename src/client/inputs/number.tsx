import type { Json } from '../../engine/core/intent.ts';
import { parseNumber } from '../../fields/parse/parse-number.ts';
import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { editedNumber, shownNumber } from './number-text.ts';
import { TypedInput } from './typed.tsx';

/** A whole number, a decimal or an amount. Left, it stands with groups and all digits of its scale. */
export function NumberInput(props: ControlProps) {
  const { type } = props;
  const { format } = useView();
  if (type.kind !== 'integer' && type.kind !== 'decimal' && type.kind !== 'money') return null;
  const form = {
    parse: (text: string) => parseNumber(text, type, format.language),
    show: (value: Json) => shownNumber(value, type, format),
    edit: (value: Json) => editedNumber(value, format.language),
  };
  const isWhole = type.kind === 'integer' || (type.kind === 'decimal' && type.scale === 0);
  return (
    <TypedInput
      props={props}
      form={form}
      className="control number-input"
      inputMode={isWhole ? 'numeric' : 'decimal'}
      isSelected
    />
  );
}
