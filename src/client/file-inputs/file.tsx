import { FileText, Trash2, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Failures } from '../components/field.tsx';
import { Progress } from '../components/progress.tsx';
import type { ControlProps } from '../input-parts/control.ts';
import { messages } from '../languages/messages.ts';
import { filePath } from '../view/display-value.ts';
import { useView } from '../view/view-context.tsx';
import { useFileBounds, useFileBoundsText } from './file-bounds.ts';
import { acceptOf, isImage } from './file-check.ts';
import { fileOf, type ShownFile } from './file-value.ts';
import { useFocusNeighbour } from './use-focus-neighbour.ts';
import { useUpload } from './use-upload.ts';

const words = messages.inputs.file;

/** Input for a file: chosen or dropped, uploaded at once, and attached by the write that names it. */
export function FileInput(props: ControlProps) {
  const { type, value, onChange, ids, ariaLabel, describedBy, locked, onBlur } = props;
  const bounds = useFileBounds(type);
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useUpload({ entity: props.entity, field: props.attribute.name, bounds, onDone: onChange });
  const [isOver, setOver] = useState(false);
  const file = fileOf(value);
  const takes = useFileBoundsText(bounds);
  const takesId = `${ids.control}-takes`;
  const failuresId = `${ids.control}-faults`;
  const frame = useRef<HTMLFieldSetElement>(null);
  const near = useFocusNeighbour(frame, (upload.sending === null ? 0 : 1) + upload.failures.length);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first !== undefined && !locked) upload.start(first, (files?.length ?? 0) > 1);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (locked || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  const described = [describedBy, locked ? undefined : takesId, upload.failures.length > 0 ? failuresId : undefined];
  return (
    <fieldset
      ref={frame}
      className="file"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={described.filter((each) => each !== undefined).join(' ') || undefined}
      data-over={isOver || undefined}
      data-invalid={props.invalid || upload.failures.length > 0 || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
      {...drop}
    >
      {file !== null && upload.sending === null && <AttachedFile {...props} file={file} preview={upload.preview} />}
      {upload.sending !== null && (
        <div className="file-sending">
          <span className="file-name">{upload.sending.name}</span>
          <Progress share={upload.sending.share} label={words.uploading({ name: upload.sending.name })} />
          <Button size="small" onPress={() => near(upload.stop)}>
            {words.stop}
          </Button>
        </div>
      )}
      {!locked && upload.sending === null && (
        <div className="file-choose">
          <input
            ref={chooser}
            type="file"
            tabIndex={-1}
            hidden
            accept={acceptOf(bounds.endings)}
            onChange={(event) => {
              take(event.target.files);
              event.target.value = '';
            }}
          />
          <Button
            size="small"
            icon={<Upload size={14} aria-hidden />}
            onPress={() => chooser.current?.click()}
            describedBy={described.filter((each) => each !== undefined).join(' ')}
            autoFocus={props.autoFocus}
          >
            {file === null ? words.choose : words.replace}
          </Button>
          <span className="file-drop">{isOver ? words.dropNow : words.drop}</span>
          <span className="file-takes" id={takesId}>
            {takes}
          </span>
        </div>
      )}
      <Failures failures={upload.failures} id={failuresId} />
      {upload.canRetry && (
        <Button size="small" onPress={() => near(upload.retry)}>
          {words.tryAgain}
        </Button>
      )}
      {upload.failures.length > 0 && (
        <Button size="small" onPress={() => near(upload.dismiss)}>
          {words.dismiss}
        </Button>
      )}
      <span className="reader-only" aria-live="polite">
        {upload.told}
      </span>
    </fieldset>
  );
}

/** An attached file: preview of an image, name, size, and a button to remove it. */
export function AttachedFile({
  file,
  preview,
  entity,
  attribute,
  record,
  locked,
  onChange,
}: ControlProps & {
  readonly file: ShownFile;
  readonly preview: { readonly file: string; readonly url: string } | null;
}) {
  const { format } = useView();
  const kept = (record?.[attribute.name] ?? null) as Json;
  const several = Array.isArray(kept) ? (kept as readonly Json[]) : null;
  const stored = record !== null && (several ?? [kept]).some((each) => fileOf(each)?.file === file.file);
  const path = record === null ? '' : filePath(entity, record.id, attribute.name, several === null ? null : file.file);
  const url = stored ? path : preview?.file === file.file ? preview.url : null;
  return (
    <div className="file-attached">
      {url !== null && isImage(file.mediaType) ? (
        <img className="file-preview" src={url} alt="" />
      ) : (
        <span className="file-icon">
          <FileText size={18} aria-hidden />
        </span>
      )}
      <span className="file-words">
        {stored && url !== null ? (
          <a className="link file-name" href={url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        ) : (
          <span className="file-name">{file.name}</span>
        )}
        <span className="file-size">{format.bytes(file.size)}</span>
      </span>
      {!locked && (
        <IconButton
          size="small"
          label={words.remove({ name: file.name })}
          icon={<Trash2 size={14} aria-hidden />}
          onPress={() => onChange(null)}
        />
      )}
    </div>
  );
}
