import type { ServerMessages } from './message-texts.ts';

export const german: ServerMessages = {
  protocol: {
    METHOD_NOT_ALLOWED: {
      message: 'Diese Adresse nimmt diese Methode nicht an.',
      next: 'Der Header Allow sagt, welche sie annimmt.',
    },
    UNSUPPORTED_MEDIA_TYPE: {
      message: 'Der Inhalt ist nicht als JSON gesendet.',
      next: 'Senden Sie ihn mit dem Header Content-Type: application/json.',
    },
    EXPECTATION_FAILED: {
      message: 'Dieser Server tut nicht, was der Header Expect verlangt.',
      next: 'Senden Sie es ohne den Header Expect.',
    },
    TOO_MANY_ROWS: {
      message: 'Das sind mehr Zeilen, als auf einmal angenommen werden.',
      next: 'Grenzen Sie die Liste mit einem Filter ein, oder senden Sie die Datei in Teilen.',
    },
    TOO_BROAD: {
      message: 'Diese Suche ist zu weit gefasst.',
      next: 'Grenzen Sie sie ein, etwa mit einem Filter auf einen Wert oder mit dem Anfang eines Wortes.',
    },
    TOO_MANY_UPLOADS: {
      message:
        'Zu viele hochgeladene Dateien gehören noch zu keinem Datensatz. Erlaubt sind 200 MB und 200 Dateien je Person und 2 GB für alle.',
      next: 'Speichern Sie die Datensätze, zu denen die Dateien gehören. Nicht verwendete Dateien werden nach einem Tag entfernt.',
    },
    NOT_A_PATH: {
      message: 'Der Pfad dieser Adresse beginnt mit zwei Schrägstrichen.',
      next: 'Verwenden Sie einen Pfad, der mit einem Schrägstrich beginnt.',
    },
    OTHER_HOST: {
      message: 'Dieser Server antwortet nur unter seinem eigenen Namen.',
      next: 'Öffnen Sie ihn unter localhost oder 127.0.0.1, mit dem Port, den er beim Start nennt.',
    },
    OTHER_ORIGIN: {
      message: 'Eine andere Website hat versucht, hier etwas zu ändern.',
      next: 'Tun Sie es auf einer Seite dieser Anwendung.',
    },
    NO_SWITCHER_KEY: {
      message: 'Die Person lässt sich nur auf der Seite wechseln.',
      next: 'Laden Sie die Seite neu und wählen Sie dann die Person.',
    },
    NOT_RECOGNISED: {
      message: 'Name oder Passwort ist falsch.',
      next: 'Versuchen Sie es noch einmal, oder lassen Sie sich einen Link für ein neues Passwort senden.',
    },
    TOO_MANY_ATTEMPTS: {
      message: 'Es wurde zu oft versucht, sich anzumelden.',
      next: 'Warten Sie eine Viertelstunde, oder wählen Sie über einen Link ein neues Passwort.',
    },
    LINK_OVER: {
      message: 'Dieser Link wurde schon verwendet oder ist zu alt.',
      next: 'Lassen Sie sich einen neuen senden.',
    },
    WEAK_PASSWORD: {
      message: 'Dieses Passwort ist zu leicht zu erraten.',
      next: 'Wählen Sie ein längeres; gut sind mehrere Wörter, die nicht zusammengehören.',
    },
    SIGNS_IN_ALREADY: {
      message: 'Diese Person kann sich schon anmelden.',
      next: 'Wer sein Passwort vergessen hat, lässt sich bei der Anmeldung einen Link senden.',
    },
    NO_PASSWORDS: {
      message: 'Die Anmeldung mit einem Passwort ist hier nicht verfügbar.',
      next: 'Wählen Sie eine andere Art der Anmeldung.',
    },
    NO_PROVIDER: {
      message: 'Die Anmeldung über einen Anbieter ist hier nicht verfügbar.',
      next: 'Wählen Sie eine andere Art der Anmeldung.',
    },
    PROVIDER_SILENT: {
      message: 'Der Anbieter der Anmeldung antwortet nicht.',
      next: 'Versuchen Sie es in einer Weile wieder, oder melden Sie sich anders an, wie die Seite es anbietet.',
    },
    NO_PASSKEYS: {
      message: 'Die Anmeldung mit einem Passkey ist hier nicht verfügbar.',
      next: 'Wählen Sie eine andere Art der Anmeldung.',
    },
    PASSKEY_REFUSED: {
      message: 'Dieser Passkey wurde nicht angenommen.',
      next: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    },
    SIGN_IN_AGAIN: {
      message: 'Ihre Anmeldung ist zu lange her.',
      next: 'Melden Sie sich ab und wieder an, und tun Sie es dann innerhalb von zehn Minuten.',
    },
    INTERNAL: {
      message: 'Auf dem Server ist etwas schiefgegangen.',
      next: 'Versuchen Sie es noch einmal. Geschieht es wieder, sagen Sie es dem, der diese Anwendung betreibt.',
    },
  },
  weakPassword: {
    short: (least, length) => `Ein Passwort hat mindestens ${least} Zeichen, dieses hat ${length}.`,
    long: (most, length) => `Ein Passwort hat höchstens ${most} Zeichen, dieses hat ${length}.`,
    few: 'Dieses Passwort hat zu wenige verschiedene Zeichen.',
    run: 'Dieses Passwort ist eine einfache Folge.',
    own: 'Dieses Passwort ähnelt zu sehr Ihrem Namen oder anderen Angaben.',
  },
  entityNames: {
    page: 'Seite',
    session: 'Sitzung',
    screen: 'Seite',
    list: 'Liste',
    person: 'Person',
    field: 'Feld',
    file: 'Datei',
    element: 'Element',
    version: 'Fassung',
    view: 'Ansicht',
    comment: 'Kommentar',
    error: 'Fehler',
    program: 'Programm',
    passkey: 'Passkey',
    credential: 'Anmeldeweg',
  },
  somebodySignedIn: 'jemand, der sich anmeldet',
  whoChangesTheDocument: 'jemand, der das Dokument ändern darf',
  whoChangesRoles: 'jemand, der Rollen ändern darf',
  viewsFull: 'Mehr Ansichten lassen sich nicht speichern; löschen Sie zuerst eine',
  viewExists: (name) => `Eine Ansicht „${name}“ gibt es schon`,
  ofThisScreen: (what) => `„${what}“ dieser Seite`,
  passwordEmail: (product, link) => ({
    subject: `${product}: ein neues Passwort wählen`,
    text: `Jemand, höchstwahrscheinlich Sie, hat um ein neues Passwort für ${product} gebeten.\n\nWählen Sie es hier, innerhalb einer Stunde:\n${link}\n\nWaren Sie es nicht, hat sich nichts geändert, und Sie können diesen Brief auf sich beruhen lassen.\n`,
  }),
  invitationEmail: (product, link) => ({
    subject: `Einladung zu ${product}`,
    text: `Sie wurden zu ${product} eingeladen.\n\nWählen Sie hier Ihr Passwort, innerhalb eines Tages:\n${link}\n\nDanach können Sie sich auf der Anmeldeseite einen neuen Link senden lassen.\n`,
  }),
  notCsv: 'Der Inhalt ist nicht als CSV gesendet.',
  unreadableFile: (reason) => ({
    message: `Diese Datei lässt sich nicht lesen: ${reason}.`,
    next: 'Berichtigen Sie sie, speichern Sie sie als „CSV UTF-8“, und wählen Sie sie neu.',
  }),
  reasons: {
    'it is not UTF-8 text': 'Sie ist kein Text in UTF-8',
    'it has no headings': 'Sie hat keine Zeile mit Überschriften',
    'something stands behind the closing quote of a cell':
      'Hinter dem schließenden Anführungszeichen einer Zelle steht etwas',
    'a quote stands within a cell that does not begin with one':
      'Ein Anführungszeichen steht in einer Zelle, die nicht damit beginnt',
    'it has more than 1,000 columns': 'Sie hat mehr als 1.000 Spalten',
    'it has more than 1,000,000 characters': 'Sie hat mehr als 1.000.000 Zeichen',
    'the file has more than 500,000 cells': 'Die Datei hat mehr als 500.000 Zellen',
    'the quote that opens a cell is not closed': 'Das Anführungszeichen, das eine Zelle öffnet, wird nicht geschlossen',
  },
  inLine: (line, reason) => `Zeile ${line}: ${reason}`,
  tooManyToExport: (rows) => ({
    message: `Diese Liste hat mehr als ${rows} Zeilen; mehr gehen nicht in eine Datei.`,
    next: 'Grenzen Sie sie mit einem Filter ein und versuchen Sie es dann erneut.',
  }),
  tooManyToImport: (rows) => ({
    message: `Diese Datei hat mehr als ${rows} Zeilen; mehr werden nicht auf einmal angenommen.`,
    next: 'Senden Sie sie in Teilen.',
  }),
  wrongCellCount: (cells, headings) => `Zellen in dieser Zeile: ${cells}, Überschriften: ${headings}.`,
  ambiguousName: (text) => ({ message: `Mehrere heißen „${text}“.`, next: 'Schreiben Sie die Kennung von einem.' }),
};
