import { Keyboard, ListFilter } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../engine/core/wire-format.ts';
import type { LimitName } from '../../../model/types/model.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { ColumnsMenu } from '../columns/columns-menu.tsx';
import type { ColumnsInHand } from '../columns/use-columns.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import type { Filter } from '../filters/filter-model.ts';
import type { ReadableFilter } from '../filters/use-filter.ts';
import type { Grouping } from '../grouping/grouping-choice.tsx';

const FilterAsText = lazyWithoutFallback(() => import('../filters/filter-as-text.tsx'), 'FilterAsText');
const FilterSheet = lazyWithoutFallback(() => import('../filters/filter-sheet.tsx'), 'FilterSheet');

const settles = 200;
const { filters } = messages.list;

interface ToolbarProps {
  readonly entity: string;
  /** The plural noun of the rows, for the label of the search box. */
  readonly noun: string;
  readonly isPhone: boolean;
  readonly isSearchable: boolean;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly search: RefObject<HTMLInputElement | null>;
  /** Whether the list has fields to filter by. */
  readonly hasFilters: boolean;
  readonly filter: ReadableFilter;
  readonly filterText: string;
  readonly filterProblem: Problem | null;
  readonly onFilter: (filter: Filter) => void;
  readonly onFilterText: (text: string) => void;
  readonly columns: ColumnsInHand;
  /** Null if the list can't be grouped. */
  readonly grouping: Grouping | null;
  readonly onHelp: () => void;
  readonly files: ReactNode;
}

/** The toolbar of a list: search, filter, columns, files and keyboard help. */
export function Toolbar(props: ToolbarProps) {
  const { entity, hasFilters, filter, filterText, filterProblem, isPhone } = props;
  const [isText, setText] = useState(false);
  const [isSheet, setSheet] = useState(false);
  // A filter that chips can't show, or that the server refuses, is shown as text.
  const showsText = hasFilters && (isText || filter === null || filterProblem !== null);
  const chips = filter ?? null;
  return (
    <div className="table-tools">
      <div className="toolbar" role="search">
        <div className="table-asked">
          {props.isSearchable && <Search {...props} />}
          {hasFilters && isPhone && (
            <Button icon={<ListFilter size={15} aria-hidden />} onPress={() => setSheet(true)}>
              {filters.sheet({ count: chips?.conditions.length ?? 0 })}
            </Button>
          )}
          {hasFilters && !isPhone && chips !== null && filterProblem === null && (
            <FilterBar entity={entity} filter={chips} onChange={props.onFilter} />
          )}
          {filter === undefined && <span className="table-hint">{filters.reading}</span>}
        </div>
        <div className="table-ends">
          {hasFilters && !isPhone && (
            <button type="button" className="filter-quiet" aria-pressed={showsText} onClick={() => setText(!isText)}>
              {filters.asText}
            </button>
          )}
          {!isPhone && <ColumnsMenu {...props.columns} grouping={props.grouping} />}
          {props.files}
          {!isPhone && (
            <IconButton label={messages.list.keys} icon={<Keyboard size={15} aria-hidden />} onPress={props.onHelp} />
          )}
        </div>
      </div>
      {showsText && (
        <FilterAsText
          entity={entity}
          text={filterText}
          problem={filterProblem}
          opens={isText}
          onApply={props.onFilterText}
        />
      )}
      {isSheet && chips !== null && (
        <FilterSheet
          entity={entity}
          filter={chips}
          grouping={props.grouping}
          onChange={props.onFilter}
          onClose={() => setSheet(false)}
        />
      )}
    </div>
  );
}

/**
 * The debounced search box. The document's limits `search delay` and `search from` set the delay in milliseconds and
 * the minimum number of characters. The text follows the address if that changes by other means.
 */
function Search({ q, onSearch, noun, search }: ToolbarProps) {
  const { limits } = useView().schema.model;
  const limit = (name: LimitName) => limits.find((one) => one.name === name)?.value ?? null;
  const [wait, least] = [limit('search delay') ?? settles, limit('search from') ?? 0];
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (q === sent.current) return;
    clearTimeout(timer.current);
    sent.current = q;
    setTyped(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = text.trim().length < least ? '' : text.trim();
      latest.current(sent.current);
    }, wait);
  };
  return <SearchBox ref={search} value={typed} onChange={type} label={messages.list.search({ noun })} shortcut="/" />;
}
