import type { ControlProps } from '../input-parts/control.ts';
import { currencySign } from '../input-parts/number-text.ts';
import { useView } from '../view/view-context.tsx';
import { NumberInput } from './number.tsx';

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
