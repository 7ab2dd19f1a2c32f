import type { ControlProps } from '../input-parts/control.ts';
import { lazyInput, type PlaceholderProps } from '../input-parts/lazy-input.tsx';
import { ReadOnlyLines } from '../line-inputs/read-only-lines.tsx';
import { inputTexts } from '../texts/input-texts.ts';
import { NativeListInput } from './native-list.tsx';
import {
  DatePlaceholder,
  FilePlaceholder,
  LinesPlaceholder,
  RecordsPlaceholder,
  ReferencePlaceholder,
  SelectPlaceholder,
} from './placeholders.tsx';

/*
 * Inputs that are loaded after the first render, because they are large. If one can't be loaded, a simpler native input
 * replaces it; if there is none, the field shows its value and says so.
 */

const placeholderWithNote = (Placeholder: (props: PlaceholderProps<ControlProps>) => React.ReactNode) =>
  function Missing(props: ControlProps) {
    return (
      <>
        <Placeholder {...props} handlers={NO_HANDLERS} />
        <p className="field-help">{inputTexts.file.partMissing}</p>
      </>
    );
  };

const NO_HANDLERS: PlaceholderProps<ControlProps>['handlers'] = {
  onFocus: () => undefined,
  onBlur: () => undefined,
  onClick: () => undefined,
};

/** One of many options. */
export const OptionListInput = lazyInput({
  load: () => import('./option-list.tsx').then((each) => each.OptionListInput),
  Placeholder: SelectPlaceholder,
  Fallback: NativeListInput,
});

/** If the calendar can't be loaded, the date is typed. */
const loadPlainDate = () => import('./plain-date.tsx').then((each) => each.PlainDateInput);

/** A date. */
export const DateInput = lazyInput({
  load: () => import('./date-picker.tsx').then((each) => each.DatePicker, loadPlainDate),
  Placeholder: DatePlaceholder,
  Fallback: placeholderWithNote(DatePlaceholder),
});

/** A date and a time in the document's time zone. */
export const InstantInput = lazyInput({
  load: () => import('./date-picker.tsx').then((each) => each.InstantPicker, loadPlainDate),
  Placeholder: DatePlaceholder,
  Fallback: placeholderWithNote(DatePlaceholder),
});

/** A reference. */
export const ReferenceInput = lazyInput({
  load: () => import('./reference.tsx').then((each) => each.ReferenceInput),
  Placeholder: ReferencePlaceholder,
  Fallback: placeholderWithNote(ReferencePlaceholder),
});

/** Several references. */
export const RecordsInput = lazyInput({
  load: () => import('./references-input.tsx').then((each) => each.RecordsInput),
  Placeholder: RecordsPlaceholder,
  Fallback: placeholderWithNote(RecordsPlaceholder),
  needsModel: true,
});

const EditableLines = lazyInput({
  load: () => import('../line-inputs/lines.tsx').then((each) => each.EditableLines),
  Placeholder: LinesPlaceholder,
  Fallback: placeholderWithNote(LinesPlaceholder),
  needsModel: true,
});

/** Owned lines. */
export const LinesInput = (props: ControlProps) =>
  props.locked ? <ReadOnlyLines {...props} /> : <EditableLines {...props} />;

/** A file. */
export const FileInput = lazyInput({
  load: () => import('../file-inputs/file.tsx').then((each) => each.FileInput),
  Placeholder: FilePlaceholder,
  Fallback: placeholderWithNote(FilePlaceholder),
  needsModel: true,
});

/** Several files. */
export const FilesInput = lazyInput({
  load: () => import('../file-inputs/files.tsx').then((each) => each.FilesInput),
  Placeholder: FilePlaceholder,
  Fallback: placeholderWithNote(FilePlaceholder),
  needsModel: true,
});

/** Loads inputs before they are rendered. `cells`: the inputs that most table cells use; `others`: the rest. */
export const prefetchInputs = {
  cells: [OptionListInput.ahead, ReferenceInput.ahead, DateInput.ahead, InstantInput.ahead],
  others: [EditableLines.ahead, RecordsInput.ahead],
};
