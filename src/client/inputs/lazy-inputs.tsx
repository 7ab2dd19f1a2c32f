import type { ControlProps } from '../input-parts/control.ts';
import { lazyInput, type StandInProps } from '../input-parts/lazy-input.tsx';
import { LockedLines } from '../line-inputs/read-only-lines.tsx';
import { inputTexts } from '../texts/input-texts.ts';
import { PlainList } from './native-list.tsx';
import {
  DateStandIn,
  FileStandIn,
  LinesStandIn,
  RecordsStandIn,
  ReferenceStandIn,
  SelectStandIn,
} from './placeholders.tsx';

/*
 * Inputs that are loaded after the first render, because they are large. If one can't be loaded, a simpler native input
 * replaces it; if there is none, the field shows its value and says so.
 */

const missing = (StandIn: (props: StandInProps<ControlProps>) => React.ReactNode) =>
  function Missing(props: ControlProps) {
    return (
      <>
        <StandIn {...props} hold={NOTHING} />
        <p className="field-help">{inputTexts.file.partMissing}</p>
      </>
    );
  };

const NOTHING: StandInProps<ControlProps>['hold'] = {
  onFocus: () => undefined,
  onBlur: () => undefined,
  onClick: () => undefined,
};

/** One of many options. */
export const FromList = lazyInput({
  load: () => import('./option-list.tsx').then((each) => each.FromList),
  StandIn: SelectStandIn,
  Missing: PlainList,
});

/** If the calendar can't be loaded, the date is typed. */
const plain = () => import('./plain-date.tsx').then((each) => each.DateText);

/** A date. */
export const DateInput = lazyInput({
  load: () => import('./date-picker.tsx').then((each) => each.DatePicker, plain),
  StandIn: DateStandIn,
  Missing: missing(DateStandIn),
});

/** A date and a time in the document's time zone. */
export const InstantInput = lazyInput({
  load: () => import('./date-picker.tsx').then((each) => each.InstantPicker, plain),
  StandIn: DateStandIn,
  Missing: missing(DateStandIn),
});

/** A reference. */
export const ReferenceInput = lazyInput({
  load: () => import('./reference.tsx').then((each) => each.ReferenceInput),
  StandIn: ReferenceStandIn,
  Missing: missing(ReferenceStandIn),
});

/** Several references. */
export const RecordsInput = lazyInput({
  load: () => import('./references-input.tsx').then((each) => each.RecordsInput),
  StandIn: RecordsStandIn,
  Missing: missing(RecordsStandIn),
  needsApp: true,
});

const OpenLines = lazyInput({
  load: () => import('../line-inputs/lines.tsx').then((each) => each.OpenLines),
  StandIn: LinesStandIn,
  Missing: missing(LinesStandIn),
  needsApp: true,
});

/** Owned lines. */
export const LinesInput = (props: ControlProps) =>
  props.locked ? <LockedLines {...props} /> : <OpenLines {...props} />;

/** A file. */
export const FileInput = lazyInput({
  load: () => import('../file-inputs/file.tsx').then((each) => each.FileInput),
  StandIn: FileStandIn,
  Missing: missing(FileStandIn),
  needsApp: true,
});

/** Several files. */
export const FilesInput = lazyInput({
  load: () => import('../file-inputs/files.tsx').then((each) => each.FilesInput),
  StandIn: FileStandIn,
  Missing: missing(FileStandIn),
  needsApp: true,
});

/** Loads inputs before they are rendered. `cells`: the inputs that most table cells use; `others`: the rest. */
export const prefetchInputs = {
  cells: [FromList.ahead, ReferenceInput.ahead, DateInput.ahead, InstantInput.ahead],
  others: [OpenLines.ahead, RecordsInput.ahead],
};
