/**
 * What a team composes screens of its own from: the screens, their parts and inputs, and the hooks by which they read
 * and write. Everything here works below `ApplicationRoot`.
 */

export { type BulkOutcome, useBulk } from './api/bulk.ts';
export { deletedOf, type Returning, useDeleted, useRestore, useRestoreMany } from './api/deleted.ts';
export { type ListQuery, type ListSource, recordsOf, useInbox, usePage } from './api/queries.ts';
export { useHistory, useLabels, useOutbox, useRecord, useTiles } from './api/records.ts';
export { ProblemError, request } from './api/request.ts';
export { upload } from './api/upload.ts';
export { type Input, useChange, useRaise, useRemove } from './api/writes.ts';
export { ApplicationRoot } from './app.tsx';
export { type DraftInHand, draftKey, useDraft } from './drafts/drafts.tsx';
export { Input as FieldInput, type InputProps as FieldInputProps } from './inputs/index.tsx';
export { BoardScreen } from './screens/board.tsx';
export { DashboardScreen } from './screens/dashboard.tsx';
export { useCreate } from './screens/form/use-create.ts';
export { FormScreen } from './screens/form.tsx';
export { PageScreen } from './screens/page.tsx';
export { RecordScreen } from './screens/record.tsx';
export { TableScreen } from './screens/table.tsx';
export { useBack, useGo, useLocation } from './view/location.tsx';
export type { ScreenProps } from './view/screen-props.ts';
export { type ListSearch, useListSearch } from './view/search.ts';
export { usePageTitle } from './view/title.tsx';
export { useApp } from './view/use-app.ts';
export { Value } from './view/values.tsx';
export { type EntityInView, type ScreenInView, useView, type ViewContext } from './view/view.tsx';
