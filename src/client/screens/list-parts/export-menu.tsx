import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ListQuery } from '../../api/queries.ts';
import { Menu } from '../../components/menu.tsx';
import { lazyPreloaded, lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { DeletedLink } from '../trash/trash-link.tsx';

const ImportDialog = lazyWithoutFallback(() => import('../import/dialog.tsx'), 'ImportDialog');

const loadList = () => import('./export-list.tsx');
const FilesList = lazyPreloaded(loadList, 'FilesList');

export interface FilesMenuProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  /** The current query of the list. */
  readonly query: ListQuery;
  /** The names of the shown columns; empty for all fields. */
  readonly columns: readonly string[];
}

/** The menu for export and import, and the link to deleted records. Each is left out if this person may not use it. */
export function FilesMenu(props: FilesMenuProps) {
  const { screen, entity } = props;
  const [isImport, setImport] = useState(false);
  return (
    <>
      {(screen.exports || screen.imports) && (
        <Menu
          label={messages.list.filesMenu}
          items={(open) => <FilesList {...props} {...open} onImport={() => setImport(true)} />}
          prefetch={loadList}
          trigger={<Download size={15} aria-hidden />}
          isIcon
        />
      )}
      {screen.trash && <DeletedLink entity={entity} />}
      {isImport && <ImportDialog screen={screen} entity={entity} onClose={() => setImport(false)} />}
    </>
  );
}
