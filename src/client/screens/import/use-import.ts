import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Problem, WireColumn, WireImport, WireImportPreview } from '../../../engine/core/wire-format.ts';
import { invalidateChanged } from '../../api/changed-records.ts';
import { ProblemError } from '../../api/request.ts';
import { type ImportSource, importFile, inspectFile } from '../../data/csv.ts';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { isReasonsHeading } from './refused-file.ts';

/** The chosen file and the field of each column; null for a column that is left out. */
export interface ChosenFile {
  readonly name: string;
  readonly file: ImportSource;
  readonly look: WireImportPreview;
  readonly columns: readonly (string | null)[];
}

/** The running request. `share`: the uploaded part of the file, from 0 to 1. */
export interface RunningRequest {
  readonly what: 'look' | 'check' | 'import';
  readonly share: number;
}

export interface ImportState {
  readonly chosen: ChosenFile | null;
  readonly checked: WireImport | null;
  /** True if the import was refused although the check had passed: data changed in between. */
  readonly isChanged: boolean;
  readonly working: RunningRequest | null;
  readonly problem: Problem | null;
  readonly choose: (file: File) => void;
  readonly assignField: (column: number, field: string | null) => void;
  readonly check: () => void;
  /** Writes all rows or none (`all`), or the valid rows only. */
  readonly write: (does: 'all' | 'valid') => void;
  readonly back: () => void;
  readonly stop: () => void;
  /** True if the person stopped an import before its answer arrived. */
  readonly isStopped: boolean;
}

/** The state of an import: the chosen file, its columns, the check and the write. `onDone` is called with the outcome. */
export function useImport(
  screen: string,
  entity: string,
  onDone: (done: WireImport, file: ChosenFile) => void,
): ImportState {
  const { view, format } = useView();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [checked, setChecked] = useState<WireImport | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [working, setWorking] = useState<RunningRequest | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isStopped, setStopped] = useState(false);
  const abort = useRef<AbortController | null>(null);
  // One idempotency key for all attempts to write the same rows, until an answer arrives.
  const key = useRef<{ readonly of: string; readonly key: string } | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async <T>(
    what: RunningRequest['what'],
    work: (options: RequestOptions) => Promise<T>,
  ): Promise<T | null> => {
    const stopping = new AbortController();
    abort.current = stopping;
    setProblem(null);
    setStopped(false);
    setWorking({ what, share: 0 });
    try {
      return await work({ signal: stopping.signal, onProgress: (share) => setWorking({ what, share }) });
    } catch (error) {
      if (stopping.signal.aborted) setStopped(what === 'import');
      else if (error instanceof ProblemError && error.problem.import !== undefined) showRefused(error.problem.import);
      else if (error instanceof ProblemError) setProblem(error.problem);
      else throw error;
      return null;
    } finally {
      setWorking(null);
    }
  };

  const showRefused = (outcome: WireImport) => {
    key.current = null;
    setChanged(true);
    setChecked(outcome);
  };

  const choose = async (picked: File) => {
    // Copies the content, so that the checked rows are imported even if the file changes on disk.
    const content = picked.size > maxBytes ? null : await picked.arrayBuffer().catch(() => null);
    setChecked(null);
    if (content === null) {
      setChosen(null);
      const isLarge = picked.size > maxBytes;
      return setProblem(
        isLarge
          ? fileProblem(messages.import.tooLarge({ most: format.bytes(maxBytes) }), 'TOO_LARGE')
          : fileProblem(messages.import.unreadable, 'UNREADABLE'),
      );
    }
    const file = { screen, bytes: new Blob([content]), document: view.document };
    const look = await run('look', (options) => inspectFile(file, options));
    if (look === null) return setChosen(null);
    setChosen({ name: picked.name, file, look, columns: look.columns.map(initialField) });
  };

  const assignField = (column: number, field: string | null) => {
    if (chosen === null) return;
    // Each field has at most one column: the field is removed from the other column.
    const columns = chosen.columns.map((name, at) => (at === column ? field : name === field ? null : name));
    setChosen({ ...chosen, columns });
  };

  const check = async () => {
    if (chosen === null) return;
    setChanged(false);
    const outcome = await run('check', (options) => importFile(chosen.file, 'check', chosen.columns, options));
    if (outcome !== null) setChecked(outcome);
  };

  const write = async (does: 'all' | 'valid') => {
    if (chosen === null) return;
    const of = JSON.stringify([does, chosen.columns]);
    if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
    const own = key.current.key;
    const outcome = await run('import', (options) =>
      importFile(chosen.file, does, chosen.columns, { ...options, key: own }),
    );
    invalidateChanged(client, view, [{ entity, id: '' }]);
    if (outcome !== null) onDone(outcome, chosen);
  };

  return {
    chosen,
    checked,
    isChanged,
    working,
    problem,
    choose: (file) => {
      key.current = null;
      void choose(file);
    },
    assignField,
    check: () => void check(),
    write: (does) => void write(does),
    back: () => {
      setChecked(null);
      setProblem(null);
      setStopped(false);
    },
    stop: () => abort.current?.abort(),
    isStopped,
  };
}

/** Returns the initial field of a column; null for the column of reasons of a file of refused rows. */
const initialField = ({ heading, field }: WireColumn): string | null => (isReasonsHeading(heading) ? null : field);

/** Maximum size of a file in bytes; the server's limit. */
const maxBytes = 10_000_000;

/** Creates the problem of a file that is not sent. */
const fileProblem = (detail: string, code: 'TOO_LARGE' | 'UNREADABLE'): Problem => ({
  type: `/_/errors/${code}`,
  title: detail,
  status: 0,
  detail,
  instance: '/_/import',
  code,
});

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}
