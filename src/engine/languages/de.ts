import type { ExpectedWords, SentWords } from '../../fields/text/expected.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';

const PLAIN: ExpectedWords = {
  text: 'Text',
  'one line': 'Text in einer Zeile',
  'no control characters': 'Text ohne Steuerzeichen',
  'no broken characters': 'Text ohne halbe Zeichen',
  'no heaped marks': 'Text mit höchstens 30 Zeichen an einem Buchstaben',
  'yes or no': 'ja oder nein',
  'currency that exists': 'ein Betrag in einer Währung, die es gibt, etwa EUR oder USD',
  choice: 'eine der angebotenen Möglichkeiten',
  choices: 'Möglichkeiten mit Kommas dazwischen',
  role: 'eine der Rollen',
  roles: 'Rollen mit Kommas dazwischen',
  'list entry': 'ein Name; wählen Sie ihn dann in der Liste',
  record: 'der Name eines Eintrags, den es gibt',
  records: 'Namen von Einträgen, die es gibt, mit Kommas dazwischen',
  texts: 'Texte mit Kommas dazwischen',
  lines: 'Zeilen, wie sie in einer exportierten Datei stehen',
  file: 'eine hochgeladene Datei',
  files: 'hochgeladene Dateien',
  nothing: 'nichts, denn das Dokument nennt den Typ nicht',
};

const SENT: SentWords = {
  boolean: 'der JSON-Wert true oder false',
  number: 'eine ganze JSON-Zahl wie 12',
  decimal: 'eine Zahl als JSON-Text wie "12.50"',
  money: 'ein JSON-Objekt mit amount (Text wie "12.50") und currency (Text wie "EUR")',
  list: 'eine JSON-Liste',
  objects: 'eine JSON-Liste von Objekten, jedes mit eigener id oder ohne',
  ids: 'eine JSON-Liste von ids, jede einmal',
  file: 'ein JSON-Objekt, dessen Wert file den Upload nennt',
};

function places({ isScaled, scale }: { readonly isScaled: boolean; readonly scale: number }): string {
  if (!isScaled) return '';
  return scale === 0 ? ', ohne Nachkommastellen' : `, mit höchstens ${scale} Nachkommastelle${scale === 1 ? '' : 'n'}`;
}

