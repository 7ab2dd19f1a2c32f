import type { Json } from '../../engine/core/intent.ts';
import type { Type } from '../../model/types/types.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { useRecordTitle } from '../input-parts/use-title.ts';
import { messages } from '../languages/messages.ts';
import { shownText } from '../view/display-value.ts';
import { useView } from '../view/view-context.tsx';

/** A value that can't be changed now. It can be focused and copied, and is described by the reason. */
export function ReadOnlyInput(props: ControlProps) {
  const { ids, ariaLabel, describedBy, type, value } = props;
  const text = useShown(props, type, value);
  const { view } = useView();
  // What the document leaves open concerns its author only.
  const isUnknown = view.dev && type.kind === 'unknown';
  const shared = {
    id: ids.control,
    'aria-label': ariaLabel,
    'aria-describedby': describedBy,
    className: isUnknown ? 'control locked not-shown' : 'control locked',
    readOnly: true,
    value: text,
    placeholder: isUnknown
      ? messages.inputs.notShown
      : props.attribute.kind === 'field' && props.attribute.field.writeOnly
        ? messages.inputs.secret.kept
        : messages.inputs.empty,
    onBlur: props.onBlur,
  };
  return type.kind === 'long text' || type.kind === 'object' ? (
    <textarea rows={Math.min(8, text.split('\n').length)} {...shared} />
  ) : (
    <input type="text" {...shared} />
  );
}

function useShown({ record, attribute }: ControlProps, type: Type, value: Json): string {
  const words = useView();
  const title = useRecordTitle(
    record,
    type.kind === 'reference' ? type.entity : '',
    type.kind === 'reference' ? value : null,
  );
  if (type.kind === 'reference') return title;
  if (type.kind === 'boolean') return value === true ? messages.inputs.yes : value === false ? messages.inputs.no : '';
  return shownText(words, type, value, record?._.labels ?? {}, attribute.name);
}
