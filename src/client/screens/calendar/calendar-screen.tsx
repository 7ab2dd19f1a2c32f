import { CalendarDays, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { today as todayIn } from '../../../fields/calendar/calendar.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { recordsOf, useNextPage, usePage } from '../../api/queries.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { UnsentRows } from '../../offline/lazy-unsent-rows.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { ScreenSections } from '../../screen-parts/screen-sections.tsx';
import { fieldValue } from '../../view/display-value.ts';
import { useListSearch } from '../../view/list-search.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { filtersForRequest } from '../../view/saved-filters.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { usePhone } from '../grid/media.ts';
import { FilesMenu } from '../list-parts/export-menu.tsx';
import { useViewsOfList, type ViewsOfList } from '../saved-views/use-views-of-list.tsx';
import { Agenda } from './agenda.tsx';
import { addMonths, dayOf, daysFilter, lastDayOf, monthOf, recordDaysIn, weeksOf } from './month.ts';
import { Month } from './month-grid.tsx';
import '../../styles/month.css';
import { SavedFilters } from '../list-parts/lazy-saved-filters.tsx';

/** A screen of kind "calendar": the records of a month on their days. */
export function CalendarScreen({ screen }: ScreenProps) {
  const { entity: find } = useView();
  usePageTitle(screen.model.label);
  const entity = find(screen.entity ?? '');
  if (screen.calendar !== null && entity !== null) {
    return <Calendar screen={screen} entity={entity} calendar={screen.calendar} />;
  }
  return (
    <section className="page">
      <PageHeader title={screen.model.label} help={screen.model.help} element={screen.id} />
      <EmptyState
        title={messages.calendar.notSpecified}
        text={messages.calendar.notSpecifiedText}
        icon={<CalendarDays size={24} />}
        element={screen.id}
      />
    </section>
  );
}

interface CalendarProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly calendar: NonNullable<ScreenInView['calendar']>;
}

/** The calendar with its saved views. Nothing is fetched while the default view is being opened. */
function Calendar(props: CalendarProps) {
  const { screen } = props;
  const [asked, change] = useListSearch();
  const kept = useViewsOfList(screen.id, asked, change, screen.filters.length > 0 ? ['filters'] : []);
  if (!kept.isOpening) return <CalendarMonth {...props} kept={kept} />;
  return (
    <section className="page calendar-page">
      <PageHeader title={screen.model.label} element={screen.id} />
      <Skeleton rows={6} />
    </section>
  );
}

interface InMonthsProps extends CalendarProps {
  readonly kept: ViewsOfList;
}

/** Maximum number of pages that are fetched for a month. */
const MAX_PAGES = 10;

function CalendarMonth({ screen, entity, calendar, kept }: InMonthsProps) {
  const { view, format, routeOf, screen: screenOf } = useView();
  const [asked, change] = useListSearch();
  const isPhone = usePhone();
  const today = todayIn(serverNow(), format.zone);
  const month = monthOf(asked.view, today);
  const weeks = useMemo(() => weeksOf(month), [month]);
  const days = useMemo(() => weeks.flat(), [weeks]);
  const [day, setDay] = useState(today);
  const from = useMemo(() => dateField(entity, calendar.field), [entity, calendar.field]);
  const until = useMemo(
    () => (calendar.until === null ? null : dateField(entity, calendar.until)),
    [entity, calendar.until],
  );
  const fields = useMemo(() => statedFields(screen, entity), [screen, entity]);
  const query = {
    filter: from === null ? '' : daysFilter(from, until, days[0] ?? today, days.at(-1) ?? today, format.zone),
    q: '',
    // By title within a day.
    sort: [calendar.field, entity.title].filter((name) => name !== null && entity.sorts.includes(name)).join(','),
    filters: filtersForRequest(screen.filters, asked.filters),
  };
  const { data, error, isPlaceholderData, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } =
    usePage({ screen: screen.id }, query);
  const nextPage = useNextPage({ fetchNextPage, hasNextPage, isFetching, isFetchingNextPage });
  const pages = data?.pages.length ?? 0;
  const goesOn = hasNextPage && !isFetchingNextPage && !isPlaceholderData && pages < MAX_PAGES;
  useEffect(() => {
    if (goesOn) nextPage();
  }, [goesOn, nextPage]);
  const stretches = useMemo(
    () =>
      recordDaysIn(
        recordsOf(data),
        (record) => ({
          from: from === null ? null : dayOf(fieldValue(record, from.field), from.type, format.zone),
          until: until === null ? null : lastDayOf(fieldValue(record, until.field), until.type, format.zone),
        }),
        days,
      ),
    [data, from, until, days, format.zone],
  );
  const go = (next: string) => change({ view: next === today.slice(0, 7) ? '' : next }, { replace: false });
  const move = (next: string) => {
    setDay(next);
    if (next.slice(0, 7) !== month) go(next.slice(0, 7));
  };
  const name = format.interval(`${month}-01`, 'month');
  const form = screen.form === null || !entity.mayCreate ? null : screenOf(screen.form);
  const to = form === null ? null : routeOf(form.id);
  return (
    <section className="page calendar-page">
      <PageHeader
        title={screen.model.label}
        help={screen.model.help}
        element={screen.id}
        actions={
          form !== null &&
          to !== null && (
            <Link to={to} look="primary" icon={<Plus size={16} aria-hidden />} element={form.id}>
              {form.model.label}
            </Link>
          )
        }
      />
      <ScreenLinks screen={screen} />
      <ScreenSections screen={screen} />
      {view.offline && <UnsentRows entity={entity.name} />}
      {kept.tabs}
      <SavedFilters
        screen={screen}
        asked={asked.filters}
        onChange={(filters) => change({ filters }, { replace: false })}
      />
      <div className="month-bar">
        <h2 className="month-name" aria-live="polite">
          {name}
        </h2>
        <IconButton
          label={messages.calendar.before}
          icon={<ChevronLeft size={16} aria-hidden />}
          onPress={() => go(addMonths(month, -1))}
        />
        <IconButton
          label={messages.calendar.after}
          icon={<ChevronRight size={16} aria-hidden />}
          onPress={() => go(addMonths(month, 1))}
        />
        <Button size="small" onPress={() => move(today)}>
          {messages.calendar.today}
        </Button>
        {kept.button}
        <FilesMenu screen={screen} entity={entity} query={query} columns={screen.fields} />
      </div>
      {error !== null && <ProblemNote problem={error.problem} retry={refetch} />}
      {isPhone ? (
        <Agenda
          month={month}
          days={days.filter((each) => each.startsWith(month))}
          stretches={stretches}
          fields={fields}
          today={today}
          isReady={pages > 0}
        />
      ) : (
        <Month
          label={messages.calendar.month({ name: screen.model.label, month: name })}
          month={month}
          weeks={weeks}
          stretches={stretches}
          fields={fields}
          today={today}
          day={day.startsWith(month) ? day : `${month}-01`}
          onDay={move}
        />
      )}
      {pages >= MAX_PAGES && hasNextPage && <p className="month-note">{messages.calendar.tooMany}</p>}
    </section>
  );
}

/** Returns the readable fields that the document states for the calendar, without the title. */
function statedFields({ model, fields }: ScreenInView, { attributes, title }: EntityInView): readonly Attribute[] {
  const stated = new Set(model.fields.map(({ name }) => name));
  return fields.filter((name) => stated.has(name) && name !== title).flatMap((name) => attributes.get(name) ?? []);
}

function dateField(entity: EntityInView, field: string) {
  const attribute = entity.attributes.get(field);
  return attribute === undefined ? null : { field, type: attribute.type };
}
