import { messages } from '../languages/messages.ts';
import '../styles/not-shown.css';
import { useView } from './view-context.tsx';

/** Replaces a value that the document leaves open. The words of the notation appear in development only. */
export function NotShown() {
  const { notShown, notSetUp } = messages.application.values;
  return <span className="not-shown">{useView().view.dev ? notShown : notSetUp}</span>;
}