/** What the engine says in German. It imports only types: a page loads it beside its own texts. */
export const german: StandardTexts = {
  errors: {
    NOT_SIGNED_IN: { message: 'Sie sind nicht angemeldet.', next: 'Melden Sie sich an und versuchen Sie es erneut.' },
    TOO_MANY_REQUESTS: {
      message: 'Das waren zu viele Anfragen.',
      next: 'Warten Sie {wait} und versuchen Sie es dann erneut.',
    },
    UNREADABLE: {
      message: 'Diese Anfrage ist nicht lesbar: {reason}.',
      next: 'Berichtigen Sie sie und senden Sie sie noch einmal.',
    },
    UNKNOWN_PARAMETER: { message: 'Einen Parameter „{parameter}“ gibt es hier nicht.', next: 'Lassen Sie ihn weg.' },
    NOT_FOUND: { message: 'Nicht gefunden: {entity}.', next: 'Der Eintrag wurde vielleicht gelöscht.' },
    NOT_ALLOWED: { message: 'Das dürfen Sie nicht.', next: 'Wenden Sie sich an: {who}.' },
    PRECONDITION_REQUIRED: {
      message: 'Geben Sie an, welche Fassung Sie gesehen haben.',
      next: 'Senden Sie deren ETag als If-Match.',
    },
    CHANGED_MEANWHILE: {
      message: 'Der Eintrag wurde inzwischen geändert, und zwar von: {by}.',
      next: 'Sehen Sie sich die neue Fassung an und versuchen Sie es dann erneut.',
    },
    WRONG_STATE: { message: 'Der Stand ist jetzt: {status}. Dabei ist das nicht möglich.', next: '' },
    NOT_MET: { message: 'Voraussetzung für „{event}“: {condition}.', next: '' },
    IN_USE: { message: 'Wird noch verwendet: {uses}.', next: 'Entfernen Sie zuerst, was darauf verweist.' },
    INVALID: {
      message: 'Noch einmal anzusehen sind {count} Angaben.',
      next: 'Bei jeder steht, was nicht stimmt.',
    },
    TOO_LARGE: { message: 'Das ist größer, als hier angenommen wird.', next: 'Senden Sie weniger auf einmal.' },
    DOCUMENT_CHANGED: {
      message: 'Das Dokument wurde geändert, seit diese Seite geladen wurde.',
      next: 'Laden Sie die Seite neu; Ihre Eingaben bleiben erhalten.',
    },
    IDEMPOTENCY_MISMATCH: {
      message: 'Dieser Schlüssel wurde bereits für eine andere Anfrage verwendet.',
      next: 'Verwenden Sie einen neuen Idempotency-Key.',
    },
    UNAVAILABLE: { message: 'Das ist im Augenblick nicht möglich.', next: 'Versuchen Sie es gleich noch einmal.' },
    NOT_VALID: { message: 'Es muss gelten: {condition}.', next: '' },
    REQUIRED: { message: '{field} fehlt.', next: 'Füllen Sie das Feld aus.' },
    WRONG_TYPE: { message: 'Bitte eingeben: {expected}.', next: '' },
    TOO_LONG: {
      message: 'Das sind {length} Zeichen, erlaubt sind höchstens {max}.',
      next: 'Kürzen Sie auf {max} Zeichen.',
    },
    TOO_SHORT: {
      message: 'Das sind {length} Zeichen, nötig sind mindestens {min}.',
      next: 'Schreiben Sie mindestens {min} Zeichen.',
    },
    TOO_SMALL: { message: 'Der kleinste erlaubte Wert ist {min}.', next: 'Geben Sie einen größeren Wert ein.' },
    TOO_BIG: { message: 'Der größte erlaubte Wert ist {max}.', next: 'Geben Sie einen kleineren Wert ein.' },
    TOO_FEW_LINES: {
      message: 'Nötig sind mindestens {min}, vorhanden sind {count}.',
      next: 'Ergänzen Sie, was fehlt.',
    },
    TOO_MANY_LINES: { message: 'Erlaubt sind höchstens {max}, vorhanden sind {count}.', next: 'Entfernen Sie einige.' },
    LINE_STAYS: {
      message: 'Damit entfiele „{entity} {number}“; dort ist ein Endzustand erreicht.',
      next: 'Lassen Sie die Zeile in der Liste.',
    },
    NOT_A_CHOICE: { message: '„{value}“ steht nicht zur Auswahl.', next: 'Wählen Sie eines davon: {choices}.' },
    WRONG_FILE: {
      message: 'Dateien wie „{name}“ werden hier nicht angenommen.',
      next: 'Hängen Sie eine davon an: {endings}.',
    },
    GIVEN_TWICE: { message: 'Das ist doppelt angegeben.', next: 'Lassen Sie eines davon weg.' },
    NO_SUCH_VALUE: { message: 'Das gibt es nicht: {entity}.', next: 'Wählen Sie etwas anderes.' },
    TARGET_DELETED: {
      message: 'Gelöscht ist, wohin „{field}“ führt: {entity}.',
      next: 'Holen Sie das zuerst zurück.',
    },
    NOT_UNIQUE: { message: 'Schon vergeben: {field}.', next: 'Wählen Sie etwas anderes.' },
    NOT_AN_INPUT: { message: '„{field}“ kann hier nicht gesendet werden.', next: 'Lassen Sie es weg.' },
    LIMIT_NOT_SHOWN: {
      message: 'Die Grenze {limit} ist nicht angegeben, deshalb wird hier nichts angenommen.',
      next: 'Geben Sie {limit} in Punkt 9 des Dokuments an.',
    },
    NOT_SHOWN: {
      message: 'Das lässt sich nicht entscheiden: {what} ist nicht angegeben.',
      next: 'Geben Sie es im Dokument an.',
    },
    CIRCLE: {
      message: 'Das löst eine Änderung nach der anderen aus, ohne Ende: {what}.',
      next: 'Das Dokument muss es beenden.',
    },
    TOO_MANY_RECORDS: {
      message: 'Das lässt sich nicht entscheiden: Es gibt mehr als {count} Datensätze von „{entity}“ durchzugehen.',
      next: 'Vereinfachen Sie die Regel im Dokument, sodass eine Datenbank sie beantworten kann.',
    },
    NUMBER_TOO_LARGE: { message: 'Diese Zahl ist zu groß.', next: 'Geben Sie eine kleinere ein.' },
  },
  titles: {
    'not signed in': 'Nicht angemeldet',
    'too many requests': 'Zu viele Anfragen',
    unreadable: 'Nicht lesbare Anfrage',
    'not found': 'Nicht gefunden',
    'not allowed': 'Nicht erlaubt',
    'match required': 'Fassung nötig',
    'changed meanwhile': 'Inzwischen geändert',
    'wrong state': 'Jetzt nicht möglich',
    'not met': 'Voraussetzung nicht erfüllt',
    'in use': 'Wird verwendet',
    invalid: 'Ungültig',
    'too large': 'Zu groß',
    'document changed': 'Dokument geändert',
    unavailable: 'Nicht verfügbar',
  },
  somebody: 'jemand anderes',
  somebodyFirst: 'Jemand anderes',
  you: 'Ihnen',
  product: 'das Programm',
  productFirst: 'Das Programm',
  yes: 'ja',
  no: 'nein',
  none: 'ohne',
  noState: 'ohne Stand',
  hiddenState: 'für Sie nicht sichtbar',
  hiddenCondition: 'eine Bedingung, die Sie nicht sehen dürfen',
  hiddenPart: 'etwas, das Sie nicht sehen dürfen',
  hiddenRecord: 'ein Eintrag, den Sie nicht sehen dürfen',
  hiddenReason: 'Den Grund dürfen Sie nicht sehen.',
  otherRecords: 'andere Einträge',
  ownRights: 'Niemand ändert, was über die eigenen Rechte entscheidet; das muss jemand anderes tun.',
  nobodyToTell: 'Es gab niemanden zu benachrichtigen.',
  comment: 'Ein Kommentar',
  whoeverWrote: 'wer es geschrieben hat',
  roleAway: (roles) => `Diese Rolle vergibt nur, wer sie selbst hat: ${roles}.`,
  whoever: (field) => `wer unter „${field}“ steht`,
  fieldOf: (field, entity) => `${field} (${entity})`,
  within: (label) => label,
  expected: (expected) => {
    switch (expected.is) {
      case 'date':
        return `ein Datum wie ${expected.example}`;
      case 'date and time':
        return `ein Datum mit Uhrzeit wie ${expected.example}`;
      case 'time':
        return `eine Uhrzeit wie ${expected.example}`;
      case 'duration':
        return `eine Dauer wie ${expected.example}`;
      case 'whole number':
        return `eine ganze Zahl${expected.unit === null ? '' : ` in ${expected.unit}`} wie ${expected.example}`;
      case 'number':
        return `eine Zahl${expected.unit === null ? '' : ` in ${expected.unit}`} wie ${expected.example}${places(expected)}`;
      case 'amount':
        return expected.currency === null
          ? `ein Betrag mit seiner Währung wie ${expected.example}${places(expected)}`
          : `ein Betrag in ${expected.currency} wie ${expected.example}${places(expected)}`;
      case 'one of two numbers':
        return `${expected.numbers[0]} oder ${expected.numbers[1]}, denn diese Eingabe kann beides heißen`;
      case 'multiple':
        return `ein Vielfaches von ${expected.of}`;
      case 'step':
        return `${expected.from}, ${expected.from + expected.by}, ${expected.from + 2 * expected.by} und so weiter`;
      case 'form':
        return `Text der Form ${expected.form}`;
      case 'sent as':
        return SENT[expected.json];
      case 'text format':
        return `${expected.name.de} wie ${expected.example}`;
      default:
        return PLAIN[expected.is];
    }
  },
  signs: {
    and: 'und',
    or: 'oder',
    yes: 'ja',
    no: 'nein',
    nothing: 'leer',
    me: 'Sie',
    now: 'jetzt',
    today: 'heute',
    signedIn: 'Sie sind angemeldet',
    signedOut: 'Sie sind nicht angemeldet',
    empty: (of) => `${of} ist leer`,
    given: (of) => `${of} ist angegeben`,
    not: (condition) => `nicht (${condition})`,
    old: (of) => (of === '' ? 'der Eintrag vorher' : `${of} vorher`),
    notShown: (name) => `${name} (nicht angegeben)`,
    measure: {
      sum: (of) => `Summe von ${of}`,
      count: (of) => `Anzahl ${of}`,
      average: (of) => `Durchschnitt von ${of}`,
      min: (of) => `kleinster Wert von ${of}`,
      max: (of) => `größter Wert von ${of}`,
    },
    over: (of, records) => `${of} (${records})`,
    where: (records, condition) => `${records} mit ${condition}`,
    others: (records) => `andere ${records}`,
    exists: (records) => `es gibt ${records}`,
    all: (records, condition) => `bei allen ${records}: ${condition}`,
    some: (records, condition) => `bei wenigstens einem von ${records}: ${condition}`,
    one: (records, condition) => `bei genau einem von ${records}: ${condition}`,
    ifElse: (test, yes, no) => `${yes}, falls ${test}, sonst ${no}`,
    workingTime: (of) => `${of} in Arbeitszeit`,
  },
  assumed: {
    listOf: (entity) => `${entity}: Liste`,
    newOne: (entity) => `${entity} anlegen`,
    requiredHere: (field) => `${field} wird hier gebraucht.`,
    notGivenHere: (field) => `${field} kann hier nicht angegeben werden.`,
    names: {
      Person: 'Person',
      People: 'Personen',
      'People who sign in.': 'Wer sich anmeldet.',
      Name: 'Name',
      Email: 'E-Mail',
      Roles: 'Rollen',
    },
  },
};
