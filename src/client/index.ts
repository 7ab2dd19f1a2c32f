/**
 * The parts for custom screens: the built-in screens, their components and inputs, and the hooks that read and write.
 * Everything here must be rendered inside `ApplicationRoot`.
 */

export { type ListQuery, type ListSource, recordsOf, useInbox, usePage } from './api/queries.ts';
export { ProblemError, request } from './api/request.ts';
export { ApplicationRoot } from './app/app.tsx';
export { type BulkOutcome, useBulk } from './data/bulk.ts';
export { deletedOf, type RestoreRequest, useDeleted, useRestore, useRestoreMany } from './data/deleted.ts';
export { useHistory, useLabels, useOutbox, useRecord, useTiles } from './data/records.ts';
export { upload } from './data/upload.ts';
export { type Input, useChange, useRaise, useRemove } from './data/writes.ts';
export { type DraftHandle, draftKey, useDraft } from './drafts/drafts.tsx';
export { Input as FieldInput, type InputProps as FieldInputProps } from './inputs/index.tsx';
export { useBack, useGo, useLocation } from './platform/location.tsx';
export type { ScreenProps } from './screen-parts/screen-props.ts';
export { BoardScreen } from './screens/board/board-screen.tsx';
export { DashboardScreen } from './screens/dashboard/dashboard-screen.tsx';
export { FormScreen } from './screens/form/form-screen.tsx';
export { useCreate } from './screens/form/use-create.ts';
export { PageScreen } from './screens/pages/page.tsx';
export { RecordScreen } from './screens/record/record-screen.tsx';
export { TableScreen } from './screens/table/table-screen.tsx';
export { type ListSearch, useListSearch } from './view/list-search.ts';
export { usePageTitle } from './view/page-title.tsx';
export { useCompiledModel } from './view/use-compiled-model.ts';
export { Value } from './view/values.tsx';
export { type EntityInView, type ScreenInView, useView, type ViewContext } from './view/view-context.tsx';
