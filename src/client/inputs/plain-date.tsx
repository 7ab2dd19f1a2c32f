import { dateExample, parseDateText, typedDate } from '../../fields/parse/parse-date.ts';
import { parseInstantText, typedInstant } from '../../fields/parse/parse-instant.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { type TextForm, TypedInput } from '../input-parts/typed-text.tsx';
import { useView } from '../view/view-context.tsx';

/** Returns how a date, or a date and a time in the document's time zone, is parsed and shown. */
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

/** A text input for a date, or a date and a time. Used alone if the calendar can't be loaded. */
export function PlainDateInput({ className, ...props }: ControlProps & { readonly className?: string }) {
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
