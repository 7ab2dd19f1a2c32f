import { useState } from 'react';
import { ComboBox } from '../../components/combo-box.tsx';
import { useDebounced } from '../../components-base/use-debounced.ts';
import { type Mentionable, useMentionable } from '../../data/comments.ts';
import { messages } from '../../languages/messages.ts';

interface PickerProps {
  readonly entity: string;
  readonly id: string;
  readonly onPick: (person: Mentionable) => void;
  /** Called without a choice. `isLeft`: the focus has already moved elsewhere. */
  readonly onClose: (isLeft: boolean) => void;
}

/** Finds a person to mention among those whom the author may read and who may read the record. */
export function MentionPicker({ entity, id, onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState('');
  const q = useDebounced(search);
  const { data, isFetching, isError } = useMentionable(entity, id, q);
  return (
    <div
      className="comment-picker"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(false);
      }}
    >
      <ComboBox
        label={messages.comments.mention}
        options={(data?.items ?? []).map((each) => ({ id: each.id, label: each.title }))}
        value={null}
        onChange={(option) => option !== null && onPick({ id: option.id, title: option.label })}
        onSearch={setSearch}
        onBlur={() => onClose(true)}
        busy={isFetching || q !== search.trim()}
        note={isError ? messages.comments.notFound : undefined}
        placeholder={messages.comments.name}
        opensAtOnce
      />
    </div>
  );
}
