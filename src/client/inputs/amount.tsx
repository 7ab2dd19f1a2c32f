import type { Json } from '../../engine/intent.ts';
import { currencyScale } from '../../fields/currency.ts';
import { isObject, member } from '../../fields/json.ts';
import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { DigitsInput } from './number.tsx';
import { currencySign } from './number-text.ts';
import { inputTexts } from './texts.ts';

/** Money: its digits, exact, beside its currency. */
export function AmountInput(props: ControlProps) {
  const { type, value, onChange } = props;
  const { format } = useView();
  if (type.kind !== 'money') return null;
  if (type.currency === null) return <OpenAmount {...props} />;
  return (
    <div className="amount">
      <span className="amount-currency" aria-hidden="true">
        {currencySign(type.currency, format.language)}
      </span>
      <DigitsInput {...props} scale={type.scale} text={typeof value === 'string' ? value : ''} onText={onChange} />
    </div>
  );
}

/** Money that names its own currency. */
function OpenAmount(props: ControlProps) {
  const { value, onChange, ids, label } = props;
  const { amount, currency } = partsOf(value);
  const change = (next: { readonly amount: string; readonly currency: string }) =>
    onChange(next.amount === '' && next.currency === '' ? null : next);
  return (
    <div className="amount amount-open">
      <DigitsInput
        {...props}
        scale={currencyScale(currency) ?? 2}
        text={amount}
        onText={(text) => change({ amount: text, currency })}
      />
      <input
        className="control currency-input"
        aria-label={`${inputTexts.currency}, ${label}`}
        aria-describedby={props.describedBy}
        maxLength={3}
        size={4}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        list={`${ids.control}-currencies`}
        placeholder="EUR"
        value={currency}
        onChange={(event) => change({ amount, currency: event.target.value.toUpperCase() })}
        onBlur={props.onBlur}
      />
      <datalist id={`${ids.control}-currencies`}>
        {Intl.supportedValuesOf('currency').map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </div>
  );
}

function partsOf(value: Json): { readonly amount: string; readonly currency: string } {
  if (!isObject(value)) return { amount: '', currency: '' };
  const text = (name: string) => {
    const found = member(value, name);
    return typeof found === 'string' ? found : '';
  };
  return { amount: text('amount'), currency: text('currency') };
}
