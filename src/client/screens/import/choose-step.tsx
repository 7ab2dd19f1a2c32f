import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { messages } from '../../languages/messages.ts';

interface ChooseProps {
  readonly maxRows: string;
  readonly choose: (file: File) => void;
}

/** The step in which a file is chosen or dropped. */
export function ChooseStep({ maxRows, choose }: ChooseProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first !== undefined) choose(first);
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
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
  return (
    <fieldset className="import-choose" aria-label={messages.import.choose} data-over={isOver || undefined} {...drop}>
      <p id="import-intro">{messages.import.intro({ most: maxRows })}</p>
      <div className="import-chooser">
        <input
          ref={chooser}
          type="file"
          tabIndex={-1}
          hidden
          accept=".csv,text/csv"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
        <Button
          icon={<Upload size={15} aria-hidden />}
          onPress={() => chooser.current?.click()}
          describedBy="import-intro"
          autoFocus
        >
          {messages.import.choose}
        </Button>
        <span className="import-drop">{isOver ? messages.import.dropNow : messages.import.drop}</span>
      </div>
    </fieldset>
  );
}
