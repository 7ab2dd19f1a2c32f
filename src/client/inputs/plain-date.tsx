import { dateExample, parseDateText, typedDate } from '../../fields/parse/parse-date.ts';
import { parseInstantText, typedInstant } from '../../fields/parse/parse-instant.ts';
import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { type TextForm, TypedInput } from './typed.tsx';

/** How a day, or a day and a time on the clocks of the document's zone, is read and shown. */
export function useDateForm(kind: ControlProps['type']['kind']): TextForm & { readonly example: string } {
  const { format } = useView();
  const { language } = format;
  if (kind === 'date') {
    return {
      parse: (text) => parseDateText(text, language),
      show: (value) => (typeof value === 'string' ? typedDate(value, language) : ''),
      example: dateExample(language),
    };
  }
  return {
    parse: (text) => parseInstantText(text, format),
    show: (value) => (typeof value === 'string' ? typedInstant(value, format) : ''),
    example: typedInstant('2026-11-27T14:30:00Z', { language, zone: 'UTC' }),
  };
}

/** A date, or a date and a time, typed or pasted as text: where the calendar beside it can't be loaded, that alone. */
export function DateText({ className, ...props }: ControlProps & { readonly className?: string }) {
  const form = useDateForm(props.type.kind);
  return (
    <TypedInput
      props={props}
      form={form}
      {...(className === undefined ? {} : { className })}
      placeholder={form.example}
    />
  );
}
