import '../styles/not-shown.css';
import { texts } from '../texts/application-texts.ts';

/** Stands where a value would, if the document did not leave it open. */
export function NotShown() {
  return <span className="not-shown">{texts.values.notShown}</span>;
}
