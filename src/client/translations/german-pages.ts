import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

const within = (open: number | null) =>
  open === null || open === 0
    ? ''
    : plural(open, ' Darin ist 1 Wert nicht angegeben.', ` Darin sind ${open} Werte nicht angegeben.`);

export const pages: Catalogue['pages'] = {
  passkeyCancelled: {
    detail: 'Es wurde kein Passkey verwendet.',
    next: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  },
  passkeyExists: { detail: 'Dieses Gerät hat schon einen Passkey von Ihnen.', next: 'Verwenden Sie diesen Passkey.' },
  who: {
    title: 'Wer bin ich?',
    intro: (product) => `Bei der Entwicklung wählen Sie, wer Sie in ${product} sind. Das können Sie jederzeit ändern.`,
    nobody: 'Es gibt noch niemanden, der sich anmelden kann.',
    nobodyNext:
      'Fügen Sie Personen als Beispieldaten hinzu: eine Tabelle unter „## Sample data“ für die Entität mit dem Anmeldefeld.',
    noRole: 'Keine Rolle',
    signIn: 'Oder melden Sie sich so an, wie es im Betrieb geschieht',
    switch: 'Als jemand anderes handeln',
    actingAs: 'Sie handeln als',
    failed: 'Das hat nicht geklappt.',
    guest: 'Gast',
    guestText: 'Nicht angemeldet',
  },
  outbox: {
    title: 'Ausgang',
    intro: 'Aufrufe an Adressen auf diesem Rechner werden sofort gesendet. Alle anderen warten, bis Sie sie senden.',
    empty: 'Noch keine Aufrufe',
    emptyText: 'Wenn ein Ereignis eine Adresse außerhalb aufruft, erscheint der Aufruf hier.',
    send: 'Jetzt senden',
    sent: 'Gesendet',
    waiting: 'Nicht gesendet: Die Adresse ist nicht auf diesem Rechner',
    sending: 'Wird gleich gesendet',
    failed: (problem) => `Fehlgeschlagen: ${problem}`,
    gone: 'Das Dokument enthält diesen Aufruf nicht mehr',
    body: 'Inhalt',
  },
  clock: {
    label: 'Uhr',
    hour: '1 Stunde später',
    day: '1 Tag später',
    week: '1 Woche später',
    month: '30 Tage später',
    next: 'Zum nächsten Zeitpunkt, an dem etwas fällig ist',
    hint: 'Was unterwegs fällig ist, geschieht. Nach einem Neustart des Servers gilt wieder die echte Zeit.',
  },
  inbox: {
    title: 'Eingang',
    empty: 'Nichts Neues',
    emptyText: 'Hier erscheinen Einträge, um die Sie sich kümmern sollten.',
    markRead: 'Als gelesen markieren',
    markAll: 'Alle als gelesen markieren',
    unread: 'ungelesen',
    mentioned: 'Sie wurden in einem Kommentar erwähnt',
    gone: (entity) => `${entity}, nicht mehr für Sie sichtbar`,
    guest: 'Melden Sie sich an, um Ihren Eingang zu sehen.',
  },
  about: {
    title: 'Über',
    facts: 'Angaben',
    forWhom: 'Für',
    language: 'Sprache',
    zone: 'Zeitzone',
    version: 'Fassung des Dokuments',
    you: 'Sie',
    roles: 'Ihre Rollen',
    noRoles: 'Sie haben keine Rolle.',
    everyone: 'hat jeder, der sich anmeldet',
    mayDo: 'Was Sie dürfen',
    mayDoHint: 'Mindestens bei einigen Einträgen. Jeder Eintrag zeigt genau, was geht und warum etwas nicht geht.',
    nothingMay: 'Das Dokument gewährt Ihnen nichts.',
    read: 'Sehen',
    create: 'Anlegen',
    change: 'Ändern',
    delete: 'Löschen',
    raise: 'Auslösen',
    whole: 'alles',
    purposeNotShown: 'Das Dokument sagt nicht, was das Programm tut und für wen.',
    toDocument: 'Was das Dokument angibt und was es offen lässt',
  },
  points: {
    notRead: 'nicht gelesen',
    title: 'Das Dokument',
    seedTitle: 'Neun Punkte, noch nichts angegeben',
    seedIntro:
      'Diese Anwendung entsteht aus einem Dokument mit neun Punkten. Zu jedem nicht angegebenen Punkt finden Sie unten, was sich ohne ihn nicht entscheiden lässt, und eine erste Zeile für den Anfang.',
    where:
      'Das Dokument ist die Datei, mit der Sie „ninefold dev“ gestartet haben. Bearbeiten und speichern Sie sie: Die Änderung erscheint hier sofort.',
    production:
      'Das Dokument wird nur bei der Entwicklung gezeigt. Fragen Sie die Administration dieser Anwendung danach.',
    stated: 'angegeben',
    assumed: 'angenommen',
    notShown: 'nicht angegeben',
    firstLine: 'Eine erste Zeile',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Markieren Sie den Text, um ihn zu kopieren',
    summary: (stated, notShown, open) => {
      if (notShown > 0) return `${stated} von neun Punkten sind angegeben, ${notShown} nicht.${within(open)}`;
      if (open === null) return 'Unter jedem der neun Punkte ist etwas angegeben.';
      return `Alle neun Punkte sind angegeben.${within(open)}`;
    },
    openValues: (count) => plural(count, '1 Wert nicht angegeben', `${count} Werte nicht angegeben`),
    assumptions: 'Geltende Annahmen',
    assumptionsHint:
      'Was das Dokument nicht sagt und Ninefold annimmt. Eine Annahme endet, sobald eine Zeile des Dokuments die Sache entscheidet.',
    gaps: 'Innerhalb der Punkte nicht angegeben',
    gapsHint: 'Werte, die eine Zeile offen lässt.',
    findings: 'Befunde',
    line: (line) => `Zeile ${line}`,
    elements: (count) => plural(count, '1 Element', `${count} Elemente`),
  },
  why: {
    mode: 'Warum steht das hier? Halten Sie Alt und zeigen Sie darauf, oder drücken Sie Alt + ?',
    modeOn: 'Tab wechselt zwischen den Elementen, Escape beendet dies.',
    point: (point, title) => `Punkt ${point}: ${title}`,
    line: (line) => `Zeile ${line}`,
    assumed: 'Keine Zeile gibt dies an. Angenommen wird:',
    notShown: 'Nicht angegeben: Keine Zeile gibt dies an, und nichts wird angenommen.',
    builtIn: 'Eingebaut: Das hat jeder Eintrag.',
    close: 'Schließen',
    failed: 'Die Zeile, die das angibt, war nicht zu finden.',
  },
  prose: {
    notSpecified: 'Nicht angegeben',
    notSpecifiedText: 'Das Dokument sagt nichts unter der Überschrift dieser Seite.',
  },
  dev: {
    unread: 'Nicht gelesen',
    unreadHint:
      'Diese Zeilen haben keine Wirkung, und was von ihnen abhängt, wird verweigert. Ändern Sie sie wie vorgeschlagen.',
    unreadElsewhere: 'Anderswo im Dokument',
    assumptions: 'Geltende Annahmen',
    broken: 'Das gespeicherte Dokument lässt sich nicht ausführen',
    faulty: 'Das Dokument hat Fehler',
    partly: 'Was sich lesen ließ, läuft.',
    lossy: 'Diese Änderung des Dokuments würde Daten verlieren',
    running: 'Was Sie sehen, ist die letzte gute Fassung.',
    findings: (errors) => `${errors} Fehler`,
    losses: (count) => plural(count, '1 Verlust', `${count} Verluste`),
    show: 'Zeigen',
    hide: 'Verbergen',
    examples: 'Zum Beispiel',
    line: (line, column) => `Zeile ${line}:${column}`,
    roles: 'Hier darf jeder alles: Punkt 6 sagt nicht, wer was darf. Für den Betrieb startet die Anwendung so nicht.',
    updated: 'Das Dokument wurde geändert. Diese Seite ist auf dem neuesten Stand.',
  },
  assumptions: {
    'A-SCREENS':
      'Seiten, die keine Zeile angibt (eine Liste, ein Eintrag und ein Formular für jede Entität), und Adressen aus den Namen der Seiten.',
    'A-CALLS': 'Aufrufe, die keine Zeile angibt: die üblichen REST-Pfade.',
    'A-PEOPLE':
      'Kein Feld ist als „sign-in“ gekennzeichnet: Man meldet sich mit der Adresse der einen Entität an, die Adresse und Rolle hat; sonst gibt es eine eingebaute Person.',
    'A-ROLES':
      'Punkt 6 ist nicht angegeben: Bei der Entwicklung darf jeder alles, und für den Betrieb startet die Anwendung nicht.',
    'A-ERRORS': 'Ablehnungen, die der Katalog nicht nennt, haben eine Standardmeldung.',
    'A-NAVIGATION':
      'Jede Seite ohne Parameter steht in der Navigation ihrer Rollen; ein Formular ist von der Liste seiner Entität aus verlinkt.',
    'A-CSV': 'Wer Zeilen lesen darf, kann sie als CSV exportieren; wer anlegen darf, kann sie importieren.',
    'A-RESTORE':
      'Wer einen Eintrag löschen darf, findet ihn unter den gelöschten und kann ihn wiederherstellen, solange er aufbewahrt wird.',
    'A-VIEWS':
      'Jeder kann Ansichten einer Liste für sich speichern; teilen kann sie, wer ändern darf, was anderen ihre Rollen gibt.',
    'A-INLINE': 'In einer Tabelle kann ein Feld in seiner Zeile bearbeiten, wer es ändern darf.',
    'A-PRESENCE': 'Wer denselben Eintrag offen hat, sieht dort die anderen, deren Namen er lesen darf.',
    'A-GROUPS': 'Wer eine Tabelle oder Liste lesen darf, kann ihre Zeilen nach jedem lesbaren Feld gruppieren.',
    'A-RELATED': 'Ein Eintrag zeigt die Einträge, die auf ihn verweisen, allen, die sie lesen dürfen.',
    'A-DUPLICATE': 'Wer solche Einträge anlegen darf, kann einen neuen mit den Werten eines anderen beginnen.',
    'A-ORDER':
      'Text wird ohne Rücksicht auf Groß- und Kleinschreibung und Akzente sortiert, Zahlen darin nach ihrem Wert.',
    'A-LIMITS':
      'Grenzen, die keine Zeile angibt: 50 Zeilen je Seite, 600 Anfragen je Minute und Person, Dateien bis 10 MB, Export bis 10.000 und Import bis 1.000 Zeilen.',
    'A-INITIAL': 'Keine Zeile „(new)“ sagt, in welchem Stand ein Eintrag beginnt: Er beginnt im ersten.',
    'A-OFFLINE':
      'Was jemand öffnet, bleibt eine Weile auf dem Gerät, um es offline zu lesen; Änderungen bleiben dort, bis sie gesendet sind.',
    'A-LOCALE': 'Sprache und Zeitzone, die keine Zeile angibt: Englisch und UTC.',
  },
};
