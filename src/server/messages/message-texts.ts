import type { Said } from '../../engine/compiled/standard-texts.ts';
import type { ProtocolCode } from '../core/http-refusals.ts';
import type { WeakWords } from '../core/password-service.ts';

/** All that the server itself says to people, in one language; what only programs meet stays English. */
export interface ServerSaid {
  readonly protocol: Readonly<Record<ProtocolCode, Said>>;
  readonly weak: WeakWords;
  /** Things of ours that may not be there, by what they are in English. */
  readonly things: Readonly<Record<string, string>>;
  readonly somebodySignedIn: string;
  readonly whoChangesTheDocument: string;
  readonly whoChangesRoles: string;
  readonly viewsFull: string;
  readonly viewThere: (name: string) => string;
  readonly ofThisScreen: (what: string) => string;
  readonly letter: (product: string, link: string) => { readonly subject: string; readonly text: string };
  /** To a person whose record was just made. */
  readonly invitation: (product: string, link: string) => { readonly subject: string; readonly text: string };
  readonly notCsv: string;
  readonly unreadableFile: (reason: string) => Said;
  /** Why a file can't be read, by the reason in English. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly inLine: (line: number, reason: string) => string;
  readonly tooManyOut: (rows: string) => Said;
  readonly tooManyIn: (rows: string) => Said;
  readonly cells: (cells: number, headings: number) => string;
  readonly several: (text: string) => Said;
}
