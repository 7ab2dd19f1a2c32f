// Written by `npm run index` from what this folder holds.

export interface ClientMessages {
  readonly application: {
    readonly unreachable: {
      readonly detail: string;
      readonly next: string;
    };
    readonly frame: {
      readonly relatedScreens: string;
      readonly skip: string;
      readonly navigation: string;
      readonly menu: string;
      readonly inbox: string;
      readonly about: string;
      readonly document: string;
      readonly outbox: string;
      readonly loading: string;
      readonly loadingFailed: string;
      readonly tryAgain: string;
      readonly screenFailed: string;
      readonly screenFailedNext: string;
      readonly unread: (values: { readonly count: string | number }) => string;
      readonly breadcrumb: string;
    };
    readonly palette: {
      readonly open: string;
    };
    readonly appearance: {
      readonly title: string;
    };
    readonly account: {
      readonly title: string;
      readonly signIn: string;
    };
    readonly lists: {
      readonly deleted: (values: { readonly nouns: string | number }) => string;
      readonly saved: (values: { readonly name: string | number }) => string;
    };
    readonly values: {
      readonly empty: string;
      readonly hidden: string;
      readonly notShown: string;
      readonly notSetUp: string;
      readonly more: (values: { readonly count: string | number }) => string;
    };
    readonly builtIn: {
      readonly id: string;
      readonly createdAt: string;
      readonly createdBy: string;
      readonly changedAt: string;
      readonly changedBy: string;
    };
    readonly notAllowed: string;
  };
  readonly board: {
    readonly board: (values: { readonly label: string | number }) => string;
    readonly count: (values: { readonly count: string | number }) => string;
    readonly oneCard: string;
    readonly moveTo: (values: { readonly title: string | number }) => string;
    readonly columnAndEvent: (values: { readonly column: string | number; readonly event: string | number }) => string;
    readonly chooseEvent: (values: { readonly column: string | number }) => string;
    readonly chooseEventText: string;
    readonly cancel: string;
    readonly more: string;
    readonly emptyColumn: string;
    readonly empty: string;
    readonly nothingFound: string;
    readonly nothingFoundText: (values: { readonly asked: string | number }) => string;
    readonly clearFilters: string;
    readonly clearSearch: string;
    readonly search: (values: { readonly label: string | number }) => string;
    readonly moving: string;
    readonly notMoved: (values: { readonly title: string | number }) => string;
    readonly drop: (values: { readonly event: string | number }) => string;
    readonly none: string;
    readonly without: (values: { readonly label: string | number }) => string;
    readonly changed: (values: { readonly label: string | number; readonly column: string | number }) => string;
    readonly moreColumns: string;
    readonly cannotMove: (values: { readonly from: string | number; readonly to: string | number }) => string;
    readonly isFinal: (values: { readonly from: string | number }) => string;
    readonly keys: string;
    readonly notSpecified: string;
    readonly notSpecifiedText: string;
    readonly notReadable: (values: { readonly field: string | number }) => string;
  };
  readonly bulkMatch: {
    readonly sure: (values: { readonly label: string | number; readonly count: string | number; readonly noun: string | number }) => string;
    readonly sureText: string;
    readonly running: (values: { readonly label: string | number }) => string;
    readonly progress: (values: { readonly done: string | number; readonly total: string | number }) => string;
    readonly stop: string;
    readonly stopping: string;
    readonly stopped: (values: { readonly left: string | number }) => string;
    readonly broken: (values: { readonly left: string | number }) => string;
    readonly nothingDone: string;
    readonly unsure: string;
    readonly unsureFew: (values: { readonly left: string | number }) => string;
    readonly unsureLeft: (values: { readonly left: string | number }) => string;
    readonly waiting: (values: { readonly seconds: string | number }) => string;
    readonly more: (values: { readonly count: string | number }) => string;
    readonly saveRefused: (values: { readonly count: string | number }) => string;
    readonly refusedName: (values: { readonly label: string | number }) => string;
    readonly columns: {
      readonly record: string;
      readonly why: string;
      readonly next: string;
      readonly code: string;
      readonly address: string;
    };
    readonly undoAll: (values: { readonly count: string | number }) => string;
    readonly undoing: string;
  };
  readonly calendar: {
    readonly notSpecified: string;
    readonly notSpecifiedText: string;
    readonly before: string;
    readonly after: string;
    readonly today: string;
    readonly month: (values: { readonly name: string | number; readonly month: string | number }) => string;
    readonly more: (values: { readonly count: string | number }) => string;
    readonly fewer: string;
    readonly nothing: string;
    readonly tooMany: string;
    readonly onDay: (values: { readonly count: number; readonly date: string | number }) => string;
  };
  readonly cells: {
    readonly name: (values: { readonly field: string | number; readonly title: string | number }) => string;
    readonly keys: string;
    readonly cancel: string;
    readonly now: (values: { readonly value: string | number }) => string;
    readonly nowEmpty: string;
    readonly lost: (values: { readonly title: string | number }) => string;
    readonly lostText: (values: { readonly field: string | number; readonly typed: string | number }) => string;
    readonly notLoaded: string;
    readonly notLoadedText: string;
  };
  readonly comments: {
    readonly title: string;
    readonly write: string;
    readonly placeholder: string;
    readonly send: string;
    readonly mention: string;
    readonly name: string;
    readonly notFound: string;
    readonly left: (values: { readonly count: number }) => string;
    readonly over: (values: { readonly count: number }) => string;
    readonly you: string;
    readonly edited: string;
    readonly deleted: string;
    readonly change: string;
    readonly remove: string;
    readonly removeTitle: string;
    readonly removeText: string;
    readonly removeAction: string;
    readonly changedElsewhere: string;
    readonly keepTheirs: string;
    readonly keepMine: string;
    readonly save: string;
    readonly cancel: string;
    readonly earlier: string;
  };
  readonly components: {
    readonly close: string;
    readonly cancel: string;
    readonly clear: string;
    readonly required: string;
    readonly search: string;
    readonly searchHint: string;
    readonly tryAgain: string;
    readonly retryIn: (values: { readonly seconds: number }) => string;
    readonly loading: string;
    readonly working: string;
    readonly messages: string;
    readonly choose: string;
    readonly nothingFound: string;
    readonly comma: string;
  };
  readonly dashboard: {
    readonly figure: (values: { readonly aggregate: 'count' | 'sum' | 'average' | 'min' | 'max'; readonly field: string | number }) => string;
    readonly by: string;
    readonly intervals: {
      readonly day: string;
      readonly week: string;
      readonly month: string;
      readonly quarter: string;
      readonly year: string;
    };
    readonly of: string;
    readonly countsOf: (values: { readonly rows: string | number; readonly all: string | number; readonly claims: string | number }) => string;
    readonly scope: (values: { readonly all: string | number; readonly claims: string | number }) => string;
    readonly stillCounting: string;
    readonly nothingYet: string;
    readonly noValue: string;
    readonly severalCurrencies: string;
    readonly severalCurrenciesHelp: string;
    readonly asTable: string;
    readonly asChart: string;
    readonly more: (values: { readonly count: string | number }) => string;
    readonly axisHelp: (values: { readonly label: string | number }) => string;
    readonly summaryBars: (values: { readonly label: string | number; readonly parts: string | number }) => string;
    readonly summaryTime: (values: { readonly label: string | number; readonly from: string | number; readonly to: string | number; readonly highest: string | number; readonly at: string | number }) => string;
    readonly summaryTimeWithSum: (values: { readonly label: string | number; readonly from: string | number; readonly to: string | number; readonly highest: string | number; readonly at: string | number; readonly sum: string | number }) => string;
    readonly summaryNothing: (values: { readonly label: string | number }) => string;
    readonly rows: string;
    readonly rowsOfFigure: string;
    readonly allRows: string;
    readonly moreRows: string;
    readonly noRows: string;
    readonly notSpecified: string;
    readonly notSpecifiedText: string;
  };
  readonly form: {
    readonly create: string;
    readonly save: string;
    readonly cancel: string;
    readonly discard: string;
    readonly restored: string;
    readonly copied: (values: { readonly title: string | number }) => string;
    readonly notCopied: (values: { readonly fields: string | number }) => string;
    readonly sourceMissing: string;
    readonly nothingToType: string;
    readonly summary: (values: { readonly count: number }) => string;
    readonly inLine: (values: { readonly line: string | number; readonly message: string | number }) => string;
    readonly otherProblems: string;
    readonly calculated: string;
    readonly created: (values: { readonly title: string | number }) => string;
    readonly createdUnseen: string;
    readonly sentBefore: {
      readonly detail: string;
      readonly next: string;
    };
    readonly inputKept: string;
    readonly unreachableNext: string;
    readonly sendAgain: string;
    readonly loadAgain: string;
    readonly waiting: (values: { readonly seconds: number }) => string;
    readonly leftOver: string;
    readonly leave: {
      readonly title: string;
      readonly text: string;
      readonly stay: string;
      readonly leave: string;
      readonly discard: string;
    };
  };
  readonly groups: {
    readonly by: string;
    readonly none: string;
    readonly interval: string;
    readonly intervals: {
      readonly day: string;
      readonly week: string;
      readonly month: string;
      readonly quarter: string;
      readonly year: string;
    };
    readonly empty: string;
    readonly sum: (values: { readonly column: string | number; readonly sum: string | number }) => string;
    readonly bar: string;
    readonly grouped: (values: { readonly field: string | number }) => string;
    readonly perInterval: (values: { readonly field: string | number; readonly interval: string | number }) => string;
    readonly collapseAll: string;
    readonly expandAll: string;
    readonly tooMany: (values: { readonly field: string | number }) => string;
    readonly notGrouped: string;
  };
  readonly import: {
    readonly title: (values: { readonly noun: string | number }) => string;
    readonly intro: (values: { readonly most: string | number }) => string;
    readonly choose: string;
    readonly another: string;
    readonly drop: string;
    readonly dropNow: string;
    readonly cancel: string;
    readonly close: string;
    readonly back: string;
    readonly stop: string;
    readonly file: (values: { readonly name: string | number; readonly rows: string | number; readonly noun: string | number }) => string;
    readonly row: (values: { readonly count: number }) => string;
    readonly mapHint: string;
    readonly column: string;
    readonly samples: string;
    readonly field: string;
    readonly fieldOf: (values: { readonly column: string | number }) => string;
    readonly leaveOut: string;
    readonly unnamed: (values: { readonly at: string | number }) => string;
    readonly nothingMapped: string;
    readonly required: (values: { readonly fields: string | number }) => string;
    readonly check: string;
    readonly sending: (values: { readonly name: string | number }) => string;
    readonly checking: (values: { readonly rows: string | number }) => string;
    readonly importing: (values: { readonly rows: string | number }) => string;
    readonly reading: string;
    readonly allGood: (values: { readonly rows: string | number; readonly noun: string | number }) => string;
    readonly someGood: (values: { readonly good: string | number; readonly refused: string | number }) => string;
    readonly noneGood: (values: { readonly refused: string | number }) => string;
    readonly changed: string;
    readonly mend: string;
    readonly mendAll: string;
    readonly saveRefused: string;
    readonly saveRefusedText: string;
    readonly saveLeftOut: string;
    readonly reasons: string;
    readonly refusedName: (values: { readonly name: string | number }) => string;
    readonly problems: string;
    readonly warnings: string;
    readonly rowAt: (values: { readonly row: string | number; readonly line: string | number }) => string;
    readonly more: (values: { readonly count: string | number }) => string;
    readonly importAll: (values: { readonly rows: string | number; readonly noun: string | number }) => string;
    readonly importGood: (values: { readonly count: number; readonly rows: string | number }) => string;
    readonly done: (values: { readonly rows: string | number; readonly noun: string | number }) => string;
    readonly leftOut: (values: { readonly rows: string | number; readonly noun: string | number }) => string;
    readonly stopped: string;
    readonly unreadable: string;
    readonly inParts: (values: { readonly rows: string | number }) => string;
    readonly tooManyRefused: string;
    readonly partly: (values: { readonly rows: string | number; readonly noun: string | number; readonly last: string | number }) => string;
    readonly restNotImported: string;
    readonly importRest: string;
    readonly saveRest: string;
    readonly restName: (values: { readonly name: string | number }) => string;
  };
  readonly inputs: {
    readonly none: string;
    readonly choose: string;
    readonly clear: string;
    readonly empty: string;
    readonly noType: string;
    readonly noTypeInLine: (values: { readonly line: string | number }) => string;
    readonly notShown: string;
    readonly requiredNotShown: string;
    readonly yes: string;
    readonly no: string;
    readonly search: (values: { readonly entity: string | number }) => string;
    readonly moreResults: string;
    readonly labelsFailed: string;
    readonly newTab: string;
    readonly nameHidden: string;
    readonly time: (values: { readonly zone: string | number }) => string;
    readonly openCalendar: string;
    readonly enter: (values: { readonly expected: string | number }) => string;
    readonly secret: {
      readonly kept: string;
      readonly replace: string;
      readonly replaceIt: (values: { readonly label: string | number }) => string;
      readonly keep: string;
      readonly keepIt: (values: { readonly label: string | number }) => string;
    };
    readonly lines: {
      readonly add: (values: { readonly entity: string | number }) => string;
      readonly remove: (values: { readonly entity: string | number; readonly position: string | number }) => string;
      readonly up: (values: { readonly entity: string | number; readonly position: string | number }) => string;
      readonly down: (values: { readonly entity: string | number; readonly position: string | number }) => string;
      readonly cell: (values: { readonly label: string | number; readonly entity: string | number; readonly position: string | number }) => string;
      readonly none: (values: { readonly plural: string | number }) => string;
      readonly actions: string;
      readonly added: (values: { readonly entity: string | number; readonly count: string | number }) => string;
      readonly removed: (values: { readonly entity: string | number; readonly count: string | number }) => string;
      readonly moved: (values: { readonly entity: string | number; readonly position: string | number }) => string;
      readonly exactly: (values: { readonly count: string | number }) => string;
      readonly between: (values: { readonly least: string | number; readonly most: string | number }) => string;
      readonly atMost: (values: { readonly most: string | number }) => string;
      readonly atLeast: (values: { readonly least: string | number }) => string;
    };
    readonly records: {
      readonly addTo: (values: { readonly label: string | number }) => string;
      readonly remove: (values: { readonly title: string | number }) => string;
      readonly up: (values: { readonly title: string | number }) => string;
      readonly down: (values: { readonly title: string | number }) => string;
      readonly added: (values: { readonly title: string | number }) => string;
      readonly removed: (values: { readonly title: string | number }) => string;
    };
    readonly file: {
      readonly chooseSeveral: string;
      readonly addMore: string;
      readonly dropSeveral: string;
      readonly removed: (values: { readonly name: string | number }) => string;
      readonly stopOf: (values: { readonly name: string | number }) => string;
      readonly tryAgainOf: (values: { readonly name: string | number }) => string;
      readonly dismiss: string;
      readonly dismissOf: (values: { readonly name: string | number }) => string;
      readonly choose: string;
      readonly replace: string;
      readonly drop: string;
      readonly dropNow: string;
      readonly remove: (values: { readonly name: string | number }) => string;
      readonly uploading: (values: { readonly name: string | number }) => string;
      readonly uploaded: (values: { readonly name: string | number }) => string;
      readonly stop: string;
      readonly tryAgain: string;
      readonly takes: (values: { readonly kinds: string | number; readonly size: string | number }) => string;
      readonly takesSize: (values: { readonly size: string | number }) => string;
      readonly wrongKind: (values: { readonly name: string | number; readonly kinds: string | number }) => string;
      readonly wrongKindNext: (values: { readonly kinds: string | number }) => string;
      readonly tooBig: (values: { readonly name: string | number; readonly size: string | number; readonly most: string | number }) => string;
      readonly tooBigNext: string;
      readonly several: string;
    };
  };
  readonly list: {
    readonly rows: (values: { readonly name: string | number }) => string;
    readonly select: (values: { readonly title: string | number }) => string;
    readonly selectAll: string;
    readonly actions: string;
    readonly nothingYet: string;
    readonly nothingFound: string;
    readonly notSpecified: string;
    readonly loading: string;
    readonly loadingMore: string;
    readonly search: (values: { readonly noun: string | number }) => string;
    readonly columns: string;
    readonly keys: string;
    readonly filesMenu: string;
    readonly filters: {
      readonly add: string;
      readonly addMore: string;
      readonly clear: string;
      readonly asText: string;
      readonly reading: string;
      readonly sheet: (values: { readonly count: number }) => string;
    };
  };
  readonly listTools: {
    readonly columnsHint: string;
    readonly columnUp: (values: { readonly label: string | number }) => string;
    readonly columnDown: (values: { readonly label: string | number }) => string;
    readonly columnNarrower: (values: { readonly label: string | number }) => string;
    readonly columnWider: (values: { readonly label: string | number }) => string;
    readonly columnMoved: (values: { readonly label: string | number; readonly place: string | number; readonly of: string | number }) => string;
    readonly columnsReset: string;
    readonly selected: (values: { readonly count: string | number }) => string;
    readonly allSelected: (values: { readonly count: string | number }) => string;
    readonly selectMatching: (values: { readonly count: string | number }) => string;
    readonly noneYet: (values: { readonly noun: string | number }) => string;
    readonly nothingFoundText: string;
    readonly clearFilters: string;
    readonly notSpecifiedText: string;
    readonly noOrderBy: (values: { readonly fields: string | number }) => string;
    readonly noOrderByText: string;
    readonly noGroupsBy: (values: { readonly field: string | number }) => string;
    readonly ownOrder: string;
    readonly tooManyWords: string;
    readonly tooManyWordsText: string;
    readonly undoSome: (values: { readonly count: string | number }) => string;
    readonly clearSelection: string;
    readonly bulkBar: string;
    readonly remove: string;
    readonly removeMany: (values: { readonly count: string | number; readonly noun: string | number }) => string;
    readonly removeText: string;
    readonly done: (values: { readonly label: string | number; readonly count: string | number }) => string;
    readonly outcome: (values: { readonly label: string | number }) => string;
    readonly doneCount: (values: { readonly count: string | number }) => string;
    readonly refusedCount: (values: { readonly count: string | number }) => string;
    readonly close: string;
    readonly cancel: string;
    readonly ask: (values: { readonly label: string | number; readonly title: string | number }) => string;
    readonly askMany: (values: { readonly label: string | number; readonly count: string | number }) => string;
    readonly askHint: string;
    readonly rowDone: (values: { readonly label: string | number; readonly title: string | number }) => string;
    readonly operators: {
      readonly is: string;
      readonly 'is not': string;
      readonly contains: string;
      readonly lacks: string;
      readonly 'starts with': string;
      readonly more: string;
      readonly 'at least': string;
      readonly less: string;
      readonly 'at most': string;
      readonly among: string;
      readonly 'not among': string;
      readonly 'any of': string;
      readonly 'none of': string;
      readonly 'last days': string;
      readonly me: string;
      readonly 'not me': string;
      readonly 'holds me': string;
      readonly empty: string;
      readonly given: string;
    };
    readonly momentOperators: {
      readonly more: string;
      readonly 'at least': string;
      readonly less: string;
      readonly 'at most': string;
    };
    readonly help: {
      readonly title: string;
      readonly search: string;
      readonly move: string;
      readonly ends: string;
      readonly screenful: string;
      readonly inside: string;
      readonly select: string;
      readonly range: string;
      readonly all: string;
      readonly open: string;
      readonly change: string;
      readonly undo: string;
      readonly edit: string;
      readonly clear: string;
      readonly help: string;
    };
    readonly conditions: {
      readonly title: string;
      readonly remove: (values: { readonly words: string | number }) => string;
      readonly edit: (values: { readonly words: string | number }) => string;
      readonly turn: (values: { readonly join: 'and' | 'or' }) => string;
      readonly field: string;
      readonly operator: string;
      readonly value: string;
      readonly days: string;
      readonly yes: string;
      readonly no: string;
      readonly textLabel: string;
      readonly textHint: (values: { readonly example: string | number }) => string;
      readonly apply: string;
      readonly show: string;
      readonly incomplete: string;
      readonly joins: {
        readonly and: string;
        readonly or: string;
      };
      readonly last: (values: { readonly label: string | number; readonly duration: string | number }) => string;
    };
    readonly printed: (values: { readonly loaded: string | number; readonly all: string | number }) => string;
    readonly files: {
      readonly shown: string;
      readonly shownText: string;
      readonly all: string;
      readonly allText: string;
      readonly allNeeded: string;
      readonly lacks: (values: { readonly text: string | number; readonly fields: string | number }) => string;
      readonly import: string;
      readonly importText: string;
    };
  };
  readonly menus: {
    readonly frame: {
      readonly closeMenu: string;
    };
    readonly appearance: {
      readonly theme: string;
      readonly system: string;
      readonly light: string;
      readonly dark: string;
      readonly density: string;
      readonly comfortable: string;
      readonly compact: string;
      readonly language: string;
      readonly usual: string;
    };
    readonly notFound: {
      readonly title: string;
      readonly text: string;
      readonly home: string;
      readonly notAllowed: string;
      readonly circle: string;
      readonly asking: string;
    };
    readonly account: {
      readonly signOut: string;
      readonly notSignedOut: string;
    };
  };
  readonly offline: {
    readonly lost: (values: { readonly time: string | number }) => string;
    readonly kept: {
      readonly title: string;
      readonly detail: string;
    };
    readonly behind: {
      readonly title: string;
      readonly detail: string;
    };
    readonly notKept: {
      readonly full: string;
      readonly behind: string;
      readonly next: string;
    };
    readonly notPutBack: (values: { readonly title: string | number }) => string;
    readonly count: (values: { readonly count: number }) => string;
    readonly refusedCount: (values: { readonly count: number }) => string;
    readonly show: string;
    readonly title: string;
    readonly intro: string;
    readonly nothing: string;
    readonly what: {
      readonly create: (values: { readonly title: string | number }) => string;
      readonly change: (values: { readonly title: string | number }) => string;
      readonly delete: (values: { readonly title: string | number }) => string;
      readonly event: (values: { readonly event: string | number; readonly title: string | number }) => string;
    };
    readonly state: {
      readonly waits: string;
      readonly behind: string;
      readonly sending: string;
      readonly doubted: string;
    };
    readonly open: string;
    readonly tryAgain: string;
    readonly send: string;
    readonly discard: string;
    readonly of: (values: { readonly what: string | number; readonly title: string | number }) => string;
    readonly discarded: (values: { readonly title: string | number }) => string;
    readonly undo: string;
    readonly sent: (values: { readonly count: number }) => string;
    readonly mark: string;
    readonly leave: {
      readonly title: (values: { readonly count: number }) => string;
      readonly text: string;
      readonly action: string;
    };
    readonly here: {
      readonly text: (values: { readonly count: number }) => string;
      readonly remove: string;
      readonly title: string;
      readonly gone: string;
      readonly action: string;
    };
    readonly about: {
      readonly title: string;
      readonly kept: string;
      readonly cannot: string;
      readonly not: string;
    };
  };
  readonly pages: {
    readonly passkeyCancelled: {
      readonly detail: string;
      readonly next: string;
    };
    readonly passkeyExists: {
      readonly detail: string;
      readonly next: string;
    };
    readonly who: {
      readonly title: string;
      readonly intro: (values: { readonly product: string | number }) => string;
      readonly nobody: string;
      readonly noRole: string;
      readonly signIn: string;
      readonly switch: string;
      readonly actingAs: string;
      readonly failed: string;
      readonly guest: string;
      readonly guestText: string;
    };
    readonly outbox: {
      readonly title: string;
      readonly intro: string;
      readonly empty: string;
      readonly emptyText: string;
      readonly send: string;
      readonly sent: string;
      readonly waiting: string;
      readonly sending: string;
      readonly failed: (values: { readonly problem: string | number }) => string;
      readonly gone: string;
      readonly body: string;
    };
    readonly clock: {
      readonly label: string;
      readonly hour: string;
      readonly day: string;
      readonly week: string;
      readonly month: string;
      readonly next: string;
      readonly hint: string;
    };
    readonly inbox: {
      readonly title: string;
      readonly empty: string;
      readonly emptyText: string;
      readonly markRead: string;
      readonly markAll: string;
      readonly unread: string;
      readonly mentioned: string;
      readonly gone: (values: { readonly entity: string | number }) => string;
      readonly guest: string;
    };
    readonly about: {
      readonly title: string;
      readonly facts: string;
      readonly forWhom: string;
      readonly language: string;
      readonly zone: string;
      readonly version: string;
      readonly you: string;
      readonly roles: string;
      readonly noRoles: string;
      readonly everyone: string;
      readonly mayDo: string;
      readonly mayDoHint: string;
      readonly nothingMay: string;
      readonly read: string;
      readonly create: string;
      readonly change: string;
      readonly delete: string;
      readonly raise: string;
      readonly whole: string;
      readonly purposeNotShown: string;
      readonly toDocument: string;
    };
    readonly points: {
      readonly notRead: string;
      readonly title: string;
      readonly seedTitle: string;
      readonly seedIntro: string;
      readonly where: string;
      readonly production: string;
      readonly stated: string;
      readonly assumed: string;
      readonly notShown: string;
      readonly firstLine: string;
      readonly copy: string;
      readonly copied: string;
      readonly copyFailed: string;
      readonly someStated: (values: { readonly stated: string | number; readonly notShown: string | number }) => string;
      readonly allTouched: string;
      readonly allStated: string;
      readonly someStatedOpen: (values: { readonly stated: string | number; readonly notShown: string | number; readonly open: number }) => string;
      readonly allStatedOpen: (values: { readonly open: number }) => string;
      readonly openValues: (values: { readonly count: number }) => string;
      readonly assumptions: string;
      readonly assumptionsHint: string;
      readonly gaps: string;
      readonly gapsHint: string;
      readonly findings: string;
      readonly line: (values: { readonly line: string | number }) => string;
      readonly elements: (values: { readonly count: number }) => string;
    };
    readonly why: {
      readonly mode: string;
      readonly modeOn: string;
      readonly point: (values: { readonly point: string | number; readonly title: string | number }) => string;
      readonly line: (values: { readonly line: string | number }) => string;
      readonly assumed: string;
      readonly notShown: string;
      readonly builtIn: string;
      readonly close: string;
      readonly failed: string;
    };
    readonly prose: {
      readonly notSpecified: string;
      readonly notSpecifiedText: string;
    };
    readonly dev: {
      readonly unread: string;
      readonly unreadHint: string;
      readonly unreadElsewhere: string;
      readonly assumptions: string;
      readonly broken: string;
      readonly faulty: string;
      readonly partly: string;
      readonly lossy: string;
      readonly running: string;
      readonly findings: (values: { readonly errors: number }) => string;
      readonly losses: (values: { readonly count: number }) => string;
      readonly show: string;
      readonly hide: string;
      readonly examples: string;
      readonly line: (values: { readonly line: string | number; readonly column: string | number }) => string;
      readonly roles: string;
      readonly updated: string;
    };
    readonly assumptions: {
      readonly 'A-SCREENS': string;
      readonly 'A-CALLS': string;
      readonly 'A-PEOPLE': string;
      readonly 'A-ROLES': string;
      readonly 'A-ERRORS': string;
      readonly 'A-NAVIGATION': string;
      readonly 'A-CSV': string;
      readonly 'A-RESTORE': string;
      readonly 'A-VIEWS': string;
      readonly 'A-INLINE': string;
      readonly 'A-PRESENCE': string;
      readonly 'A-GROUPS': string;
      readonly 'A-DUPLICATE': string;
      readonly 'A-RELATED': string;
      readonly 'A-ORDER': string;
      readonly 'A-LIMITS': string;
      readonly 'A-INITIAL': string;
      readonly 'A-OFFLINE': string;
      readonly 'A-LOCALE': string;
    };
  };
  readonly palette: {
    readonly hint: string;
    readonly go: string;
    readonly make: string;
    readonly records: string;
    readonly account: string;
    readonly searching: string;
    readonly nothing: (values: { readonly typed: string | number }) => string;
  };
  readonly points: {
    readonly titles: {
      readonly '1': string;
      readonly '2': string;
      readonly '3': string;
      readonly '4': string;
      readonly '5': string;
      readonly '6': string;
      readonly '7': string;
      readonly '8': string;
      readonly '9': string;
    };
    readonly consequences: {
      readonly '1': string;
      readonly '2': string;
      readonly '3': string;
      readonly '4': string;
      readonly '5': string;
      readonly '6': string;
      readonly '7': string;
      readonly '8': string;
      readonly '9': string;
    };
    readonly counted: {
      readonly screen: (values: { readonly count: number }) => string;
      readonly entity: (values: { readonly count: number }) => string;
      readonly field: (values: { readonly count: number }) => string;
      readonly machine: (values: { readonly count: number }) => string;
      readonly transition: (values: { readonly count: number }) => string;
      readonly rule: (values: { readonly count: number }) => string;
      readonly role: (values: { readonly count: number }) => string;
      readonly permission: (values: { readonly count: number }) => string;
      readonly call: (values: { readonly count: number }) => string;
      readonly error: (values: { readonly count: number }) => string;
      readonly constant: (values: { readonly count: number }) => string;
      readonly limit: (values: { readonly count: number }) => string;
    };
  };
  readonly record: {
    readonly edit: string;
    readonly more: string;
    readonly delete: string;
    readonly duplicate: string;
    readonly noForm: {
      readonly message: string;
      readonly next: string;
    };
    readonly deleteTitle: (values: { readonly title: string | number }) => string;
    readonly deleteText: string;
    readonly deleted: (values: { readonly title: string | number }) => string;
    readonly saved: string;
    readonly nothingChanged: string;
    readonly editing: string;
    readonly discardTitle: string;
    readonly discardText: string;
    readonly goOnEditing: string;
    readonly backTo: (values: { readonly label: string | number }) => string;
    readonly backHome: string;
    readonly details: string;
    readonly related: string;
    readonly showEmpty: (values: { readonly count: number }) => string;
    readonly hideEmpty: string;
    readonly sum: string;
    readonly noLines: string;
    readonly asList: string;
    readonly showMore: string;
    readonly printed: (values: { readonly loaded: string | number }) => string;
    readonly printedOf: (values: { readonly loaded: string | number; readonly all: string | number }) => string;
    readonly before: string;
    readonly goTo: (values: { readonly label: string | number }) => string;
    readonly moved: (values: { readonly event: string | number; readonly state: string | number }) => string;
    readonly done: (values: { readonly event: string | number }) => string;
    readonly undo: string;
    readonly undone: string;
    readonly notUndone: string;
    readonly changedSince: string;
    readonly unsaved: {
      readonly message: string;
      readonly next: string;
    };
    readonly created: string;
    readonly createdBy: (values: { readonly by: string | number }) => string;
    readonly changed: string;
    readonly changedBy: (values: { readonly by: string | number }) => string;
    readonly changedMeanwhile: string;
    readonly changedMeanwhileBy: (values: { readonly by: string | number }) => string;
    readonly changedFields: (values: { readonly fields: string | number }) => string;
    readonly nothingYours: string;
    readonly alsoHere: string;
    readonly isEditing: (values: { readonly name: string | number }) => string;
    readonly moreHere: (values: { readonly count: number }) => string;
    readonly conflict: {
      readonly title: string;
      readonly text: string;
      readonly theirs: string;
      readonly theirsBy: (values: { readonly by: string | number }) => string;
      readonly mine: string;
      readonly theirsMine: string;
      readonly allTheirsMine: string;
      readonly allTheirs: string;
      readonly allTheirsBy: (values: { readonly by: string | number }) => string;
      readonly allMine: string;
      readonly before: (values: { readonly text: string | number }) => string;
      readonly apply: string;
      readonly open: {
        readonly message: string;
        readonly next: string;
      };
      readonly first: {
        readonly message: string;
        readonly next: string;
      };
      readonly empty: string;
    };
    readonly email: string;
    readonly outbox: string;
    readonly sent: string;
    readonly leaving: string;
    readonly triedAgain: (values: { readonly attempts: number; readonly problem: string | number }) => string;
    readonly givenUp: (values: { readonly problem: string | number }) => string;
    readonly sendAgain: string;
    readonly history: string;
    readonly historyEmpty: string;
    readonly historyEvents: {
      readonly create: string;
      readonly change: string;
      readonly delete: string;
      readonly restore: string;
    };
    readonly acting: string;
    readonly copyLink: string;
    readonly linkCopied: string;
    readonly linkNotCopied: string;
    readonly otherVersion: string;
    readonly values: (values: { readonly count: number }) => string;
    readonly from: string;
    readonly to: string;
    readonly empty: string;
  };
  readonly savedViews: {
    readonly menu: string;
    readonly screen: {
      readonly menu: string;
      readonly keepTitle: string;
      readonly keepHint: string;
      readonly openByDefault: string;
      readonly notByDefault: string;
    };
    readonly tabs: string;
    readonly default: string;
    readonly forRole: (values: { readonly role: string | number }) => string;
    readonly changed: string;
    readonly save: string;
    readonly saveTo: (values: { readonly name: string | number }) => string;
    readonly saveNew: string;
    readonly back: (values: { readonly name: string | number }) => string;
    readonly thisView: (values: { readonly name: string | number }) => string;
    readonly edit: string;
    readonly remove: string;
    readonly openByDefault: string;
    readonly notByDefault: string;
    readonly opensText: string;
    readonly keepTitle: string;
    readonly editTitle: (values: { readonly name: string | number }) => string;
    readonly keepHint: string;
    readonly name: string;
    readonly for: string;
    readonly forMe: string;
    readonly density: string;
    readonly densityAny: string;
    readonly comfortable: string;
    readonly compact: string;
    readonly cancel: string;
    readonly removeTitle: (values: { readonly name: string | number }) => string;
    readonly removeOwn: string;
    readonly removeShared: (values: { readonly role: string | number }) => string;
    readonly removeIt: string;
    readonly kept: (values: { readonly name: string | number }) => string;
    readonly removed: (values: { readonly name: string | number }) => string;
    readonly cannotChangeShared: string;
    readonly cannotChangeSharedNext: string;
    readonly command: (values: { readonly name: string | number }) => string;
  };
  readonly signIn: {
    readonly title: string;
    readonly password: string;
    readonly forgotten: string;
    readonly back: string;
    readonly linkTitle: string;
    readonly linkIntro: string;
    readonly linkSubmit: string;
    readonly linkSent: string;
    readonly chooseTitle: string;
    readonly chooseIntro: string;
    readonly chooseSubmit: string;
    readonly newPassword: string;
    readonly current: string;
    readonly show: string;
    readonly noWay: string;
    readonly noWayNext: string;
    readonly missing: string;
    readonly accountOf: (values: { readonly name: string | number }) => string;
    readonly signOutEverywhere: string;
    readonly everywhereText: string;
    readonly changed: string;
    readonly changeTitle: string;
    readonly changeSubmit: string;
    readonly programs: string;
    readonly programsText: string;
    readonly credentials: string;
    readonly credentialsText: string;
    readonly credential: {
      readonly password: string;
      readonly link: string;
    };
    readonly accountWith: (values: { readonly provider: string | number }) => string;
    readonly chosen: (values: { readonly date: string | number }) => string;
    readonly noPrograms: string;
    readonly programLabel: string;
    readonly makeProgram: string;
    readonly token: string;
    readonly copy: string;
    readonly copied: string;
    readonly end: string;
    readonly endOf: (values: { readonly label: string | number }) => string;
    readonly until: (values: { readonly date: string | number }) => string;
    readonly used: (values: { readonly date: string | number }) => string;
    readonly since: (values: { readonly date: string | number }) => string;
    readonly sessions: string;
    readonly thisDevice: string;
    readonly someDevice: string;
    readonly signOutOf: (values: { readonly device: string | number }) => string;
    readonly invitation: string;
    readonly showInvitation: string;
    readonly invitationText: (values: { readonly until: string | number }) => string;
    readonly or: string;
    readonly withPasskey: string;
    readonly withProvider: (values: { readonly name: string | number }) => string;
    readonly passkeys: string;
    readonly passkeysText: string;
    readonly noPasskeys: string;
    readonly passkeyLabel: string;
    readonly makePasskey: string;
    readonly remove: string;
    readonly removeOf: (values: { readonly label: string | number }) => string;
    readonly provider: {
      readonly over: {
        readonly detail: string;
        readonly next: string;
      };
      readonly refused: {
        readonly detail: string;
        readonly next: string;
      };
      readonly unknown: {
        readonly detail: string;
        readonly next: string;
      };
    };
  };
  readonly trash: {
    readonly kept: (values: { readonly days: number }) => string;
    readonly count: (values: { readonly count: string | number; readonly nouns: string | number }) => string;
    readonly list: (values: { readonly nouns: string | number }) => string;
    readonly empty: string;
    readonly emptyText: (values: { readonly days: number }) => string;
    readonly deletedBy: (values: { readonly by: string | number }) => string;
    readonly with: (values: { readonly title: string | number }) => string;
    readonly withAnother: (values: { readonly noun: string | number }) => string;
    readonly daysLeft: (values: { readonly days: number }) => string;
    readonly lastDay: string;
    readonly restore: string;
    readonly select: (values: { readonly title: string | number }) => string;
    readonly selectAll: string;
    readonly selected: (values: { readonly count: string | number }) => string;
    readonly bulkBar: string;
    readonly clearSelection: string;
    readonly more: string;
    readonly back: (values: { readonly title: string | number }) => string;
    readonly backMany: (values: { readonly count: number }) => string;
    readonly notBack: string;
    readonly notAllBack: (values: { readonly count: number }) => string;
    readonly open: string;
    readonly undo: string;
    readonly canBeUndone: (values: { readonly days: number }) => string;
    readonly manyCanBeUndone: (values: { readonly days: number }) => string;
  };
  readonly undo: {
    readonly title: (values: { readonly label: string | number; readonly seconds: string | number }) => string;
    readonly paused: (values: { readonly label: string | number }) => string;
    readonly spoken: (values: { readonly label: string | number; readonly seconds: number }) => string;
    readonly undo: string;
    readonly now: string;
    readonly stopped: (values: { readonly label: string | number }) => string;
    readonly refused: (values: { readonly label: string | number }) => string;
    readonly open: (values: { readonly title: string | number }) => string;
    readonly becomes: (values: { readonly state: string | number }) => string;
    readonly becomesFinal: (values: { readonly state: string | number }) => string;
    readonly sendsOutside: string;
    readonly final: string;
  };
}

