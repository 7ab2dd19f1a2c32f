import type { Diagnostic } from '../../../model/types/diagnostic.ts';
import { Pill } from '../../components/pill.tsx';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import { useCheck } from '../../data/dev.ts';
import { messages } from '../../languages/messages.ts';
import { assumptionText } from '../../view/assumption-text.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { assumptionsIn, gapsInStatedPoints, type PointRow, pointRows, pointsSummary } from '../../view/point-titles.ts';
import { Prose } from '../../view/prose.tsx';
import { useView } from '../../view/view-context.tsx';
import { Snippet } from './snippet.tsx';
import '../../styles/not-shown.css';
import './pages.css';

/** The list of content that was not read, in development only. */
const Unread = lazyPreloaded(
  () => import('../../dev/unread.tsx'),
  'Unread',
  () => null,
);

/**
 * What the document states and what it does not, point by point. If nothing is stated, this is the start page and explains
 * how to begin.
 */
export function NinePointsPage() {
  const { view } = useView();
  const rows = pointRows(view);
  const stated = rows.filter(({ standing }) => standing !== 'not shown').length;
  const isSeed = stated === 0;
  const found = useCheck().data?.diagnostics ?? null;
  const open = found === null ? null : gapsInStatedPoints(found);
  usePageTitle(isSeed ? view.product.name : messages.pages.points.title);
  return (
    <article className="points">
      <header className="points-head">
        {isSeed && <p className="points-kicker">{messages.pages.points.seedTitle}</p>}
        <h1>{isSeed ? view.product.name : messages.pages.points.title}</h1>
        {view.model.intro !== '' && <Prose text={view.model.intro} className="points-intro" />}
        <p className={view.model.intro === '' ? 'points-intro' : 'points-where'}>
          {isSeed ? messages.pages.points.seedIntro : pointsSummary(stated, rows.length - stated, open?.length ?? null)}
        </p>
        <p className="points-where">{view.dev ? messages.pages.points.where : messages.pages.points.production}</p>
      </header>
      {view.dev && found?.some(({ code }) => code === 'not-read') === true && <Unread found={found} />}
      <ol className="points-list">
        {rows.map((row) => (
          <PointItem
            key={row.point}
            row={row}
            open={open?.filter(({ point }) => point === row.point).length ?? 0}
            isUnread={found?.some(({ code, point }) => code === 'not-read' && point === row.point) === true}
          />
        ))}
      </ol>
      <Assumptions rows={rows} />
      {open !== null && (
        <Findings title={messages.pages.points.gaps} hint={messages.pages.points.gapsHint} found={open} />
      )}
      {found !== null && (
        <Findings
          title={messages.pages.points.findings}
          hint=""
          found={found.filter(({ severity, code }) => severity !== 'gap' && code !== 'not-read')}
        />
      )}
    </article>
  );
}

/** `open`: the number of its values that are not shown. `isUnread`: some of its content was not read. */
function PointItem({ row, open, isUnread }: PointItemProps) {
  const isOpen = row.standing === 'not shown';
  return (
    <li className="point" id={`point-${row.point}`} data-element={row.element} data-standing={row.standing}>
      <span className="point-number" aria-hidden>
        {row.point}
      </span>
      <div className="point-body">
        <h2 className="point-title">
          <span className="reader-only">{row.point}. </span>
          {row.title}
          {isUnread && row.counts.length === 0 ? (
            <Pill tone="amber">{messages.pages.points.notRead}</Pill>
          ) : (
            <Standing standing={row.standing} />
          )}
          {!isOpen && open > 0 && (
            <span className="not-shown">{messages.pages.points.openValues({ count: open })}</span>
          )}
        </h2>
        {isOpen ? (
          <p className="point-text">{row.consequence}</p>
        ) : (
          <p className="point-text">{row.counts.join(messages.components.comma)}</p>
        )}
        {row.assumptions.length > 0 && (
          <p className="point-assumed">
            {row.assumptions.map(({ name, count }) => (
              <code key={name}>
                {name}
                {count > 1 && ` × ${count}`}
              </code>
            ))}
          </p>
        )}
        {isOpen && row.firstLine !== '' && <Snippet title={messages.pages.points.firstLine} text={row.firstLine} />}
      </div>
    </li>
  );
}

interface PointItemProps {
  readonly row: PointRow;
  readonly open: number;
  readonly isUnread: boolean;
}

const standingTones = { stated: 'green', assumed: 'amber', 'not shown': 'grey' } as const;

function Standing({ standing }: { readonly standing: PointRow['standing'] }) {
  const text = standing === 'not shown' ? messages.pages.points.notShown : messages.pages.points[standing];
  return <Pill tone={standingTones[standing]}>{text}</Pill>;
}

function Assumptions({ rows }: { readonly rows: readonly PointRow[] }) {
  const assumptions = assumptionsIn(rows);
  if (assumptions.length === 0) return null;
  return (
    <section className="points-part">
      <h2>{messages.pages.points.assumptions}</h2>
      <p className="points-hint">{messages.pages.points.assumptionsHint}</p>
      <dl className="points-assumptions">
        {assumptions.map(({ name, count }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <span className="points-count">{messages.pages.points.elements({ count })}</span>
            </dt>
            <dd>{assumptionText(name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Findings({
  title,
  hint,
  found,
}: {
  readonly title: string;
  readonly hint: string;
  readonly found: readonly Diagnostic[];
}) {
  if (found.length === 0) return null;
  return (
    <section className="points-part">
      <h2>{title}</h2>
      {hint !== '' && <p className="points-hint">{hint}</p>}
      <ul className="findings">
        {found.map((each) => (
          <li
            key={`${each.code} ${each.at.from} ${each.message}`}
            className="finding"
            data-severity={each.severity}
            data-element={each.element ?? undefined}
          >
            <span className="finding-line">{messages.pages.points.line({ line: each.at.line })}</span>
            <div>
              <p>{each.message}</p>
              <p className="finding-next">{each.next}</p>
            </div>
            <code className="finding-code">{each.code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
