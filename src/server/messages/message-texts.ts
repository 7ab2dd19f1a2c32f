import type { StandardText } from '../../engine/compiled/standard-texts.ts';
import type { ProtocolCode } from '../core/http-refusals.ts';
import type { WeakPasswordMessages } from '../core/password-service.ts';

/** All that the server itself says to people, in one language; what only programs meet stays English. */
export interface ServerMessages {
  readonly protocol: Readonly<Record<ProtocolCode, StandardText>>;
  readonly weakPassword: WeakPasswordMessages;
  /** Things of ours that may not be there, by what they are in English. */
  readonly entityNames: Readonly<Record<string, string>>;
  readonly somebodySignedIn: string;
  readonly whoChangesTheDocument: string;
  readonly whoChangesRoles: string;
  readonly viewsFull: string;
  readonly viewExists: (name: string) => string;
  readonly ofThisScreen: (what: string) => string;
  readonly passwordEmail: (product: string, link: string) => { readonly subject: string; readonly text: string };
  /** To a person whose record was just made. */
  readonly invitationEmail: (product: string, link: string) => { readonly subject: string; readonly text: string };
  readonly notCsv: string;
  readonly unreadableFile: (reason: string) => StandardText;
  /** Why a file can't be read, by the reason in English. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly inLine: (line: number, reason: string) => string;
  readonly tooManyToExport: (rows: string) => StandardText;
  readonly tooManyToImport: (rows: string) => StandardText;
  readonly wrongCellCount: (cells: number, headings: number) => string;
  readonly ambiguousName: (text: string) => StandardText;
}
