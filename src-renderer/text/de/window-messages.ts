import type { TranslationOf } from '../catalogue'
import type { windowMessages as english } from '../en/window-messages'

/** What the window says around the phones. */
export const windowMessages: TranslationOf<typeof english> = {
  appName: 'Fleetwall',

  actions: {
    'try-again': 'Wiederholen',
    'take-back': 'Zurückholen',
    'enter-key': 'Schlüssel eingeben',
    refresh: 'Liste neu laden',
    open: 'Öffnen',
    interrupt: 'Unter\u00ADbrechen\u00A0…',
  },

  dialog: {
    close: 'Schließen',
  },

  bar: {
    fleets: 'Flotte: {name}',
    noFleet: 'Keine Flotte',
    addFleet: 'Flotte hinzufügen',
    forgetFleet: '{name} entfernen …',
    search: 'Telefone suchen',
    searchHere: 'Suchen',
    clearSearch: 'Suche löschen',
    layout: 'Anordnung',
    wall: 'Wand',
    tileSize: 'Kachelgröße',
    tileSizeNow: 'Die Bildschirme sind {height} px hoch',
    fit: 'Einpassen',
    fitHint: 'Alle Telefone auf einmal zeigen',
    live: '{live} live',
    liveOf: '{live} von {most} live',
    liveHint: 'Telefone, deren Bildschirme gerade live sind',
    liveOfHint:
      'Telefone, deren Bildschirme gerade live sind; das Konto erlaubt {n} Telefon gleichzeitig | Telefone, deren Bildschirme gerade live sind; das Konto erlaubt {n} Telefone gleichzeitig',
    usageUnknown: 'Kontingente noch nicht bekannt',
    pace: 'Höchstens {framesPerSecond} fps insgesamt',
    paceShort: '≤ {framesPerSecond} fps',
    paceHint:
      'Dieser Computer kommt nicht mit: Er zeigt insgesamt etwa {framesPerSecond} Bilder pro Sekunde. Deshalb wird von jedem Telefon auf der Wand weniger angefordert, nur nicht von einem groß geöffneten.',
  },

  rail: {
    title: 'Ansichten, Labels und Zustände',
    filtered: '{rail}: {shown} gezeigt',
    views: 'Ansichten',
    labels: 'Labels',
    states: 'Zustände',
    noLabels: 'Kein Telefon hat ein Label.',
    conditions: {
      ready: 'Bereit',
      automation: 'Führt Auftrag aus',
      parked: 'Getrennt',
      offline: 'Offline',
      blocked: 'Gesperrt',
    },
    counted: '{name}, {n} Telefon | {name}, {n} Telefone',
    showAll: 'Alle Telefone zeigen',
    save: 'Ansicht sichern …',
    saveHint: 'Zuerst filtern: Suche, Labels und Zustände werden zur Ansicht',
    name: 'Name der Ansicht',
    confirm: 'Sichern',
    cancel: 'Abbrechen',
    forget: 'Ansicht {name} löschen',
  },

  mirror: {
    name: 'Spiegeln',
    toggle: 'Auf {phones} spiegeln',
    hint: 'Was in diesem Fenster auf einem ausgewählten Telefon geschieht, geschieht auf allen',
    onAll: 'Was Sie auf einem der {phones} ausgewählten Telefone tun, geschieht auf allen.',
    onSome: 'Was Sie auf einem der {phones} ausgewählten Telefone tun, geschieht auf {taking} davon.',
    cost: 'Jede Geste kostet {n} Aktion. | Jede Geste kostet {n} Aktionen.',
    costLeft:
      'Jede Geste kostet {n} Aktion; heute sind noch {left} übrig. | Jede Geste kostet {n} Aktionen; heute sind noch {left} übrig.',
    costAboutLeft:
      'Jede Geste kostet {n} Aktion; heute sind noch etwa {left} übrig. | Jede Geste kostet {n} Aktionen; heute sind noch etwa {left} übrig.',
    refusal: '{names}: {sentence}',
    refusedEarlier: 'Zuvor, {names}: {sentence}',
    dismissEarlier: 'Was zuvor gemeldet wurde, ausblenden',
    waits: '„{action}“ steht noch aus.',
    waitsBecause: '„{action}“ steht noch aus. {why}',
    noRefusal: 'Alle machen mit.',
    noPicture: 'Noch kein Bild, daher ist kein Ort darauf bekannt.',
    dropped:
      'Was noch auf {n} Telefon zu spiegeln war, wurde nicht mehr ausgeführt: {names}. | Was noch auf {n} Telefone zu spiegeln war, wurde nicht mehr ausgeführt: {names}.',
    droppedOnMany: 'Was noch auf {phones} Telefone zu spiegeln war, wurde nicht mehr ausgeführt.',
    stop: 'Spiegeln beenden',
  },

  budgets: {
    active_minutes: {
      name: 'Minuten',
      unit: '{n} Minute | {n} Minuten',
      usedUp: 'Die aktiven Minuten von heute sind aufge\u00ADbraucht; neue gibt es ab {time}.',
      low: 'Die aktiven Minuten von heute gehen zur Neige: Noch {n} Minute bis {time}. | Die aktiven Minuten von heute gehen zur Neige: Noch {n} Minuten bis {time}.',
    },
    actions: {
      name: 'Aktionen',
      unit: '{n} Aktion | {n} Aktionen',
      usedUp: 'Die Aktionen von heute sind aufge\u00ADbraucht; neue gibt es ab {time}.',
      low: 'Die Aktionen von heute gehen zur Neige: Noch {n} Aktion bis {time}. | Die Aktionen von heute gehen zur Neige: Noch {n} Aktionen bis {time}.',
    },
    snapshots: {
      name: 'Snapshots',
      unit: '{n} Snapshot | {n} Snapshots',
      usedUp: 'Die Snapshots von heute sind aufge\u00ADbraucht; neue gibt es ab {time}.',
      low: 'Die Snapshots von heute gehen zur Neige: Noch {n} Snapshot bis {time}. | Die Snapshots von heute gehen zur Neige: Noch {n} Snapshots bis {time}.',
    },
    uploads: {
      name: 'Uploads',
      unit: '{n} Upload | {n} Uploads',
      usedUp: 'Die Uploads von heute sind aufge\u00ADbraucht; neue gibt es ab {time}.',
      low: 'Die Uploads von heute gehen zur Neige: Noch {n} Upload bis {time}. | Die Uploads von heute gehen zur Neige: Noch {n} Uploads bis {time}.',
    },
  },

  budget: {
    used: '{amount} verbraucht',
    usedAbout: 'Etwa {amount} verbraucht',
    remaining: '{amount} von {budget} übrig',
    remainingAbout: 'Etwa {amount} von {budget} übrig',
    endsAt: 'In diesem Tempo um {time} Uhr aufgebraucht',
    ends: 'bis {time}',
    resetsIn: 'Neu in {span} ({exact})',
    left: 'noch {share}',
  },

  simulated: {
    banner:
      'Das ist eine simulierte Flotte: {n} Telefon, das nur auf diesem Computer lebt. | Das ist eine simulierte Flotte: {n} Telefone, die nur auf diesem Computer leben.',
    none: 'Das ist eine simulierte Flotte: Ihre Telefone leben nur auf diesem Computer.',
  },

  desktop: {
    quitTitle: '{n} Datei ist noch unterwegs. | {n} Dateien sind noch unterwegs.',
    quitSteps:
      'Arbeit an Telefonen ist noch nicht zu Ende: {n} Schritt ist übrig. | Arbeit an Telefonen ist noch nicht zu Ende: {n} Schritte sind übrig.',
    quitInputs:
      'Auf {n} Telefon stehen noch Eingaben oder Aktionen aus. | Auf {n} Telefonen stehen noch Eingaben oder Aktionen aus.',
    quitAbout:
      'Wird Fleetwall jetzt beendet, wird das abgebrochen. | Wird Fleetwall jetzt beendet, werden sie abgebrochen.',
    quit: 'Beenden und abbrechen',
    stay: 'Weitermachen',
    crashed: 'Dieses Fenster ist dreimal in einer Minute abgestürzt.',
    crashedAbout: 'Es wird nicht mehr von selbst neu geladen. Dateien, die unterwegs sind, gehen weiter.',
    loadAnew: 'Neu laden',
    leave: 'Beenden',
    closeWindow: 'Fenster schließen',
    ended: 'Übertragungen beendet',
    arrived: '{n} Datei angekommen | {n} Dateien angekommen',
    someFailed: ', {n} fehlgeschlagen',
    failed: '{n} Datei fehlgeschlagen | {n} Dateien fehlgeschlagen',
  },

  pageTitle: '{what} – Fleetwall',

  hadCrashed: 'Dieses Fenster war abgestürzt und wurde neu geladen.',

  closed: {
    replaced: 'Fleetwall wurde in einem anderen Fenster geöffnet.',
    replacedAction: 'Hier verwenden',
    lost: 'Die Verbindung zu Fleetwall wurde unterbrochen.',
    lostAction: 'Neu verbinden',
  },
}
