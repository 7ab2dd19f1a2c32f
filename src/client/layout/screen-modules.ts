/** The modules of the screen kinds. Kinds that are missing here share one of these. */
export const screenLoads = {
  table: () => import('../screens/table/table-screen.tsx'),
  page: () => import('../screens/pages/page.tsx'),
  calendar: () => import('../screens/calendar/calendar-screen.tsx'),
  board: () => import('../screens/board/board-screen.tsx'),
  record: () => import('../screens/record/record-screen.tsx'),
  form: () => import('../screens/form/form-screen.tsx'),
  dashboard: () => import('../screens/dashboard/dashboard-screen.tsx'),
};
