import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Json } from '../../engine/intent.ts';
import { useView } from '../view/view.tsx';
import { type ControlProps, naming } from './control.ts';
import { decimalOfTyped, fullDecimal, shownDecimal, typedOfDecimal, wireNumber } from './number-text.ts';

/** A whole number or a decimal. */
export function NumberInput(props: ControlProps) {
  const { type, value, onChange } = props;
  const scale = type.kind === 'decimal' ? type.scale : 0;
  return (
    <DigitsInput {...props} scale={scale} text={textOf(value)} onText={(text) => onChange(wireNumber(text, type))} />
  );
}

/** Digits as text. While one types they stand as typed; left, they stand with groups and all digits of the scale. */
export function DigitsInput(
  props: ControlProps & {
    readonly scale: number;
    readonly text: string;
    readonly onText: (text: string) => void;
  },
) {
  const { scale, text, onText, onBlur } = props;
  const { format } = useView();
  const [typed, setTyped] = useState<string | null>(null);
  const type = (next: string) => {
    setTyped(next);
    onText(next.trim() === '' ? '' : (decimalOfTyped(next, format.language) ?? next.trim()));
  };
  const leave = () => {
    setTyped(null);
    const full = fullDecimal(text, scale);
    if (full !== text) onText(full);
    onBlur();
  };
  return (
    <input
      {...naming(props)}
      className="control number-input"
      type="text"
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? shownDecimal(text, scale, format)}
      onFocus={({ currentTarget }) => {
        // Drawn at once, so that what was selected by coming here is selected still.
        flushSync(() => setTyped(typedOfDecimal(text, format.language)));
        currentTarget.select();
      }}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

const textOf = (value: Json): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : '');
