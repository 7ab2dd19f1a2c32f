import { FileDown } from 'lucide-react';
import { messages } from '../../languages/messages.ts';
import '../../styles/import.css';
import '../../styles/messages.css';
import { useEffect, useRef } from 'react';
import type { WireImport } from '../../../engine/core/wire-format.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Progress } from '../../components/progress.tsx';
import { useToast } from '../../toasts/toasts.tsx';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { ChooseStep } from './choose-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { saveRefused, saveRest } from './refused-file.ts';
import { RowsStep } from './rows-step.tsx';
import { PART_ROWS } from './split-file.ts';
import { type ChosenFile, type ImportState, MOST_REFUSED, type RunningRequest, useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly onClose: () => void;
}

/** Milliseconds for which the message after an import offers to save the refused rows. */
const MESSAGE_TIMEOUT = 60_000;

/** Imports a file in steps: choose it, map its columns to fields, check its rows, write them. */
export function ImportDialog({ screen, entity, onClose }: ImportDialogProps) {
  const { format, schema } = useView();
  const say = useToast();
  const count = (number: number) => format.number(number, 0);
  const noun = (number: number) => nounFor(entity.model, number);
  const onDone = ({ written, refused }: WireImport, file: ChosenFile) => {
    const left = refused.length;
    const title = messages.import.done({ rows: count(written), noun: noun(written) });
    const text = messages.import.leftOut({ rows: count(left), noun: messages.import.row({ count: left }) });
    const action = { label: messages.import.saveLeftOut, onPress: () => void saveRefused(file, refused) };
    say(left === 0 ? { title } : { title, text, action, timeout: MESSAGE_TIMEOUT });
    onClose();
  };
  const inHand = useImport(screen.id, entity.name, onDone);
  const { chosen, checked, imported, working, problem, isStopped } = inHand;
  const step = working !== null ? 'working' : chosen === null ? 'choose' : checked === null ? 'columns' : 'rows';
  const body = useRef<HTMLDivElement>(null);
  // A new step takes the focus.
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && step !== 'choose') body.current?.focus();
    before.current = step;
  }, [step]);
  const most = schema.model.limits.find(({ name }) => name === 'import rows')?.value ?? null;
  return (
    <Dialog
      title={messages.import.title({ noun: noun(2) })}
      isOpen
      onClose={onClose}
      size="wide"
      busy={working?.what === 'import'}
      element={screen.id}
      actions={<Actions state={inHand} onClose={onClose} noun={noun} />}
    >
      <div className="import" ref={body} tabIndex={-1} data-step={step}>
        {problem !== null && <ProblemNote problem={problem} />}
        {isStopped && <p className="import-missing">{messages.import.stopped}</p>}
        {chosen !== null && working === null && (
          <p className="import-file">
            {messages.import.file({
              name: chosen.name,
              rows: count(chosen.look.rows),
              noun: messages.import.row({ count: chosen.look.rows }),
            })}
          </p>
        )}
        {chosen !== null && working === null && chosen.parts.length > 1 && (
          <p className="import-hint">{messages.import.inParts({ rows: count(PART_ROWS) })}</p>
        )}
        {chosen !== null && working === null && imported.next > 0 && (
          <div className="import-save">
            <p className="import-missing">
              {messages.import.partly({
                rows: count(imported.outcome.written),
                noun: noun(imported.outcome.written),
                last: count(imported.outcome.rows),
              })}{' '}
              {!isStopped && problem === null && messages.import.restNotImported}
            </p>
            {imported.next < chosen.parts.length && (
              <Button
                size="small"
                icon={<FileDown size={14} aria-hidden />}
                onPress={() => saveRest(chosen, imported.next)}
              >
                {messages.import.saveRest}
              </Button>
            )}
          </div>
        )}
        {working !== null && (
          <ImportProgress working={working} name={chosen?.name ?? ''} rows={chosen?.look.rows ?? 0} />
        )}
        {step === 'choose' && <ChooseStep maxRows={most === null ? '' : count(most)} choose={inHand.choose} />}
        {step === 'columns' && chosen !== null && (
          <ColumnsStep entity={entity} chosen={chosen} assignField={inHand.assignField} />
        )}
        {step === 'rows' && checked !== null && (imported.next === 0 || checked.refused.length > 0) && (
          <RowsStep
            checked={checked}
            isChanged={inHand.isChanged && imported.next === 0}
            isIncomplete={isIncomplete(inHand)}
            saveRefused={() => chosen !== null && void saveRefused(chosen, checked.refused)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ActionsProps {
  readonly state: ImportState;
  readonly onClose: () => void;
  readonly noun: (count: number) => string;
}

function Actions({ state, onClose, noun }: ActionsProps) {
  const { format } = useView();
  const { chosen, checked, imported, working } = state;
  if (working !== null) return <Button onPress={state.stop}>{messages.import.stop}</Button>;
  if (chosen === null) return <Button onPress={onClose}>{messages.import.cancel}</Button>;
  if (checked === null) {
    const isMapped = chosen.columns.some((name) => name !== null);
    return (
      <>
        <ReplaceFile choose={state.choose} />
        <Button onPress={onClose}>{messages.import.cancel}</Button>
        {isMapped ? (
          <Button variant="primary" onPress={state.check}>
            {messages.import.check}
          </Button>
        ) : (
          <span className="import-hint">{messages.import.nothingMapped}</span>
        )}
      </>
    );
  }
  const { good, refused } = checked;
  const shown = format.number(good, 0);
  return (
    <>
      <ReplaceFile choose={state.choose} />
      <Button onPress={state.back}>{messages.import.back}</Button>
      {imported.next > 0 ? (
        <Button variant="primary" onPress={() => state.write(refused.length === 0 ? 'all' : 'valid')}>
          {messages.import.importRest}
        </Button>
      ) : good === 0 || isIncomplete(state) ? (
        <Button onPress={onClose}>{messages.import.close}</Button>
      ) : (
        <Button variant="primary" onPress={() => state.write(refused.length === 0 ? 'all' : 'valid')}>
          {refused.length === 0
            ? messages.import.importAll({ rows: shown, noun: noun(good) })
            : messages.import.importGood({ count: good, rows: shown })}
        </Button>
      )}
    </>
  );
}

/** Whether the check ended early, because too many rows are refused. */
const isIncomplete = ({ chosen, checked, imported }: ImportState): boolean =>
  chosen !== null &&
  checked !== null &&
  imported.next === 0 &&
  checked.refused.length > MOST_REFUSED &&
  checked.rows < chosen.look.rows;

/** A button that replaces the chosen file, for example by a corrected one. */
function ReplaceFile({ choose }: { readonly choose: (file: File) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        tabIndex={-1}
        hidden
        accept=".csv,text/csv"
        onChange={(event) => {
          const [first] = event.target.files ?? [];
          if (first !== undefined) choose(first);
          event.target.value = '';
        }}
      />
      <Button variant="quiet" onPress={() => chooser.current?.click()}>
        {messages.import.another}
      </Button>
    </>
  );
}

/** The progress of the upload and of the work of the server. */
function ImportProgress({
  working,
  name,
  rows,
}: {
  readonly working: RunningRequest;
  readonly name: string;
  readonly rows: number;
}) {
  const { format } = useView();
  const shown = format.number(rows, 0);
  const words =
    working.what === 'look'
      ? messages.import.reading
      : working.what === 'check'
        ? messages.import.checking({ rows: shown })
        : messages.import.importing({ rows: shown });
  return (
    <div className="import-waiting">
      <p role="status">{words}</p>
      <Progress share={working.share} label={messages.import.sending({ name })} />
    </div>
  );
}
