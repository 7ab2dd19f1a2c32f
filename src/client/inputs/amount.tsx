import type { ControlProps } from '../input-parts/control.ts';
import { currencySign } from '../input-parts/number-text.ts';
import { useView } from '../view/view-context.tsx';
import { NumberInput } from './number.tsx';

/** Input for money, with its currency beside it. If each value has its own currency, it is typed with the amount. */
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
