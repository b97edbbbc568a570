import type { TranslationOf } from '../catalogue'
import type { windowMessages as english } from '../en/window-messages'

/** The window around the phones. */
export const windowMessages: TranslationOf<typeof english> = {
  appName: 'Fleetwall',

  actions: {
    retry: 'Wiederholen',
    'take-control': 'Übernehmen',
    'enter-key': 'Schlüssel eingeben',
    refresh: 'Telefone aktualisieren',
    open: 'Dieses zeigen',
    interrupt: 'Unter\u00ADbrechen\u00A0…',
    resume: 'Fort\u00ADsetzen',
  },

  dialog: {
    close: 'Schließen',
  },

  bar: {
    fleets: 'Flotte: {name}',
    noFleet: 'Keine Flotte',
    addFleet: 'Flotte hinzufügen …',
    forgetFleet: '{name} entfernen …',
    ownWindow: 'In eigenem Fenster öffnen',
    elsewhere: 'In einem anderen Fenster',
    search: 'Telefone suchen',
    searchHere: 'Suchen',
    clearSearch: 'Suche löschen',
    searchHint: 'Nach Name, Notiz oder Label suchen, oder auf den Bildschirmen: {example}',
    tapText: '‚{text}‘ antippen',
    textIsGone: 'Das steht nicht mehr auf dem Bildschirm.',
    readingScreens: '{n} zu lesen',
    shown: '{shown} von {all} Telefonen angezeigt',
    unread:
      '{n} Telefon ist nicht live, sein Bildschirm wurde nicht gelesen. | {n} Telefone sind nicht live, ihre Bildschirme wurden nicht gelesen.',
    unreadShort: '{n} nicht live',
    shownShort: '{shown}/{all}',
    layout: 'Anordnung',
    wall: 'Wand',
    tileSize: 'Kachelgröße',
    tileSizeNow: 'Die Bildschirme sind {height} px hoch',
    fit: 'Einpassen',
    fitHint: 'Alle Telefone einpassen',
    live: '{live} live',
    liveOf: '{live} von {most} live',
    liveHint: 'Live-Telefone',
    liveOfHint:
      'Live-Telefone. Das Konto erlaubt {n} Telefon gleichzeitig. | Live-Telefone. Das Konto erlaubt {n} Telefone gleichzeitig.',
    usageUnknown: 'Kontingente unbekannt',
    pace: 'Höchstens {framesPerSecond} fps insgesamt',
    paceHint:
      'Dieser Computer zeigt insgesamt etwa {framesPerSecond} fps. Das Telefon in der Fokusansicht behält seine volle Rate.',
  },

  rail: {
    title: 'Ansichten und Filter',
    filtered: '{rail}: {shown} angezeigt',
    views: 'Ansichten',
    labels: 'Labels',
    states: 'Zustände',
    noLabels: 'Noch keine Labels.',
    conditions: {
      ready: 'Bereit',
      unseen: 'Noch nicht gesehen',
      automation: 'Führt Auftrag aus',
      parked: 'Getrennt',
      offline: 'Offline',
      blocked: 'Gesperrt',
    },
    counted: '{name}, {n} Telefon | {name}, {n} Telefone',
    without: 'Ausgeblendet: {name}',
    showAll: 'Alle Telefone anzeigen',
    save: 'Ansicht speichern …',
    saveHint: 'Erst suchen oder filtern, dann als Ansicht speichern',
    name: 'Name der Ansicht',
    confirm: 'Speichern',
    cancel: 'Abbrechen',
    forget: 'Ansicht {name} löschen',
  },

  mirror: {
    name: 'Spiegeln',
    toggle: 'Auf {phones} spiegeln',
    hint: 'Eingaben auf alle ausgewählten Telefone spiegeln',
    onAll: 'Ihre Eingaben gehen an alle {phones} ausgewählten Telefone.',
    onSome: 'Ihre Eingaben gehen an {taking} von {phones} ausgewählten Telefonen.',
    cost: 'Jede Geste kostet {n} Aktion. | Jede Geste kostet {n} Aktionen.',
    costLeft:
      'Jede Geste kostet {n} Aktion; heute noch übrig: {left}. | Jede Geste kostet {n} Aktionen; heute noch übrig: {left}.',
    refusal: '{names}: {sentence}',
    earlier: 'Zuvor, {names}: {sentence}',
    dismissEarlier: 'Frühere Meldungen ausblenden',
    waits: 'Wartet: {action}.',
    waitsBecause: 'Wartet: {action}. {why}',
    allResponding: 'Alle Telefone machen mit.',
    noPicture: 'Noch kein Bild, daher keine Position zum Tippen.',
    stop: 'Spiegeln beenden',
  },

  budget: {
    used: '{amount} verbraucht',
    remaining: '{amount} von {budget} übrig',
    endsAt: 'In diesem Tempo um {time} Uhr aufgebraucht',
    ends: 'bis {time}',
    resetsIn: 'Neu in {span} ({exact})',
    left: 'noch {share}',
  },

  simulated: {
    banner:
      'Simulierte Flotte: {n} Telefon auf diesem Computer. | Simulierte Flotte: {n} Telefone auf diesem Computer.',
    none: 'Simulierte Flotte auf diesem Computer.',
    steps: {
      touch: 'Zum Berühren auf einen Bildschirm klicken.',
      type: 'Dann tippen.',
      drop: 'Datei darauf ablegen.',
    },
  },

  arrange: {
    sort: 'Telefone sortieren',
    orders: {
      hand: 'Von Hand',
      name: 'Name',
      label: 'Label',
      state: 'Zustand',
      used: 'Zuletzt benutzt',
    },
    hints: {
      hand: 'Ziehen Sie eine Kachel an der Kopfzeile oder drücken Sie Alt+Umschalt+Pfeil.',
      label: 'Nach dem ersten Label. Telefone ohne Label kommen zuletzt.',
      state: 'Bereite Telefone kommen zuerst, blockierte zuletzt.',
      used: 'Einmal sortiert. Kacheln bleiben am Platz, während Sie sie benutzen.',
    },
    group: 'Nach Label gruppieren',
    groupHint: 'Eine Überschrift je erstem Label. Telefone ohne kommen zuletzt.',
    pinnedFirst: 'Angeheftete Telefone stehen vor allen anderen.',
    pinned: 'Angeheftet',
    viewOnly: 'Nur ansehen',
    labels: 'Labels',
    show: 'Telefone anzeigen mit',
    matches: {
      any: 'Einem dieser Labels',
      all: 'Allen diesen Labels',
      none: 'Keinem dieser Labels',
    },
    up: '{name} nach oben',
    down: '{name} nach unten',
    labelOrder: 'Ziehen Sie Labels in eine Reihenfolge. Danach richtet sich die Sortierung.',
  },

  setLabels: {
    title: 'Labels setzen: {phones}',
    chosen: 'Zu setzende Labels',
    about: 'Die Telefone behalten nur diese Labels.',
    lost: 'Entfernt: {names}',
    full: 'Ein Telefon kann höchstens {most} Labels haben.',
    submit: 'Labels setzen',
  },

  csv: {
    title: 'Telefone aus CSV importieren',
    about: 'Setzt Namen, Notizen und Labels nach der Spalte public_id. Sie sehen die Änderungen zuerst.',
    choose: 'Datei wählen …',
    file: 'CSV-Datei',
    tooLarge: 'Die Datei hat mehr als 16 MB.',
    notText: 'Die Datei ist kein Text, der sich als Tabelle lesen lässt.',
    noColumn: 'Die Datei hat keine Spalte public_id, nur {columns}.',
    empty: 'Die Datei ist leer.',
    summary: '{n} Telefon ändert sich, {same} unverändert. | {n} Telefone ändern sich, {same} unverändert.',
    renamed:
      'Zeile {lines} hat einen anderen name, der sich nicht ändern lässt. Verwenden Sie custom_name. | Die Zeilen {lines} haben einen anderen name, der sich nicht ändern lässt. Verwenden Sie custom_name.',
    changes: 'Änderungen',
    noName: 'kein eigener Name',
    noNotes: 'keine Notizen',
    notes: 'Notizen: {notes}',
    more: 'und {n} weitere',
    flawed: '{n} Zeile ist unbrauchbar: | {n} Zeilen sind unbrauchbar:',
    flawsOf: 'Unbrauchbare Zeilen',
    line: 'Zeile {line}: {why}',
    flaws: {
      'unknown-phone': 'dieses Telefon gibt es in der Flotte nicht',
      'phone-twice': 'doppelt: wie eine frühere Zeile',
      cells: 'ein Anführungszeichen fehlt',
      'more-cells': 'sie hat mehr Zellen als die erste Zeile',
      name: 'der Name ist zu lang',
      notes: 'die Notizen sind zu lang',
      labels: 'es sind zu viele Labels',
      'label-name': 'ein Label ist zu lang',
      characters: 'sie enthält Zeichen, die nicht gesendet werden können',
    },
    import: 'Importieren',
    importGood: 'Übrige Zeilen importieren',
    refused: 'Der Dienst hat {n} Zeile abgelehnt: | Der Dienst hat {n} Zeilen abgelehnt:',
    refusedLines: 'Vom Dienst abgelehnte Zeilen',
    showRefused: 'Zeilen zeigen',
    imported: '{n} Telefon geändert, {same} unverändert. | {n} Telefone geändert, {same} unverändert.',
    importedPart:
      '{n} Telefon geändert, {same} unverändert, {failed} fehlgeschlagen. | {n} Telefone geändert, {same} unverändert, {failed} fehlgeschlagen.',
  },

  namePattern: {
    title: '{n} Telefon nach Muster benennen | {n} Telefone nach Muster benennen',
    pattern: 'Muster',
    hint: '{count} zählt, {digits} mit zwei Ziffern; {name} ist der Name des Dienstes, {label} das erste Label',
    first: 'Erste Nummer',
    preview: 'Neue Namen',
    becomes: '{old} → {name}',
    noNumber: 'Geben Sie eine Zahl ein.',
    noName: 'Jeder Name braucht 1 bis {most} Zeichen.',
    repeated: 'Einige Telefone bekommen denselben Namen.',
    about: 'In der Reihenfolge der Wand.',
    submit: 'Benennen',
  },

  pause: {
    paused: 'Pausiert.',
    because: {
      person: 'Kein Telefon ist live, also werden keine aktiven Minuten verbraucht.',
      locked: 'Der Bildschirm ist gesperrt.',
      idle: 'Der Computer war unbenutzt.',
    },
    resume: 'Fortsetzen',
  },

  patrol: {
    title: 'Rundgang beginnen?',
    about:
      'Die sichtbaren Telefone sind abwechselnd je {span} live. Ausgewählte und aufgenommene Telefone bleiben live.',
    atOnce: 'Das Konto erlaubt {n} Telefon zugleich. | Das Konto erlaubt {n} Telefone zugleich.',
    costOf:
      'Ein Rundgang verbraucht je Stunde bis zu {cost} an aktiven Minuten; heute sind noch {left} übrig.',
    confirm: 'Beginnen',
    running: 'Auf Rundgang.',
    turns: 'Sichtbare Telefone sind abwechselnd je {span} live.',
    end: 'Rundgang beenden',
  },

  left: {
    banner:
      'Beim letzten Ende von Fleetwall war {n} Vorgang offen. | Beim letzten Ende von Fleetwall waren {n} Vorgänge offen.',
    show: 'Details zeigen',
    dismiss: 'Ausblenden',
    title: 'Offen, als Fleetwall endete',
    unknown: 'Ergebnis unbekannt',
    'not-sent': 'Nicht gesendet',
    done: 'Fertig',
    flow: '{flow} auf {phone}',
    flowOn: '{flow} auf {n} Telefon | {flow} auf {n} Telefonen',
    flowOutcome: { unknown: 'Lief gerade', 'not-sent': 'Nicht begonnen', done: 'Beendet' },
    flowResults: 'Die Ergebnisse bis dahin stehen in results.jsonl, unter „results“ im Ordner der Abläufe.',
    check: 'Prüfen Sie die Telefone, bevor Sie Vorgänge mit unbekanntem Ergebnis wiederholen.',
    recording: '{phone}: Aufnahme unterbrochen, bis zur letzten Sekunde erhalten ({file})',
    edit: 'Bearbeitung',
    more: 'und {n} weitere',
    copy: 'Liste kopieren',
    copied: 'Kopiert',
    notCopied: 'Kopieren ging nicht',
  },

  desktop: {
    quitTitle: '{n} Datei wird noch hochgeladen. | {n} Dateien werden noch hochgeladen.',
    quitTasks: 'Vorgänge laufen noch: {n} Schritt übrig. | Vorgänge laufen noch: {n} Schritte übrig.',
    quitFlows:
      'Abläufe laufen auf {n} Telefon, ohne Bericht. | Abläufe laufen auf {n} Telefonen, ohne Bericht.',
    quitFlowRecording:
      'Ein Ablauf mit {n} Schritt wird aufgenommen. | Ein Ablauf mit {n} Schritten wird aufgenommen.',
    quitInputs:
      'Auf {n} Telefon stehen Eingaben oder Aktionen aus. | Auf {n} Telefonen stehen Eingaben oder Aktionen aus.',
    quitConversions: 'Aufnahmen werden umgewandelt.',
    quitRecordings: 'Eine Aufnahme läuft: {names}. | {n} Aufnahmen laufen: {names}.',
    quitRecordingsAbout:
      'Beenden schließt sie ab; die Datei bleibt. | Beenden schließt sie ab; die Dateien bleiben.',
    quitAllAbout: 'Beenden schließt Aufnahmen ab und behält ihre Dateien. Alles andere wird abgebrochen.',
    quitAbout: 'Beenden bricht das ab.',
    quit: 'Trotzdem beenden',
    stay: 'Abbrechen',
    crashed: 'Dieses Fenster stürzt immer wieder ab.',
    crashedAbout: 'Es ist dreimal in einer Minute abgestürzt. Uploads laufen weiter.',
    reload: 'Neu laden',
    leave: 'Beenden',
    closeWindow: 'Fenster schließen',
    ended: 'Uploads beendet',
    arrived: '{n} Datei hochgeladen | {n} Dateien hochgeladen',
    someFailed: ', {n} fehlgeschlagen',
    failed: '{n} Upload fehlgeschlagen | {n} Uploads fehlgeschlagen',
    watchedChange: 'Der Bildschirm hat sich geändert.',
    watchedStill: 'Der Bildschirm steht still.',
    watchedText: 'Der Bildschirm zeigt „{text}“.',
  },

  pageTitle: '{what} – Fleetwall',

  report: {
    copy: 'Details kopieren',
    log: 'Protokoll: fleetwall.log im Benutzerdatenordner',
  },

  hadCrashed: 'Dieses Fenster ist abgestürzt und wurde neu geladen.',

  closed: {
    replaced: 'Fleetwall ist in einem anderen Fenster geöffnet.',
    replacedAction: 'Dieses Fenster verwenden',
    lost: 'Die Verbindung zu Fleetwall wurde getrennt.',
    lostAction: 'Neu verbinden',
  },
}
