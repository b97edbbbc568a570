import type { TranslationOf } from '../catalogue'
import type { workMessages as english } from '../en/work-messages'

/** Edits, launches and uploads. */
export const workMessages: TranslationOf<typeof english> = {
  inspector: {
    title: 'Inspektor',
    failed:
      '{inspector}: auf {n} Telefon fehlgeschlagen oder unbestätigt | {inspector}: auf {n} Telefonen fehlgeschlagen oder unbestätigt',
    phones: '{n} Telefon | {n} Telefone',
    nothing: 'Wählen Sie Telefone aus, um ihre Daten zu sehen und zu bearbeiten.',
    facts: 'Telefon',
    state: 'Zustand',
    originalName: 'Name',
    size: 'Bildschirm',
    sizeValue: '{width} × {height} px',
    sizeUnknown: 'Unbekannt',
    identifier: 'Kennung',
  },

  edit: {
    title: 'Bearbeiten',
    name: 'Eigener Name',
    notes: 'Notizen',
    mixed: 'Verschieden',
    mixedHint: 'Die Notizen sind verschieden. Was Sie hier schreiben, ersetzt alle.',
    labels: 'Labels',
    noLabels: 'Keine Labels',
    count: '{length} von {most}',
    onSome: '{name}, auf {on} von {of}',
    share: '{on} von {of}',
    remove: 'Label {name} entfernen',
    addToAll: 'Label {name} allen hinzufügen',
    color: 'Farbe von Label {name}',
    add: 'Label hinzufügen',
    create: '„{name}“ anlegen',
    taken: '„{name}“ ist schon auf diesem Telefon. | „{name}“ ist schon auf allen diesen Telefonen.',
    tooLong: {
      name: 'Ein eigener Name hat höchstens {most} Zeichen, nicht {length}.',
      notes: 'Notizen haben höchstens {most} Zeichen, nicht {length}.',
      label: 'Ein Label hat höchstens {most} Zeichen, nicht {length}.',
    },
    unsendable:
      'Entfernen Sie das Zeichen, das sich nicht senden lässt: ein Nullzeichen oder ein halbes Emoji.',
    overfull:
      '{n} Telefon hätte mehr als {most} Labels und bleibt unverändert. | {n} Telefone hätten mehr als {most} Labels und bleiben unverändert.',
    save: 'Speichern',
    saveAll: 'Auf {n} Telefon speichern | Auf {n} Telefonen speichern',
    undo: 'Verwerfen',
  },

  tasks: {
    section: 'Vorgänge',
    name: 'Name',
    notes: 'Notizen',
    ownValues: 'eigene Werte',
    progressOf: 'Fortschritt von {title}',
    progress: '{ended} von {all}',
    title: '{phone}: {what}',
    titleOfMany: '{n} Telefon: {what} | {n} Telefone: {what}',
    done: {
      edit: '{n} gespeichert',
      launch: '{n} gestartet',
      act: '{n} ausgeführt',
    },
    outcomes: {
      failed: '{n} fehlgeschlagen',
      unknown: '{n} unbestätigt',
      cancelled: '{n} abgebrochen',
      'not-tried': '{n} übersprungen',
    },
    unreachable: 'Dienst nicht erreichbar. Der Rest wartet.',
    cancel: 'Abbrechen',
    retry: 'Fehlgeschlagene wiederholen',
    retryAll: 'Fehlgeschlagene und übersprungene wiederholen',
    withoutName: 'Ohne Namen speichern',
    clear: 'Beendete entfernen',
    cancelledByFleet:
      'Eine andere Flotte wurde geöffnet. {n} Änderung an der vorigen ist abgebrochen oder unbestätigt. | Eine andere Flotte wurde geöffnet. {n} Änderungen an der vorigen sind abgebrochen oder unbestätigt.',
  },

  launch: {
    title: 'Automatisierung starten',
    kind: 'Automatisierung',
    account: 'Konto',
    anyAccount: 'Vom Dienst gewählt',
    costs: 'Kostet eine Aktion je Telefon. Jedes pausiert, bis sein Auftrag beendet ist.',
    costsTokens: 'Kostet Token und eine Aktion je Telefon. Jedes pausiert, bis sein Auftrag beendet ist.',
    submit: 'Starten | Auf {n} Telefonen starten',
  },

  drop: {
    toPhone: '{n} Datei auf {name} hochladen | {n} Dateien auf {name} hochladen',
    toPhones:
      '{n} Datei auf {phones} ausgewählte Telefone hochladen | {n} Dateien auf {phones} ausgewählte Telefone hochladen',
    nowhere: 'Auf einem Telefon ablegen oder zuerst Telefone auswählen',
    isOffline: 'Das Telefon ist offline',
    someOffline: '{n} Telefon ist offline | {n} Telefone sind offline',
    someGo:
      'Nur {n} von {uploads} Uploads passt ins heutige Kontingent. Neue ab {time} | Nur {n} von {uploads} Uploads passen ins heutige Kontingent. Neue ab {time}',
    noneLeft: 'Wartende Dateien verbrauchen die Uploads von heute. Neue ab {time}',
  },

  uploadDialog: {
    title: '{n} Datei ({bytes}) auf {phones} hochladen? | {n} Dateien ({bytes}) auf {phones} hochladen?',
    titleOfFolder:
      '{n} Datei ({bytes}) in „{folder}“ auf {phones} hochladen? | {n} Dateien ({bytes}) in „{folder}“ auf {phones} hochladen?',
    reading: '{folders} wird gelesen …',
    nothing: 'Keine Dateien zum Hochladen in {folders}',
    tooMany: 'Zu viele Dateien',
    quoted: '„{name}“',
    soFar: 'Bisher {n} Datei, {bytes} | Bisher {n} Dateien, {bytes}',
    inFolders: 'Mit Dateien in {folders}',
    more: 'und {n} weitere',
    system: '{n} Systemdatei wird übersprungen. | {n} Systemdateien werden übersprungen.',
    empty: '{n} leere Datei wird übersprungen. | {n} leere Dateien werden übersprungen.',
    unreadable:
      '{n} unlesbare Datei oder Ordner wird übersprungen. | {n} unlesbare Dateien oder Ordner werden übersprungen.',
    takes:
      'Das Ratenlimit des Dienstes verteilt {n} Upload auf mindestens {span}. | Das Ratenlimit des Dienstes verteilt {n} Uploads auf mindestens {span}.',
    most: 'Starten Sie höchstens {n} Upload auf einmal. Wählen Sie weniger Dateien oder Telefone. | Starten Sie höchstens {n} Uploads auf einmal. Wählen Sie weniger Dateien oder Telefone.',
    warning: '{warning}.',
    send: 'Hochladen',
    cancel: 'Abbrechen',
  },

  uploads: {
    title: 'Uploads',
    allEnded: 'Beendet: {outcomes}',
    endsIn: 'noch etwa {span}',
    outcomes: {
      done: '{n} fertig',
      failed: '{n} fehlgeschlagen',
      unknown: '{n} unbestätigt',
      cancelled: '{n} abgebrochen',
    },
    rests: {
      minute: 'Ratenlimit, weiter in {span}',
      'rate-limited': 'Dienst ausgelastet, weiter in {span}',
      unheard: 'Keine Antwort, neuer Versuch in {span}',
    },
    probing: 'Noch keine Antwort',
    because: '{state}: {sentence}',
    refused: 'Der Dienst hat die Datei abgelehnt: {detail}',
    height: 'Höhe der Upload-Liste',
    order: 'Reihenfolge der Uploads',
    orders: {
      state: 'Nach Zustand',
      newest: 'Neueste zuerst',
    },
    onlyFailed: '{n} fehlgeschlagen',
    retryFailed: 'Wiederholen',
    cancelAll: 'Alle abbrechen',
    cancelling: {
      title: '{n} Upload abbrechen? | {n} Uploads abbrechen?',
      about: 'Dateien, die schon auf einem Telefon sind, bleiben dort.',
      confirm: 'Upload abbrechen | Uploads abbrechen',
      cancel: 'Weiter hochladen',
    },
    summary: '{n} Upload läuft, {sent} von {bytes} | {n} Uploads laufen, {sent} von {bytes}',
    row: '{file} auf {phone}',
    progress: 'Fortschritt von {file} auf {phone}',
    speed: '{bytes}/s',
    left: 'noch {span}',
    sent: '{sent} von {bytes}',
    retrySoon: 'Neuer Versuch gleich',
    retryIn: 'Neuer Versuch in {span}',
    retry: 'Wiederholen',
    cancel: 'Abbrechen',
    clear: 'Beendete entfernen',
    fold: 'Uploads einklappen',
    unfold: 'Uploads ausklappen',
    states: {
      waiting: 'Wartet',
      ticket: 'Wird vorbereitet',
      sending: 'Wird hochgeladen',
      done: 'Fertig',
      failed: 'Fehlgeschlagen',
      cancelled: 'Abgebrochen',
      unknown: 'Unbestätigt',
    },
  },
}
