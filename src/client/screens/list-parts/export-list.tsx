import { FileDown, FileUp } from 'lucide-react';
import { ProblemError } from '../../api/request.ts';
import type { MenuItem, OpenMenu } from '../../components/menu.tsx';
import { MenuList } from '../../components/menu-impl.tsx';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { useView } from '../../view/view-context.tsx';
import { requiredLabels } from '../import/required-labels.ts';
import type { FilesMenuProps } from './export-menu.tsx';

const words = messages.listTools.files;

/** The items of the export and import menu. `onImport` opens the import dialog. */
export function FilesList({
  screen,
  entity,
  query,
  columns,
  onImport,
  ...open
}: FilesMenuProps & OpenMenu & { readonly onImport: () => void }) {
  const { view, format } = useView();
  const say = useToast();
  const save = async (names: readonly string[]) => {
    try {
      const { fetchRows, saveFile } = await import('../../data/csv.ts');
      saveFile(await fetchRows(screen.id, query, names, { document: view.document }), `${screen.model.label}.csv`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      say({ title: error.problem.detail, text: error.problem.next, tone: 'danger' });
    }
  };
  const all = [...columns, ...entity.reads.filter((name) => !columns.includes(name))];
  const shown = columns.length === 0 ? all : columns;
  // If the list can be imported, an item names the required fields that its file lacks: it could not be imported again.
  const lacking = (names: readonly string[]) =>
    screen.imports
      ? requiredLabels(
          entity,
          entity.createInputs.filter((name) => !names.includes(name)),
          format.language,
        )
      : [];
  const [lacks, allLacks] = [lacking(shown), lacking(all)];
  const text = (usual: string, missing: readonly string[]) =>
    missing.length === 0 ? usual : words.lacks({ text: usual, fields: format.list(missing) });
  const out: MenuItem[] = [
    {
      id: 'shown',
      label: words.shown,
      text: text(words.shownText, lacks),
      icon: <FileDown size={15} aria-hidden />,
      onAction: () => void save(shown),
    },
    {
      id: 'all',
      label: words.all,
      text: text(lacks.length > 0 && allLacks.length === 0 ? words.allNeeded : words.allText, allLacks),
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
    onAction: onImport,
  };
  return <MenuList {...open} items={[...(screen.exports ? out : []), ...(screen.imports ? [into] : [])]} />;
}
