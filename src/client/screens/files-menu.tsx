import { Download, FileDown, FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ListQuery } from '../api/queries.ts';
import { ProblemError } from '../api/request.ts';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { useToast } from '../parts/toasts.tsx';
import { type EntityInView, type ScreenInView, useView } from '../view/view.tsx';
import { tableTexts } from './table/texts.ts';

const ImportDialog = lazy(() => import('./import/dialog.tsx').then((each) => ({ default: each.ImportDialog })));

interface FilesMenuProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  /** What the list is asked now. */
  readonly query: ListQuery;
  /** The columns that it shows now; none: every field. */
  readonly columns: readonly string[];
}

const words = tableTexts.files;

/** The rows of a list as a file, and records from one; nothing where the document keeps both from this person. */
export function FilesMenu({ screen, entity, query, columns }: FilesMenuProps) {
  const { view } = useView();
  const say = useToast();
  const [isImport, setImport] = useState(false);
  const save = async (names: readonly string[]) => {
    try {
      const { fetchRows, saveFile } = await import('../api/csv.ts');
      saveFile(await fetchRows(screen.id, query, names, { document: view.document }), `${screen.model.label}.csv`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      say({ title: error.problem.detail, text: error.problem.next, tone: 'danger' });
    }
  };
  const all = [...columns, ...entity.reads.filter((name) => !columns.includes(name))];
  const out: MenuItem[] = [
    {
      id: 'shown',
      label: words.shown,
      text: words.shownText,
      icon: <FileDown size={15} aria-hidden />,
      onAction: () => void save(columns.length === 0 ? all : columns),
    },
    {
      id: 'all',
      label: words.all,
      text: words.allText,
      icon: <FileDown size={15} aria-hidden />,
      onAction: () => void save(all),
    },
  ];
  const into: MenuItem = {
    id: 'import',
    label: words.import,
    text: words.importText,
    icon: <FileUp size={15} aria-hidden />,
    section: screen.exports ? '' : undefined,
    onAction: () => setImport(true),
  };
  const items = [...(screen.exports ? out : []), ...(screen.imports ? [into] : [])];
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={words.menu} items={items} trigger={<Download size={15} aria-hidden />} isIcon />
      {isImport && (
        <Suspense fallback={null}>
          <ImportDialog screen={screen} entity={entity} onClose={() => setImport(false)} />
        </Suspense>
      )}
    </>
  );
}
