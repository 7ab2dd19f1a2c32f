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
  /** What the list is asked now. */
  readonly query: ListQuery;
  /** The columns that it shows now; none: every field. */
  readonly columns: readonly string[];
}

/** The rows of a list as a file, records from one, and those that were deleted; nothing where the document keeps all of it from this person. */
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
