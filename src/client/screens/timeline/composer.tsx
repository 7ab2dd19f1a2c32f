import { AtSign } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Problem } from '../../../engine/core/wire-format.ts';
import { lengthOfComment } from '../../../engine/records/comment-mentions.ts';
import { Button } from '../../components/button.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import type { Mentionable } from '../../data/comments.ts';
import { messages } from '../../languages/messages.ts';
import { beginsMention, type CommentDraft, draftWithMention, draftWithText, sentText } from './comment-draft.ts';
import { MentionPicker } from './mention-picker.tsx';

interface ComposerProps {
  readonly entity: string;
  readonly id: string;
  readonly draft: CommentDraft;
  readonly onChange: (written: CommentDraft) => void;
  readonly label: string;
  readonly action: string;
  /** Maximum number of characters; null if unlimited. */
  readonly maxLength: number | null;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onSend: (text: string) => void;
  /** Absent for the composer of new comments, which can't be closed. */
  readonly onCancel?: () => void;
  readonly autoFocus?: boolean;
}

/** The number of remaining characters is shown below this value. */
const SHOW_REMAINING_BELOW = 200;

/** The input of a comment. `@` at the beginning of a word opens the mention picker; Ctrl+Enter sends. */
export function Composer(props: ComposerProps) {
  const { entity, id, draft, onChange, busy, problem, maxLength } = props;
  const [picking, setPicking] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const ids = useId();
  const left = maxLength === null ? null : maxLength - lengthOfComment(sentText(draft).trim());
  const isEmpty = draft.text.trim() === '';
  const type = (text: string, caret: number) => {
    if (beginsMention(draft.text, text, caret)) setPicking({ from: caret - 1, to: caret });
    onChange(draftWithText(draft, text));
  };
  const goOn = (caret: number) => {
    // After the text was rendered.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  const pick = (person: Mentionable) => {
    const next = draftWithMention(draft, picking ?? { from: draft.text.length, to: draft.text.length }, person);
    setPicking(null);
    onChange(next.written);
    goOn(next.caret);
  };
  const open = () => {
    const at = area.current?.selectionEnd ?? draft.text.length;
    setPicking({ from: at, to: at });
  };
  const send = () => {
    if (!busy && !isEmpty) props.onSend(sentText(draft));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && props.onCancel !== undefined) {
      event.preventDefault();
      props.onCancel();
    }
  };
  const isNear = left !== null && left < SHOW_REMAINING_BELOW;
  return (
    <form
      className="comment-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="grow" data-text={`${draft.text}\n`}>
        <textarea
          ref={area}
          className="control grow-text"
          rows={2}
          // The direction follows the text; an empty field has that of the page.
          dir={draft.text === '' ? undefined : 'auto'}
          aria-label={props.label}
          aria-describedby={isNear ? ids : undefined}
          aria-invalid={isNear && left < 0 ? true : undefined}
          placeholder={messages.comments.placeholder}
          autoFocus={props.autoFocus}
          value={draft.text}
          onChange={({ target }) => type(target.value, target.selectionEnd)}
          onKeyDown={press}
        />
      </div>
      {picking !== null && (
        <MentionPicker
          entity={entity}
          id={id}
          onPick={pick}
          onClose={(isLeft) => {
            setPicking(null);
            if (!isLeft) goOn(picking.to);
          }}
        />
      )}
      {problem !== null && <ProblemNote problem={problem} />}
      <div className="comment-bar">
        <Button variant="quiet" size="small" icon={<AtSign size={14} aria-hidden />} onPress={open}>
          {messages.comments.mention}
        </Button>
        {isNear && (
          <span id={ids} className="comment-left" data-over={left < 0 || undefined}>
            {left < 0 ? messages.comments.over({ count: -left }) : messages.comments.left({ count: left })}
          </span>
        )}
        <span className="comment-end">
          {props.onCancel !== undefined && (
            <Button size="small" onPress={props.onCancel}>
              {messages.comments.cancel}
            </Button>
          )}
          <Button type="submit" size="small" variant={isEmpty ? 'plain' : 'primary'} busy={busy}>
            {props.action}
          </Button>
        </span>
      </div>
    </form>
  );
}
