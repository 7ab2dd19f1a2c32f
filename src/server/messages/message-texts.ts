import type { StandardText } from '../../engine/compiled/standard-texts.ts';
import type { WeakPasswordMessages } from '../core/password-service.ts';
import type { ProtocolCode } from '../core/protocol-errors.ts';

/** The server's own texts for people, in one language. Texts that only programs receive stay English. */
export interface ServerMessages {
  readonly protocol: Readonly<Record<ProtocolCode, StandardText>>;
  readonly weakPassword: WeakPasswordMessages;
  /** Built-in things that may not be found, by their English name. */
  readonly entityNames: Readonly<Record<string, string>>;
  readonly somebodySignedIn: string;
  readonly whoChangesTheDocument: string;
  readonly whoChangesRoles: string;
  readonly viewsFull: string;
  readonly viewExists: (name: string) => string;
  readonly ofThisScreen: (what: string) => string;
  readonly passwordEmail: (product: string, link: string) => { readonly subject: string; readonly text: string };
  /** The e-mail to a new person. */
  readonly invitationEmail: (product: string, link: string) => { readonly subject: string; readonly text: string };
  readonly notCsv: string;
  readonly unreadableFile: (reason: string) => StandardText;
  /** Reasons why a file can't be read, by the English reason. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly inLine: (line: number, reason: string) => string;
  readonly tooManyToExport: (rows: string) => StandardText;
  readonly tooManyToImport: (rows: string) => StandardText;
  readonly wrongCellCount: (cells: number, headings: number) => string;
  readonly ambiguousName: (text: string) => StandardText;
}
