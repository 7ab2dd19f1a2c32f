import { useState } from 'react';
import { ComboBox } from '../../components/combo-box.tsx';
import { type Mentionable, useMentionable } from '../../data/comments.ts';
import { useSettled } from '../../inputs/reference.tsx';
import { commentTexts } from '../../texts/comment-texts.ts';

interface PickerProps {
  readonly entity: string;
  readonly id: string;
  readonly onPick: (person: Mentionable) => void;
  /** Nobody was picked. `isLeft`: the focus is elsewhere already. */
  readonly onClose: (isLeft: boolean) => void;
}

/** Finds somebody to mention: of those whom this person reads and who read the record. */
export function MentionPicker({ entity, id, onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState('');
  const q = useSettled(search);
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
        label={commentTexts.mention}
        options={(data?.items ?? []).map((each) => ({ id: each.id, label: each.title }))}
        value={null}
        onChange={(option) => option !== null && onPick({ id: option.id, title: option.label })}
        onSearch={setSearch}
        onBlur={() => onClose(true)}
        busy={isFetching || q !== search.trim()}
        note={isError ? commentTexts.notFound : undefined}
        placeholder={commentTexts.name}
        opensAtOnce
      />
    </div>
  );
}
