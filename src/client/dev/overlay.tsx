import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { DocumentLoss, DocumentStatus } from '../api/application.ts';
import { messages } from '../languages/messages.ts';
import { readStorage, writeStorage } from '../platform/browser-storage.ts';
import { deleteStoredAnswers } from '../platform/device-storage.ts';
import { removeServiceWorker } from '../service-worker/install-service-worker.ts';
import './dev.css';

/**
 * A bar at the bottom of the page while the document on disk has errors or can't be run: the number of errors and the
 * first one. The list is folded at first, so that it does not cover the page; each tab remembers whether it was
 * unfolded.
 */
export function Overlay({ status }: { readonly status: DocumentStatus }) {
  const losses = status.losses ?? [];
  const errors = (status.diagnostics ?? []).filter(({ severity }) => severity === 'error');
  const [isFolded, setFolded] = useState(() => readStorage(UNFOLDED, 'sessionStorage') === null);
  const body = useId();
  const whole = useRef<HTMLElement>(null);
  // A service worker left by a production server at this address would serve outdated pages.
  useEffect(() => {
    void removeServiceWorker();
    void deleteStoredAnswers();
  }, []);
  const fold = (folded: boolean) => {
    setFolded(folded);
    writeStorage(UNFOLDED, folded ? null : 'yes', 'sessionStorage');
  };
  const isBehind = status.read !== undefined && status.read !== status.running;
  const isThere = isBehind || errors.length > 0;
  useRoomBelow(whole, isThere);
  if (!isThere) return null;
  const isLossy = errors.length === 0 && losses.length > 0;
  const title = isLossy ? messages.pages.dev.lossy : isBehind ? messages.pages.dev.broken : messages.pages.dev.faulty;
  return (
    <section ref={whole} className="overlay" aria-label={title}>
      <header className="overlay-head">
        <TriangleAlert size={16} aria-hidden />
        <p className="overlay-title" role="status">
          <strong>{title}</strong>{' '}
          <span>
            {isLossy
              ? messages.pages.dev.losses({ count: losses.length })
              : messages.pages.dev.findings({ errors: errors.length })}
            {!isFolded && ` · ${isBehind ? messages.pages.dev.running : messages.pages.dev.partly}`}
          </span>
          {isFolded && <span className="overlay-first">{firstOf(errors, losses)}</span>}
        </p>
        <button
          type="button"
          className="overlay-fold"
          aria-expanded={!isFolded}
          aria-controls={body}
          onClick={() => fold(!isFolded)}
        >
          {isFolded ? messages.pages.dev.show : messages.pages.dev.hide}
          {isFolded ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
        </button>
      </header>
      <ul id={body} className="overlay-list" hidden={isFolded}>
        {errors.map((error) => (
          <ErrorItem key={`${error.at.from} ${error.code} ${error.message}`} error={error} />
        ))}
        {losses.map((loss) => (
          <LossItem key={`${loss.element} ${loss.message}`} loss={loss} />
        ))}
      </ul>
    </section>
  );
}

/** Storage key: the list is unfolded in this tab. */
const UNFOLDED = 'ninefold-dev-unfolded';

function firstOf([error]: readonly Diagnostic[], [loss]: readonly DocumentLoss[]): string {
  return error === undefined ? (loss?.message ?? '') : lineAndMessage(error);
}

const lineAndMessage = ({ at, message }: Diagnostic): string =>
  `${messages.pages.dev.line({ line: at.line, column: at.column })}: ${message}`;

/** Sets `--below` to the height of the bar, so that content at the bottom of the page is not covered. */
function useRoomBelow(whole: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    const element = whole.current;
    if (!isThere || element === null) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      root.setProperty('--below', `${Math.ceil(element.getBoundingClientRect().height)}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty('--below');
    };
  }, [whole, isThere]);
}

function ErrorItem({ error }: { readonly error: Diagnostic }) {
  return (
    <li className="overlay-item">
      <span className="overlay-where">{messages.pages.dev.line({ line: error.at.line, column: error.at.column })}</span>
      <div>
        <p>{error.message}</p>
        <p className="overlay-next">{error.next}</p>
      </div>
      <code className="overlay-code">{error.code}</code>
    </li>
  );
}

function LossItem({ loss }: { readonly loss: DocumentLoss }) {
  return (
    <li className="overlay-item">
      <span className="overlay-where">{loss.count}×</span>
      <div>
        <p>{loss.message}</p>
        {loss.examples.length > 0 && (
          <p className="overlay-examples">
            {messages.pages.dev.examples}: {loss.examples.join(messages.components.comma)}
          </p>
        )}
        <p className="overlay-next">{loss.next}</p>
      </div>
      <code className="overlay-code">{loss.element}</code>
    </li>
  );
}
