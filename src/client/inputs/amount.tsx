import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { NumberInput } from './number.tsx';
import { currencySign } from './number-text.ts';

/** Money: exact, beside its currency; where each value names its own, that is typed with it. */
export function AmountInput(props: ControlProps) {
  const { type } = props;
  const { format } = useView();
  if (type.kind !== 'money') return null;
  if (type.currency === null) return <NumberInput {...props} />;
  return (
    <div className="amount">
      <span className="amount-currency" aria-hidden="true">
        {currencySign(type.currency, format.language)}
      </span>
      <NumberInput {...props} />
    </div>
  );
}
