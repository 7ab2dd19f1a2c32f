/** What draws each kind of screen; the others are drawn by one of these. */
export const screenLoads = {
  table: () => import('../screens/table.tsx'),
  page: () => import('../screens/page.tsx'),
  calendar: () => import('../screens/calendar.tsx'),
  board: () => import('../screens/board.tsx'),
  record: () => import('../screens/record.tsx'),
  form: () => import('../screens/form.tsx'),
  dashboard: () => import('../screens/dashboard.tsx'),
};
