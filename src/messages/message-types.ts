// Written by `npm run index` from what this folder holds.

export interface ServerMessages {
  readonly protocol: {
    readonly METHOD_NOT_ALLOWED: {
      readonly message: string;
      readonly next: string;
    };
    readonly UNSUPPORTED_MEDIA_TYPE: {
      readonly message: string;
      readonly next: string;
    };
    readonly EXPECTATION_FAILED: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOO_MANY_ROWS: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOO_BROAD: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOO_MANY_UPLOADS: {
      readonly message: string;
      readonly next: string;
    };
    readonly NOT_A_PATH: {
      readonly message: string;
      readonly next: string;
    };
    readonly OTHER_HOST: {
      readonly message: string;
      readonly next: string;
    };
    readonly OTHER_ORIGIN: {
      readonly message: string;
      readonly next: string;
    };
    readonly NO_SWITCHER_KEY: {
      readonly message: string;
      readonly next: string;
    };
    readonly NOT_RECOGNISED: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOO_MANY_ATTEMPTS: {
      readonly message: string;
      readonly next: string;
    };
    readonly LINK_OVER: {
      readonly message: string;
      readonly next: string;
    };
    readonly WEAK_PASSWORD: {
      readonly message: string;
      readonly next: string;
    };
    readonly SIGNS_IN_ALREADY: {
      readonly message: string;
      readonly next: string;
    };
    readonly NO_PASSWORDS: {
      readonly message: string;
      readonly next: string;
    };
    readonly NO_PROVIDER: {
      readonly message: string;
      readonly next: string;
    };
    readonly PROVIDER_SILENT: {
      readonly message: string;
      readonly next: string;
    };
    readonly NO_PASSKEYS: {
      readonly message: string;
      readonly next: string;
    };
    readonly PASSKEY_REFUSED: {
      readonly message: string;
      readonly next: string;
    };
    readonly SIGN_IN_AGAIN: {
      readonly message: string;
      readonly next: string;
    };
    readonly INTERNAL: {
      readonly message: string;
      readonly next: string;
    };
  };
  readonly weakPassword: {
    readonly short: (values: { readonly least: string | number; readonly length: string | number }) => string;
    readonly long: (values: { readonly most: string | number; readonly length: string | number }) => string;
    readonly few: string;
    readonly run: string;
    readonly own: string;
  };
  readonly entityNames: {
    readonly page: string;
    readonly session: string;
    readonly screen: string;
    readonly list: string;
    readonly person: string;
    readonly field: string;
    readonly file: string;
    readonly element: string;
    readonly version: string;
    readonly view: string;
    readonly comment: string;
    readonly error: string;
    readonly program: string;
    readonly passkey: string;
    readonly credential: string;
  };
  readonly somebodySignedIn: string;
  readonly whoChangesTheDocument: string;
  readonly whoChangesRoles: string;
  readonly viewsFull: string;
  readonly viewExists: (values: { readonly name: string | number }) => string;
  readonly ofThisScreen: (values: { readonly what: string | number }) => string;
  readonly passwordEmail: {
    readonly subject: (values: { readonly product: string | number }) => string;
    readonly text: (values: { readonly product: string | number; readonly link: string | number }) => string;
  };
  readonly invitationEmail: {
    readonly subject: (values: { readonly product: string | number }) => string;
    readonly text: (values: { readonly product: string | number; readonly link: string | number }) => string;
  };
  readonly notCsv: string;
  readonly unreadableFile: {
    readonly message: (values: { readonly reason: string | number }) => string;
    readonly next: string;
  };
  readonly fileProblems: {
    readonly notUtf8: string;
    readonly noHeadings: string;
    readonly textAfterQuote: string;
    readonly quoteInsideCell: string;
    readonly unclosedQuote: string;
    readonly tooManyColumns: string;
    readonly tooManyCharacters: string;
    readonly tooManyCells: string;
  };
  readonly inLine: (values: { readonly line: string | number; readonly reason: string | number }) => string;
  readonly tooManyToExport: {
    readonly message: (values: { readonly rows: string | number }) => string;
    readonly next: string;
  };
  readonly tooManyToImport: {
    readonly message: (values: { readonly rows: string | number }) => string;
    readonly next: string;
  };
  readonly wrongCellCount: (values: { readonly cells: string | number; readonly headings: string | number }) => string;
  readonly ambiguousName: {
    readonly message: (values: { readonly text: string | number }) => string;
    readonly next: string;
  };
}
