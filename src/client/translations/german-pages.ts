import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

const within = (open: number | null) =>
  open === null || open === 0
    ? ''
    : plural(open, ' Darin ist 1 Wert nicht angegeben.', ` Darin sind ${open} Werte nicht angegeben.`);

export const pages: Catalogue['pages'] = {
  passkeyStopped: {
    detail: 'Es wurde kein Passkey verwendet.',
    next: 'Versuchen Sie es noch einmal, oder auf anderem Weg.',
  },
  passkeyIsThere: { detail: 'Dieses Gerät hat schon einen Passkey von Ihnen.', next: 'Verwenden Sie diesen.' },
  who: {
    title: 'Wer bin ich?',
    intro: (product) => `Bei der Entwicklung wählen Sie, für wen ${product} Sie hält. Das können Sie jederzeit ändern.`,
    nobody: 'Es gibt noch niemanden, der sich anmelden könnte.',
    nobodyNext:
      'Die ersten Personen kommen aus Beispieldaten: eine Tabelle unter „## Sample data“ für die Entität mit dem Anmeldefeld.',
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
    emptyText: 'Was Sie braucht, steht dann hier.',
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
    mayDoHint: 'Wenigstens bei einigen Einträgen; jeder Eintrag sagt genau, was geht und warum etwas nicht geht.',
    nothingMay: 'Nichts, was dieses Dokument gewährt.',
    read: 'Sehen',
    create: 'Anlegen',
    change: 'Ändern',
    delete: 'Löschen',
    raise: 'Auslösen',
    whole: 'alles',
    purposeNotShown: 'Was das Programm tut und für wen, ist nicht angegeben.',
    toDocument: 'Was das Dokument angibt, und was nicht',
  },
  points: {
    notRead: 'nicht gelesen',
    title: 'Das Dokument',
    seedTitle: 'Neun Punkte, noch nichts angegeben',
    seedIntro:
      'Diese Anwendung entsteht aus einem Dokument mit neun Punkten. Unten steht jeder davon mit dem, was sich nicht entscheiden lässt, solange er nicht angegeben ist, und mit einer ersten Zeile, die ihn angäbe.',
    where:
      'Das Dokument ist die Datei, mit der Sie „ninefold dev“ gestartet haben. Schreiben Sie hinein und speichern Sie: Die Änderung erscheint hier sofort.',
    production: 'Außerhalb der Entwicklung wird das Dokument nicht ausgegeben. Wer diese Anwendung betreibt, hat es.',
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
      'Was das Dokument nicht sagt und wir voraussetzen mussten. Jede endet, sobald eine Zeile die Sache selbst angibt.',
    gaps: 'Innerhalb der Punkte nicht angegeben',
    gapsHint: 'Einzelne Werte, die eine Zeile offen lässt.',
    findings: 'Was die Prüfung sagt',
    line: (line) => `Zeile ${line}`,
    elements: (count) => plural(count, '1 Element', `${count} Elemente`),
  },
  why: {
    mode: 'Warum steht das hier? Halten Sie Alt und zeigen Sie darauf, oder drücken Sie Alt + ?',
    modeOn: 'Tab geht von Ding zu Ding, Escape beendet es.',
    point: (point, title) => `Punkt ${point}: ${title}`,
    line: (line) => `Zeile ${line}`,
    assumed: 'Keine Zeile gibt es an. Wir nehmen an:',
    notShown: 'Nicht angegeben: Keine Zeile sagt es, und nichts tritt an seine Stelle.',
    builtIn: 'Das hat jeder Eintrag; keine Zeile gibt es an.',
    close: 'Schließen',
    failed: 'Wo das angegeben ist, war nicht zu finden.',
  },
  prose: {
    notSpecified: 'Nicht angegeben',
    notSpecifiedText: 'Das Dokument sagt nichts unter der Überschrift dieser Seite.',
  },
  dev: {
    unread: 'Was nicht gelesen wurde',
    unreadHint:
      'Diese Zeilen haben keine Wirkung, und was von ihnen abhängt, ist geschlossen. Schreiben Sie sie wie vorgeschlagen, damit sie gelesen werden.',
    unreadElsewhere: 'Anderswo im Dokument',
    assumptions: 'Geltende Annahmen',
    broken: 'Das Dokument auf der Platte läuft nicht',
    faulty: 'Das Dokument hat Fehler',
    partly: 'Es läuft, soweit es zu verstehen ist.',
    lossy: 'Diese Änderung des Dokuments würde Daten verlieren',
    running: 'Was Sie sehen, ist die letzte gute Fassung.',
    findings: (errors) => `${errors} Fehler`,
    losses: (count) => plural(count, '1 Verlust', `${count} Verluste`),
    show: 'Zeigen',
    hide: 'Verbergen',
    examples: 'Zum Beispiel',
    line: (line, column) => `Zeile ${line}:${column}`,
    roles: 'Hier darf jeder alles: Punkt 6 sagt nicht, wer was darf. Für den Betrieb startet die Anwendung so nicht.',
    updated: 'Das Dokument wurde geändert; diese Seite folgt ihm.',
  },
  assumptions: {
    'A-SCREENS':
      'Seiten, die keine Zeile angibt (eine Liste, ein Eintrag und ein Formular für jede Entität), und Adressen aus den Namen der Seiten.',
    'A-CALLS': 'Aufrufe, die keine Zeile angibt: die üblichen REST-Pfade.',
    'A-PEOPLE':
      'Kein Feld ist als „sign-in“ gekennzeichnet: Man meldet sich mit der Adresse der einen Entität an, die Adresse und Rolle hat; sonst gibt es eine eingebaute Person.',
    'A-ROLES':
      'Punkt 6 ist nicht angegeben: Bei der Entwicklung darf jeder alles, und für den Betrieb startet die Anwendung nicht.',
    'A-ERRORS': 'Ablehnungen, die der Katalog nicht nennt, haben einen Satz von uns.',
    'A-NAVIGATION':
      'Jede Seite ohne Parameter steht in der Navigation ihrer Rollen; ein Formular ist von der Liste seiner Entität aus verlinkt.',
    'A-CSV':
      'Die Zeilen einer Liste bekommt als CSV-Datei, wer sie lesen darf, und legt aus einer Datei an, wer anlegen darf.',
    'A-RESTORE':
      'Wer einen Eintrag löschen darf, findet ihn unter den gelöschten seiner Liste und stellt ihn wieder her, solange er aufgehoben wird.',
    'A-VIEWS':
      'Ansichten einer Liste hebt jeder für sich auf; für andere, wer ändern darf, was Menschen ihre Rollen gibt.',
    'A-INLINE': 'In einer Tabelle ändert ein Feld in seiner Zeile, wer es an diesem Eintrag ändern darf.',
    'A-PRESENCE': 'Wer denselben Eintrag offen hat, sieht dort die anderen, deren Namen er lesen darf.',
    'A-GROUPS': 'Wer eine Tabelle oder Liste liest, gruppiert ihre Zeilen nach einem Feld, das er lesen darf.',
    'A-RELATED': 'Ein Eintrag führt auf, was auf ihn verweist: allen, die es lesen dürfen.',
    'A-DUPLICATE': 'Wer solche Einträge anlegen darf, beginnt einen neuen mit den Werten eines anderen.',
    'A-ORDER': 'Text wird ohne Groß- und Kleinschreibung und Akzente geordnet, Zahlen darin nach ihrem Wert.',
    'A-LIMITS':
      'Grenzen, die keine Zeile angibt: 50 Zeilen je Seite, 600 Anfragen je Minute und Person, Dateien bis 10 MB, auf einmal 10.000 Zeilen hinaus und 1.000 herein.',
    'A-INITIAL': 'Keine Zeile „(new)“ sagt, in welchem Stand ein Eintrag beginnt: Es ist der zuerst genannte.',
    'A-OFFLINE':
      'Was jemand liest, bleibt eine Weile auf dem Gerät, um es ohne Verbindung zu lesen, und was sich nicht senden ließ, bis es gesendet ist.',
    'A-LOCALE': 'Sprache und Zeitzone, die keine Zeile angibt: Englisch und UTC.',
  },
};
