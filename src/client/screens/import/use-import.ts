import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Problem, WireColumn, WireImport, WireImportPreview } from '../../../engine/core/wire-format.ts';
import { invalidateChanged } from '../../api/changed-records.ts';
import { ProblemError } from '../../api/request.ts';
import { importFile, inspectFile } from '../../data/csv.ts';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { addOutcome, NO_OUTCOME } from './outcome.ts';
import { isReasonsHeading } from './refused-file.ts';
import { type FilePart, splitFile } from './split-file.ts';

/** The chosen file and the field of each column; null for a column that is left out. */
export interface ChosenFile {
  readonly name: string;
  readonly file: Blob;
  readonly parts: readonly FilePart[];
  readonly look: WireImportPreview;
  readonly columns: readonly (string | null)[];
}

/** What was imported of a file of several parts: all parts before `next`, of each its valid rows. */
export interface ImportedParts {
  readonly next: number;
  readonly outcome: WireImport;
}

/** The running requests. `share`: the sent part of the file, from 0 to 1. */
export interface RunningRequest {
  readonly what: 'look' | 'check' | 'import';
  readonly share: number;
}

export interface ImportState {
  readonly chosen: ChosenFile | null;
  readonly checked: WireImport | null;
  /** What was imported before an import of several parts ended early. */
  readonly imported: ImportedParts;
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
  const { view } = useView();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [checked, setChecked] = useState<WireImport | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [working, setWorking] = useState<RunningRequest | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isStopped, setStopped] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const [imported, setImported] = useState(NOTHING_IMPORTED);
  // One idempotency key for all attempts to write the same rows, until an answer arrives.
  const keys = useRef(new Map<string, string>());
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
    keys.current.clear();
    setChanged(true);
    setChecked(outcome);
  };

  const sourceOf = (part: FilePart) => ({ ...part, screen, document: view.document });

  const choose = async (picked: File) => {
    setChecked(null);
    setImported(NOTHING_IMPORTED);
    // Copies a small file, so that the checked rows are imported even if it changes on disk. Browsers refuse to read a
    // large one that changed.
    const file = await readable(picked).catch(() => null);
    const parts = file === null ? null : await splitFile(file).catch(() => null);
    const last = parts?.at(-1);
    if (file === null || parts === null || last === undefined) {
      setChosen(null);
      return setProblem(fileProblem(messages.import.unreadable, 'UNREADABLE'));
    }
    const look = await run('look', async (options) => {
      // The last part tells whether the file has more rows than are allowed.
      if (parts.length > 1) await inspectFile(sourceOf(last), options);
      return inspectFile(sourceOf(parts[0] ?? last), options);
    });
    if (look === null) return setChosen(null);
    const rows = parts.length > 1 ? last.rowsBefore + last.rows : look.rows;
    setChosen({ name: picked.name, file, parts, look: { ...look, rows }, columns: look.columns.map(initialField) });
  };

  const assignField = (column: number, field: string | null) => {
    if (chosen === null) return;
    // Each field has at most one column: the field is removed from the other column.
    const columns = chosen.columns.map((name, at) => (at === column ? field : name === field ? null : name));
    setChosen({ ...chosen, columns });
  };

  /** Sends the parts one after the other, beginning with the first that is not imported, until `isOver`. */
  const eachPart = async (
    { parts }: ChosenFile,
    { onProgress, ...options }: RequestOptions,
    send: (part: FilePart, options: RequestOptions) => Promise<WireImport>,
    onOutcome: (outcome: WireImport, next: number) => boolean,
  ): Promise<void> => {
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    for (const [index, part] of parts.entries()) {
      if (index < imported.next) continue;
      const shareOf = (share: number) => (parts.length === 1 ? share : (part.rowsBefore + share * part.rows) / rows);
      // A part that was sent is not done yet, unless it is the only one.
      const progress = (share: number) => onProgress(shareOf(parts.length === 1 ? share : 0));
      if (onOutcome(await send(part, { ...options, onProgress: progress }), index + 1)) return;
    }
  };

  const check = async () => {
    if (chosen === null) return;
    setChanged(false);
    const outcome = await run('check', async (options) => {
      let sum = NO_OUTCOME;
      await eachPart(
        chosen,
        options,
        (part, how) => importFile(sourceOf(part), 'check', chosen.columns, how),
        (one) => {
          sum = addOutcome(sum, one);
          return sum.refused.length > MOST_REFUSED;
        },
      );
      return sum;
    });
    if (outcome !== null) setChecked(outcome);
  };

  const write = async (does: 'all' | 'valid') => {
    if (chosen === null) return;
    const { columns, parts } = chosen;
    let done = imported;
    const isDone = await run('import', async (options) => {
      await eachPart(
        chosen,
        options,
        (part, how) => importFile(sourceOf(part), does, columns, { ...how, key: keyFor(does, columns, part) }),
        (one, next) => {
          done = { next, outcome: addOutcome(done.outcome, one) };
          return done.outcome.refused.length > MOST_REFUSED;
        },
      );
      return true;
    });
    invalidateChanged(client, view, [{ entity, id: '' }]);
    if (done.next === parts.length && isDone === true) return onDone(done.outcome, chosen);
    setImported(done);
  };

  const keyFor = (does: string, columns: ChosenFile['columns'], { rowsBefore }: FilePart): string => {
    const of = JSON.stringify([does, columns, rowsBefore]);
    const key = keys.current.get(of) ?? crypto.randomUUID();
    keys.current.set(of, key);
    return key;
  };

  return {
    chosen,
    checked,
    imported,
    isChanged,
    working,
    problem,
    choose: (file) => {
      keys.current.clear();
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

const NOTHING_IMPORTED: ImportedParts = { next: 0, outcome: NO_OUTCOME };

/** After so many refused rows no further part is sent: the file needs correcting first. */
export const MOST_REFUSED = 10_000;

/** A file of at most this many bytes is copied. */
const MOST_COPIED = 10_000_000;

const readable = async (picked: File): Promise<Blob> =>
  picked.size > MOST_COPIED ? picked : new Blob([await picked.arrayBuffer()]);

/** Creates the problem of a file that is not sent. */
const fileProblem = (detail: string, code: 'UNREADABLE'): Problem => ({
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
