import { parseDurationText, parseTimeText } from '../../fields/parse/parse-time.ts';
import { isTextFormat, textFormat } from '../../model/types/text-formats.ts';
import { ariaAttributes, type ControlProps } from '../input-parts/control.ts';
import { TypedInput } from '../input-parts/typed-text.tsx';
import { useView } from '../view/view-context.tsx';

/**
 * Input for one line of text. The typed text is the value, which the server normalises. Times and durations are parsed.
 */
export function TextInput(props: ControlProps) {
  const { value, onChange, onBlur, type } = props;
  const { format } = useView();
  if (type.kind === 'time' || type.kind === 'duration') {
    const parse = type.kind === 'time' ? (text: string) => parseTimeText(text, format.language) : parseDurationText;
    return <TypedInput props={props} form={{ parse, show: textOf }} />;
  }
  return (
    <input
      {...ariaAttributes(props)}
      className="control"
      type="text"
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** One line of text in a format, such as an email address. Phones show the keyboard that fits. */
export function FormattedTextInput(props: ControlProps) {
  const { value, onChange, onBlur, type } = props;
  return (
    <input
      {...ariaAttributes(props)}
      className="control"
      type="text"
      inputMode={isTextFormat(type.kind) ? textFormat(type.kind).keyboard : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** Input for a new password. Password managers offer one. */
export function PasswordInput(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  return (
    <input
      {...ariaAttributes(props)}
      className="control"
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** Input for several texts, one per line. */
export function TextsInput(props: ControlProps) {
  const { value, onChange } = props;
  const text = Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : '';
  return <LongTextInput {...props} value={text} onChange={(next) => onChange(textOf(next).split('\n'))} />;
}

/** Input for several lines of text. Its height follows the content. */
export function LongTextInput(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  const text = textOf(value);
  return (
    // A copy of the text behind the textarea gives the height in browsers without `field-sizing`.
    <div className="grow" data-text={`${text}\n`}>
      <textarea
        {...ariaAttributes(props)}
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
