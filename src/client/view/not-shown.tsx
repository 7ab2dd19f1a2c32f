import { messages } from '../languages/messages.ts';
import '../styles/not-shown.css';

/** Replaces a value that the document leaves open. */
export function NotShown() {
  return <span className="not-shown">{messages.application.values.notShown}</span>;
}
