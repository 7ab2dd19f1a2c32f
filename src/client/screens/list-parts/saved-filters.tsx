import { messages } from '../../languages/messages.ts';
import '../../styles/saved-filters.css';
import { Check } from 'lucide-react';
import { activeFilters, withFilterToggled } from '../../view/saved-filters.ts';
import type { ScreenInView } from '../../view/view-context.tsx';

export interface SavedFiltersProps {
  readonly screen: ScreenInView;
  /** The value of `filters` in the address. */
  readonly asked: string;
  readonly onChange: (filters: string) => void;
}

/** The filters and switches that the document states for a list, as toggle buttons. */
export function SavedFilters({ screen, asked, onChange }: SavedFiltersProps) {
  const { filters } = screen;
  const on = activeFilters(filters, asked);
  return (
    <fieldset className="saved-filters">
      <legend className="reader-only">{messages.application.lists.saved({ name: screen.model.label })}</legend>
      {filters.map(({ id, name, label, kind }) => (
        <button
          key={id}
          type="button"
          className="saved-filter"
          {...(kind === 'switch' ? { role: 'switch', 'aria-checked': on.has(name) } : { 'aria-pressed': on.has(name) })}
          data-on={on.has(name) || undefined}
          data-element={id}
          onClick={() => onChange(withFilterToggled(filters, asked, name))}
        >
          {kind === 'switch' ? (
            <span className="saved-track" aria-hidden />
          ) : (
            <Check className="saved-check" size={13} aria-hidden />
          )}
          {label}
        </button>
      ))}
    </fieldset>
  );
}