export interface ServerMessages {
  readonly protocol: {
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

export interface EngineMessages {
  readonly nounCase: string;
  readonly errors: {
    readonly NOT_SIGNED_IN: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOKEN_NOT_VALID: {
      readonly message: string;
      readonly next: string;
    };
    readonly NOT_RECOGNISED: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOO_MANY_REQUESTS: {
      readonly message: string;
      readonly next: (values: { readonly wait: string | number }) => string;
    };
    readonly UNREADABLE: {
      readonly message: (values: { readonly reason: string | number }) => string;
      readonly next: string;
    };
    readonly UNKNOWN_PARAMETER: {
      readonly message: (values: { readonly parameter: string | number }) => string;
      readonly next: string;
    };
    readonly PARAMETER_NOT_VALID: {
      readonly message: (values: { readonly reason: string | number }) => string;
      readonly next: string;
    };
    readonly METHOD_NOT_ALLOWED: {
      readonly message: string;
      readonly next: string;
    };
    readonly UNSUPPORTED_MEDIA_TYPE: {
      readonly message: string;
      readonly next: string;
    };
    readonly NOT_FOUND: {
      readonly message: (values: { readonly entity: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_A_KEY: {
      readonly message: (values: { readonly entity: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_ALLOWED: {
      readonly message: string;
      readonly next: (values: { readonly who: string | number }) => string;
    };
    readonly PRECONDITION_REQUIRED: {
      readonly message: string;
      readonly next: string;
    };
    readonly CHANGED_MEANWHILE: {
      readonly message: (values: { readonly by: string | number }) => string;
      readonly next: string;
    };
    readonly WRONG_STATE: {
      readonly message: (values: { readonly status: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_MET: {
      readonly message: (values: { readonly event: string | number; readonly condition: string | number }) => string;
      readonly next: string;
    };
    readonly IN_USE: {
      readonly message: (values: { readonly uses: string | number }) => string;
      readonly next: string;
    };
    readonly INVALID: {
      readonly message: (values: { readonly count: string | number }) => string;
      readonly next: string;
    };
    readonly TOO_LARGE: {
      readonly message: string;
      readonly next: string;
    };
    readonly DOCUMENT_CHANGED: {
      readonly message: string;
      readonly next: string;
    };
    readonly IDEMPOTENCY_MISMATCH: {
      readonly message: string;
      readonly next: string;
    };
    readonly UNAVAILABLE: {
      readonly message: string;
      readonly next: string;
    };
    readonly NOT_VALID: {
      readonly message: (values: { readonly condition: string | number }) => string;
      readonly next: string;
    };
    readonly REQUIRED: {
      readonly message: (values: { readonly field: string | number }) => string;
      readonly next: string;
    };
    readonly WRONG_TYPE: {
      readonly message: (values: { readonly expected: string | number }) => string;
      readonly next: string;
    };
    readonly TOO_LONG: {
      readonly message: (values: { readonly max: string | number; readonly length: string | number }) => string;
      readonly next: (values: { readonly max: string | number }) => string;
    };
    readonly TOO_SHORT: {
      readonly message: (values: { readonly min: string | number; readonly length: string | number }) => string;
      readonly next: (values: { readonly min: string | number }) => string;
    };
    readonly TOO_SMALL: {
      readonly message: (values: { readonly min: string | number }) => string;
      readonly next: string;
    };
    readonly TOO_BIG: {
      readonly message: (values: { readonly max: string | number }) => string;
      readonly next: string;
    };
    readonly TOO_FEW_LINES: {
      readonly message: (values: { readonly min: string | number; readonly count: string | number }) => string;
      readonly next: string;
    };
    readonly TOO_MANY_LINES: {
      readonly message: (values: { readonly max: string | number; readonly count: string | number }) => string;
      readonly next: string;
    };
    readonly LINE_STAYS: {
      readonly message: (values: { readonly entity: string | number; readonly number: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_A_CHOICE: {
      readonly message: (values: { readonly value: string | number }) => string;
      readonly next: (values: { readonly choices: string | number }) => string;
    };
    readonly WRONG_FILE: {
      readonly message: (values: { readonly name: string | number }) => string;
      readonly next: (values: { readonly endings: string | number }) => string;
    };
    readonly GIVEN_TWICE: {
      readonly message: string;
      readonly next: string;
    };
    readonly NO_SUCH_VALUE: {
      readonly message: (values: { readonly entity: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_OFFERED: {
      readonly message: (values: { readonly entity: string | number }) => string;
      readonly next: string;
    };
    readonly TARGET_DELETED: {
      readonly message: (values: { readonly entity: string | number; readonly field: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_UNIQUE: {
      readonly message: (values: { readonly field: string | number }) => string;
      readonly next: string;
    };
    readonly NOT_AN_INPUT: {
      readonly message: (values: { readonly field: string | number }) => string;
      readonly next: string;
    };
    readonly LIMIT_NOT_SHOWN: {
      readonly message: (values: { readonly limit: string | number }) => string;
      readonly next: (values: { readonly limit: string | number }) => string;
    };
    readonly NOT_SHOWN: {
      readonly message: (values: { readonly what: string | number }) => string;
      readonly next: string;
    };
    readonly CIRCLE: {
      readonly message: (values: { readonly what: string | number }) => string;
      readonly next: string;
    };
    readonly NUMBER_TOO_LARGE: {
      readonly message: string;
      readonly next: string;
    };
    readonly TOO_MANY_RECORDS: {
      readonly message: (values: { readonly count: string | number; readonly entity: string | number }) => string;
      readonly next: string;
    };
  };
  readonly titles: {
    readonly 'not signed in': string;
    readonly 'too many requests': string;
    readonly unreadable: string;
    readonly 'not found': string;
    readonly 'not allowed': string;
    readonly 'match required': string;
    readonly 'changed meanwhile': string;
    readonly 'wrong state': string;
    readonly 'not met': string;
    readonly 'in use': string;
    readonly invalid: string;
    readonly 'too large': string;
    readonly 'document changed': string;
    readonly unavailable: string;
  };
  readonly somebody: string;
  readonly somebodyFirst: string;
  readonly you: string;
  readonly product: string;
  readonly productFirst: string;
  readonly yes: string;
  readonly no: string;
  readonly none: string;
  readonly noState: string;
  readonly hiddenState: string;
  readonly hiddenCondition: string;
  readonly hiddenPart: string;
  readonly hiddenRecord: string;
  readonly hiddenReason: string;
  readonly otherRecords: string;
  readonly ownRights: string;
  readonly nobodyToTell: string;
  readonly tooManyToTell: string;
  readonly noAddress: string;
  readonly comment: string;
  readonly whoeverWrote: string;
  readonly roleAway: (values: { readonly roles: string | number }) => string;
  readonly whoever: (values: { readonly field: string | number }) => string;
  readonly fieldOf: (values: { readonly field: string | number; readonly entity: string | number }) => string;
  readonly expected: {
    readonly text: string;
    readonly 'one line': string;
    readonly 'no control characters': string;
    readonly 'no broken characters': string;
    readonly 'no heaped marks': string;
    readonly 'yes or no': string;
    readonly 'currency that exists': string;
    readonly choice: string;
    readonly choices: string;
    readonly role: string;
    readonly roles: string;
    readonly 'list entry': string;
    readonly record: string;
    readonly records: string;
    readonly texts: string;
    readonly lines: string;
    readonly file: string;
    readonly files: string;
    readonly 'files with their content': string;
    readonly nothing: string;
    readonly date: (values: { readonly example: string | number }) => string;
    readonly 'date and time': (values: { readonly example: string | number }) => string;
    readonly time: (values: { readonly example: string | number }) => string;
    readonly duration: (values: { readonly example: string | number }) => string;
    readonly 'whole number': (values: { readonly example: string | number }) => string;
    readonly 'whole number with unit': (values: { readonly unit: string | number; readonly example: string | number }) => string;
    readonly number: (values: { readonly example: string | number; readonly digits: string | number }) => string;
    readonly 'number with unit': (values: { readonly unit: string | number; readonly example: string | number; readonly digits: string | number }) => string;
    readonly amount: (values: { readonly example: string | number; readonly digits: string | number }) => string;
    readonly 'amount in a currency': (values: { readonly currency: string | number; readonly example: string | number; readonly digits: string | number }) => string;
    readonly digits: (values: { readonly scale: number }) => string;
    readonly 'one of two numbers': (values: { readonly first: string | number; readonly second: string | number }) => string;
    readonly multiple: (values: { readonly of: string | number }) => string;
    readonly step: (values: { readonly first: string | number; readonly second: string | number; readonly third: string | number }) => string;
    readonly form: (values: { readonly form: string | number }) => string;
    readonly 'text format': (values: { readonly name: string | number; readonly example: string | number }) => string;
    readonly sent: {
      readonly boolean: string;
      readonly number: string;
      readonly decimal: string;
      readonly money: string;
      readonly seconds: string;
      readonly milliseconds: string;
      readonly 'number or fraction': string;
      readonly 'money as number': string;
      readonly list: string;
      readonly objects: string;
      readonly ids: string;
      readonly file: string;
    };
  };
  readonly signs: {
    readonly and: string;
    readonly or: string;
    readonly yes: string;
    readonly no: string;
    readonly nothing: string;
    readonly me: string;
    readonly now: string;
    readonly today: string;
    readonly signedIn: string;
    readonly signedOut: string;
    readonly empty: (values: { readonly of: string | number }) => string;
    readonly given: (values: { readonly of: string | number }) => string;
    readonly not: (values: { readonly condition: string | number }) => string;
    readonly old: (values: { readonly of: string | number }) => string;
    readonly oldRecord: string;
    readonly notShown: (values: { readonly name: string | number }) => string;
    readonly measure: {
      readonly sum: (values: { readonly of: string | number }) => string;
      readonly count: (values: { readonly of: string | number }) => string;
      readonly average: (values: { readonly of: string | number }) => string;
      readonly min: (values: { readonly of: string | number }) => string;
      readonly max: (values: { readonly of: string | number }) => string;
    };
    readonly over: (values: { readonly of: string | number; readonly records: string | number }) => string;
    readonly where: (values: { readonly records: string | number; readonly condition: string | number }) => string;
    readonly others: (values: { readonly records: string | number }) => string;
    readonly exists: (values: { readonly records: string | number }) => string;
    readonly all: (values: { readonly records: string | number; readonly condition: string | number }) => string;
    readonly some: (values: { readonly records: string | number; readonly condition: string | number }) => string;
    readonly one: (values: { readonly records: string | number; readonly condition: string | number }) => string;
    readonly ifElse: (values: { readonly yes: string | number; readonly test: string | number; readonly no: string | number }) => string;
    readonly workingTime: (values: { readonly of: string | number }) => string;
  };
  readonly assumed: {
    readonly listOf: (values: { readonly entity: string | number }) => string;
    readonly newOne: (values: { readonly entity: string | number }) => string;
    readonly requiredHere: (values: { readonly field: string | number }) => string;
    readonly notGivenHere: (values: { readonly field: string | number }) => string;
    readonly names: {
      readonly Person: string;
      readonly People: string;
      readonly 'People who sign in.': string;
      readonly Name: string;
      readonly Email: string;
      readonly Roles: string;
    };
  };
  readonly truth: {
    readonly yes: string;
    readonly no: string;
  };
}
