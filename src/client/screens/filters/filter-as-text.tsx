import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../../engine/core/wire-format.ts';
import { Button } from '../../components/button.tsx';
import { Failures } from '../../components/field.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { filterWordsOf } from './filter-fields.ts';
import { firstCondition } from './filter-model.ts';
import { filterText } from './filter-text.ts';
import '../../styles/inputs.css';
import '../../styles/table-tools.css';

interface FilterAsTextProps {
  readonly entity: string;
  /** The filter in the address. */
  readonly text: string;
  readonly onApply: (text: string) => void;
  /** Why the server refused the filter; null if it did not. */
  readonly problem: Problem | null;
  /** True if the person opened the text input, which then gets the focus. */
  readonly opens: boolean;
}

const { filters } = messages.list;
const { conditions } = messages.listTools;

/** The filter as text in the expression language, with its meaning in words or the reason why it was refused. */
export function FilterAsText({ entity, text, onApply, problem, opens }: FilterAsTextProps) {
  const [typed, setTyped] = useState(text);
  const id = useId();
  useEffect(() => setTyped(text), [text]);
  const words = useExplained(entity, text);
  const example = useExample(entity);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opens) input.current?.focus();
  }, [opens]);
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed.trim() !== text) onApply(typed.trim());
  };
  const isRefused = problem !== null && typed.trim() === text;
  return (
    <form className="filter-text" onSubmit={apply}>
      <label className="reader-only" htmlFor={id}>
        {conditions.textLabel}
      </label>
      <div className="filter-text-line">
        <input
          ref={input}
          id={id}
          className="control filter-text-input"
          type="text"
          value={typed}
          maxLength={1000}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={example === null ? undefined : conditions.textHint({ example })}
          aria-invalid={isRefused || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="small">
          {conditions.apply}
        </Button>
        {text !== '' && (
          <button type="button" className="filter-quiet" onClick={() => onApply('')}>
            {filters.clear}
          </button>
        )}
      </div>
      <div id={`${id}-said`} aria-live="polite">
        {isRefused && (
          <Failures
            failures={[
              {
                code: problem.code,
                message: reasonOf(problem),
                ...(problem.next === undefined ? {} : { next: problem.next }),
              },
            ]}
          />
        )}
        {!isRefused && words !== null && typed.trim() === text && <p className="table-hint">{words}</p>}
      </div>
    </form>
  );
}

/** Returns an example of a filter, on the first field whose new condition is complete; null if there is none. */
function useExample(name: string): string | null {
  const context = useView();
  return useMemo(() => {
    const entity = context.entity(name);
    if (entity === null) return null;
    const words = filterWordsOf({ context, entity });
    for (const field of words.fields.values()) {
      const condition = firstCondition(field);
      const text = condition === null ? '' : filterText({ conditions: [condition], joins: [] }, words);
      if (text !== '') return text;
    }
    return null;
  }, [context, name]);
}

function useExplained(entity: string, text: string): string | null {
  const { schema } = useView();
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setWords(null);
    if (text === '') return;
    void import('./filter-explain.ts').then(
      ({ explained }) => isCurrent && setWords(explained(text, entity, schema)),
      // If the module can't be loaded, the filter is shown without an explanation.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [entity, text, schema]);
  return words;
}

/** Returns the reason why a filter was refused, without the sentence around it: `There is no "foo" here.` */
function reasonOf({ detail }: Problem): string {
  const inside = /“filter” must be [^(]*\((.+)\)\.?$/s.exec(detail)?.[1];
  return inside ?? detail;
}
