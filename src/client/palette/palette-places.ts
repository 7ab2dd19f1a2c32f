import { messages } from '../languages/messages.ts';
import { OWN_PAGES } from '../navigation/home.ts';
import { trashPath } from '../navigation/trash-paths.ts';
import { nounFor } from '../view/count-nouns.ts';
import { parametersOf, pathOf } from '../view/routes.ts';
import type { ViewContext } from '../view/view-context.tsx';
import type { Command, CommandGroup } from './command-registry.tsx';

/**
 * Returns the places to go to: screens of the navigation, other screens without parameters, forms, deleted records, and
 * the built-in pages.
 */
export function placesOf({ view, person, go, screen, entity }: ViewContext): readonly CommandGroup[] {
  const linked = new Set(view.navigation.map((link) => link.screen));
  const visit = (id: string, label: string, path: string, text?: string): Command => ({
    id: `to ${id}`,
    label,
    text,
    element: id.startsWith('screen/') ? id : undefined,
    refusal: null,
    run: () => go(path),
  });
  const others = view.screens.filter(({ id, kind, route }) => {
    const isPlace = kind !== 'redirect' && kind !== 'sign-in' && parametersOf(route).length === 0;
    return isPlace && !linked.has(id);
  });
  const label = (id: string) => screen(id)?.model.label ?? id;
  const forms = others.filter(({ kind }) => kind === 'form');
  const binned = new Set(view.screens.flatMap(({ trash, entity: name }) => (trash && name !== null ? name : [])));
  const kinds = [...binned].flatMap((name) => entity(name) ?? []);
  const own = [
    ...(person === null ? [] : [visit('inbox', messages.application.frame.inbox, OWN_PAGES.inbox)]),
    ...(person === null || view.dev ? [] : [visit('account', messages.palette.account, OWN_PAGES.account)]),
    ...(view.dev ? [visit('document', messages.application.frame.document, OWN_PAGES.document)] : []),
    visit('about', messages.application.frame.about, OWN_PAGES.about),
  ];
  return [
    { title: messages.palette.make, commands: forms.map(({ id, route }) => visit(id, label(id), pathOf(route))) },
    {
      title: messages.palette.go,
      commands: [
        ...view.navigation.map((link) => visit(link.screen, link.label, pathOf(link.route))),
        ...others.filter(({ kind }) => kind !== 'form').map(({ id, route }) => visit(id, label(id), pathOf(route))),
        ...kinds.map(({ name, model }) => ({
          ...visit(
            `deleted ${name}`,
            messages.application.lists.deleted({ nouns: nounFor(model, 2) }),
            trashPath(name),
          ),
          isSearchResult: true,
        })),
        ...own,
      ],
    },
  ];
}
