import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Kbd } from '../components-base/kbd.tsx';
import { messages } from '../languages/messages.ts';

export interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The accessible name. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  /** The keyboard shortcut for this box, shown while it is empty. */
  readonly shortcut?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A search input. Escape clears it, and blurs it if it is empty. */
export function SearchBox({
  value,
  onChange,
  label = messages.components.search,
  placeholder,
  shortcut,
  ref,
}: SearchBoxProps) {
  return (
    <div className="search">
      <Search size={15} aria-hidden className="search-icon" />
      <input
        ref={ref}
        className="search-input"
        type="search"
        aria-label={label}
        placeholder={placeholder ?? messages.components.searchHint}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value === '') event.currentTarget.blur();
          else onChange('');
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className="search-clear"
          aria-label={messages.components.clear}
          onClick={() => onChange('')}
        >
          <X size={14} aria-hidden />
        </button>
      )}
      {value === '' && shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
    </div>
  );
}
