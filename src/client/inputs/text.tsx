import { parseDurationText, parseTimeText } from '../../fields/parse/parse-time.ts';
import { useView } from '../view/view.tsx';
import { type ControlProps, naming } from './control.ts';
import { TypedInput } from './typed.tsx';

/** One line of text. What is typed is the value at once; the server cleans it. A time or a length of time is read. */
export function TextInput(props: ControlProps) {
  const { value, onChange, onBlur, type } = props;
  const { format } = useView();
  if (type.kind === 'time' || type.kind === 'duration') {
    const parse = type.kind === 'time' ? (text: string) => parseTimeText(text, format.language) : parseDurationText;
    return <TypedInput props={props} form={{ parse, show: textOf }} />;
  }
  return (
    <input
      {...naming(props)}
      className="control"
      type="text"
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** An address for mail. */
export function EmailInput(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  return (
    <input
      {...naming(props)}
      className="control"
      type="text"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** Several texts, each on a line of its own. */
export function TextsInput(props: ControlProps) {
  const { value, onChange } = props;
  const text = Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : '';
  return <LongTextInput {...props} value={text} onChange={(next) => onChange(textOf(next).split('\n'))} />;
}

/** Several lines of text; it grows with what is in it. */
export function LongTextInput(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  const text = textOf(value);
  return (
    // The copy behind it has the height that the text needs, where the browser can't size it by itself.
    <div className="grow" data-text={`${text}\n`}>
      <textarea
        {...naming(props)}
        className="control grow-text"
        rows={3}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </div>
  );
}

const textOf = (value: ControlProps['value']): string => (typeof value === 'string' ? value : '');
