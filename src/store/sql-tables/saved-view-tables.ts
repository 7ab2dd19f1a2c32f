/** Saved views, and the view with which each list opens. */
export const VIEW_TABLES = `
CREATE TABLE IF NOT EXISTS saved_views (
  id TEXT PRIMARY KEY NOT NULL, screen TEXT NOT NULL, person TEXT NOT NULL, role TEXT, name TEXT NOT NULL,
  state TEXT NOT NULL, made INTEGER NOT NULL, changed INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS saved_views_of_person ON saved_views (person, screen);
CREATE INDEX IF NOT EXISTS saved_views_of_screen ON saved_views (screen) WHERE role IS NOT NULL;
CREATE TABLE IF NOT EXISTS opening_views (
  person TEXT NOT NULL, screen TEXT NOT NULL, view TEXT NOT NULL, PRIMARY KEY (person, screen)
) STRICT;
`;
