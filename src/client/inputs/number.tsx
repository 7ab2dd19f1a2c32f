import type { Json } from '../../engine/core/intent.ts';
import { parseNumber } from '../../fields/parse/parse-number.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { editedNumber, shownNumber } from '../input-parts/number-text.ts';
import { TypedInput } from '../input-parts/typed-text.tsx';
import { useView } from '../view/view-context.tsx';

/**
 * Input for an integer, a decimal or an amount. Without focus the value is shown with grouping and all digits of its
 * scale.
 */
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
