import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { Button } from '../components/button.tsx';
import { Failures } from '../components/field.tsx';
import { Progress } from '../components/progress.tsx';
import { boundsText } from '../input-parts/bounds-text.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { useBounds } from '../input-parts/use-bounds.ts';
import { messages } from '../languages/messages.ts';
import { AttachedFile } from './file.tsx';
import { useFileBounds, useFileBoundsText } from './file-bounds.ts';
import { acceptOf } from './file-check.ts';
import { fileOf, type ShownFile } from './file-value.ts';
import { useFocusNeighbour } from './use-focus-neighbour.ts';
import { useUploads } from './use-uploads.ts';

const words = messages.inputs.file;

/**
 * Input for several files: chosen or dropped together, uploaded at once with separate progress, and attached by the
 * write that names them.
 */
export function FilesInput(props: ControlProps) {
  const { type, value, onChange, ids, ariaLabel, describedBy, locked, onBlur } = props;
  const count = useBounds();
  const bounds = useFileBounds(type);
  const chooser = useRef<HTMLInputElement>(null);
  const files = filesOf(value);
  // Uploads finish one after the other; each file is appended to the current value.
  const latest = useRef(files);
  latest.current = files;
  const put = (next: readonly ShownFile[]) => {
    latest.current = next;
    onChange(next.length === 0 ? null : next.map(wireOf));
  };
  const uploads = useUploads({
    entity: props.entity,
    field: props.attribute.name,
    bounds,
    onDone: (file) => put([...latest.current, file]),
  });
  const frame = useRef<HTMLFieldSetElement>(null);
  const near = useFocusNeighbour(frame, files.length + uploads.sending.length + uploads.failed.length);
  const [isOver, setOver] = useState(false);
  const [told, setTold] = useState('');
  const takes = useFileBoundsText(bounds);
  const [least, most] =
    type.kind === 'file' ? [type.min && count(type.min), type.max && count(type.max)] : [null, null];
  const takesId = `${ids.control}-takes`;
  const isFull = most !== null && files.length + uploads.sending.length >= most;
  const take = (chosen: FileList | null) => {
    if (!locked) uploads.start([...(chosen ?? [])]);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (locked || isFull || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (!isFull) take(event.dataTransfer.files);
    },
  };
  const described = [describedBy, locked ? undefined : takesId].filter((each) => each !== undefined).join(' ');
  return (
    <fieldset
      ref={frame}
      className="file"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={described || undefined}
      data-over={isOver || undefined}
      data-invalid={props.invalid || uploads.failed.length > 0 || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
      {...drop}
    >
      {files.length > 0 && (
        <ul className="file-list">
          {files.map((file, index) => (
            <li key={file.file}>
              <AttachedFile
                {...props}
                file={file}
                preview={uploads.preview(file.file)}
                onChange={() => {
                  setTold(words.removed({ name: file.name }));
                  near(() => put(files.filter((_, at) => at !== index)));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {uploads.sending.map(({ key, name, share, stop }) => (
        <div className="file-sending" key={key}>
          <span className="file-name">{name}</span>
          <Progress share={share} label={words.uploading({ name })} />
          <Button size="small" onPress={() => near(stop)} label={words.stopOf({ name })}>
            {words.stop}
          </Button>
        </div>
      ))}
      {uploads.failed.map(({ key, name, failures, retry, dismiss }) => (
        <div className="file-failed" key={key}>
          <Failures failures={failures} id={`${ids.control}-${key}`} />
          <span className="file-failed-tools">
            {retry !== null && (
              <Button size="small" onPress={() => near(retry)} label={words.tryAgainOf({ name })}>
                {words.tryAgain}
              </Button>
            )}
            <Button size="small" variant="quiet" onPress={() => near(dismiss)} label={words.dismissOf({ name })}>
              {words.dismiss}
            </Button>
          </span>
        </div>
      ))}
      {!locked && (
        <div className="file-choose">
          <input
            ref={chooser}
            type="file"
            multiple
            tabIndex={-1}
            hidden
            accept={acceptOf(bounds.endings)}
            onChange={(event) => {
              take(event.target.files);
              event.target.value = '';
            }}
          />
          {!isFull && (
            <Button
              size="small"
              icon={<Upload size={14} aria-hidden />}
              onPress={() => chooser.current?.click()}
              describedBy={described || undefined}
              autoFocus={props.autoFocus}
            >
              {files.length === 0 ? words.chooseSeveral : words.addMore}
            </Button>
          )}
          {!isFull && <span className="file-drop">{isOver ? words.dropNow : words.dropSeveral}</span>}
          <span className="file-takes" id={takesId}>
            {[takes, boundsText(least, most)].filter((part) => part !== '').join(' · ')}
          </span>
        </div>
      )}
      <span className="reader-only" aria-live="polite">
        {uploads.told || told}
      </span>
    </fieldset>
  );
}

const filesOf = (value: Json): readonly ShownFile[] =>
  Array.isArray(value) ? (value as readonly Json[]).flatMap((each) => fileOf(each) ?? []) : [];

const wireOf = ({ file, name, size, mediaType }: ShownFile) => ({ file, name, size, mediaType });
