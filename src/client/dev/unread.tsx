import type { Diagnostic } from '../../model/types/diagnostic.ts';
import { messages } from '../languages/messages.ts';
import './dev.css';

/** In development: the lines of the document that were not read, by point, with the suggested correction. */
export function Unread({ found }: { readonly found: readonly Diagnostic[] }) {
  const unread = found.filter(({ code }) => code === 'not-read');
  const groups = [...Map.groupBy(unread, ({ point }) => point)].toSorted(([one], [other]) => (one ?? 0) - (other ?? 0));
  return (
    <section className="points-part" aria-labelledby="unread">
      <h2 id="unread">{messages.pages.dev.unread}</h2>
      <p className="points-hint">{messages.pages.dev.unreadHint}</p>
      {groups.map(([point, of]) => (
        <section
          key={point ?? 0}
          className="unread-point"
          aria-label={point === null ? messages.pages.dev.unreadElsewhere : undefined}
        >
          <h3 className="point-title">
            {point === null ? (
              messages.pages.dev.unreadElsewhere
            ) : (
              <a href={`#point-${point}`}>{`${point}. ${messages.points.titles[point]}`}</a>
            )}
          </h3>
          <ul className="findings">
            {of.map((each) => (
              <li key={`${each.at.from} ${each.message}`} className="finding" data-severity={each.severity}>
                <span className="finding-line">{messages.pages.points.line({ line: each.at.line })}</span>
                <div>
                  <p>{each.message}</p>
                  <p className="finding-next">{each.next}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
