import '../styles/not-shown.css';
import { texts } from '../texts/application-texts.ts';

/** Replaces a value that the document leaves open. */
export function NotShown() {
  return <span className="not-shown">{texts.values.notShown}</span>;
}
