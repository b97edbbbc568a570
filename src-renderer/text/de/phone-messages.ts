import type { TranslationOf } from '../catalogue'
import type { phoneMessages as english } from '../en/phone-messages'

/** What is said of one phone, on the wall and large. */
export const phoneMessages: TranslationOf<typeof english> = {
  wall: {
    name: 'Telefone',
    loading: 'Die Telefone der Flotte werden geladen …',
    empty: 'Diese Flotte hat keine Telefone.',
    noMatch: 'Kein Telefon passt zu „{search}“.',
    noneSuch: 'Kein Telefon entspricht den gewählten Labels und Zuständen.',
    noMatchOfThese: 'Kein Telefon mit den gewählten Labels und Zuständen passt zu „{search}“.',
    clearSearch: 'Suche löschen',
    stale: 'Die Telefonliste konnte nicht neu geladen werden.',
  },

  tile: {
    name: '{name}, {state}',
    screen: 'Bildschirm von {name}',
    open: 'Groß öffnen',
    labels: 'Labels: {names}',
    againIn: 'Erneut in {span}',
    keyboard: 'Tastatur → {name}',
    keyboardMirrored: 'Tastatur → {name} und {n} weiteres | Tastatur → {name} und {n} weitere',
    heard: '{name}: {text}',
    more: '+{n}',
    letGo: 'Umschalt+Esc lässt los',
    /** An action that keeps the phone busy. */
    busy: '„{action}“ ist noch unterwegs.',
    busyDetail: 'Was jetzt auf dem Telefon getan wird, wartet darauf und entfällt beim Aufgeben.',
    giveUp: 'Aufgeben',
    givenUp: 'Was wartete, ist aufgegeben. „{action}“ wird vielleicht noch ausgeführt.',
    dismiss: 'Ausblenden',
    waiting: 'Wartet auf das erste Bild …',
    still: 'unbewegt',
    rate: '{fps} fps',
    age: '{ms} ms',
  },

  states: {
    idle: 'Untätig',
    connecting: 'Verbindet',
    live: 'Live',
    parked: 'Getrennt',
    offline: 'Offline',
    blocked: 'Gesperrt',
    automation: 'Führt einen Auftrag aus',
  },

  notLive: {
    connecting: 'Verbindet …',
    parked: 'Nicht live.',
    offline: 'Das Telefon ist offline.',
    blocked: 'Der Dienst hat dieses Telefon vorläufig gesperrt.',
    atLimit: 'Grenze des Kontos erreicht.',
    outOfSight: 'Nicht live, solange es nicht zu sehen ist.',
    controlTaken: 'Eine andere Sitzung hat übernommen.',
  },

  ownWindow: {
    none: 'Dieses Telefon ist nicht in der Flotte, die offen ist.',
    onTop: 'Vor anderen Fenstern halten',
  },

  focus: {
    region: '{name}, groß',
    back: 'Zurück',
    strip: 'Telefone',
    isLarge: 'Groß zu sehen',
    hints: 'Bedienung',
    hands: {
      click: { keys: 'Klicken', does: 'berührt den Bildschirm und gibt dem Telefon die Tastatur' },
      hold: { keys: 'Halten', does: 'drückt lange: Der Ring ist voll' },
      drag: { keys: 'Ziehen', does: 'wischt' },
      line: { keys: '{key} und ziehen', does: 'zeichnet eine Linie, die als Ganzes gesendet wird' },
      wheel: { keys: 'Mausrad', does: 'scrollt' },
      letGo: { keys: 'Umschalt+Esc', does: 'gibt die Tastatur zurück' },
    },
  },

  jobs: {
    kinds: {
      warm_up: 'Aufwärmen',
      account_status: 'Kontostatus',
      list_accounts: 'Liste der Konten',
    },
    states: {
      queued: 'Wartet',
      dispatched: 'Läuft',
      completed: 'Abgeschlossen',
      failed: 'Fehlgeschlagen',
      needs_review: 'Zu prüfen',
      expired: 'Abgelaufen',
    },
    title: 'Aufträge',
    refresh: 'Neu laden',
    refreshHint: 'Lädt die Aufträge dieses Telefons; das Telefon selbst bleibt unberührt',
    none: 'Keine Aufträge.',
    unread: 'Noch nicht geladen.',
    ago: 'vor {span}',
    noValue: '–',
    unnamed: 'Ein Auftrag',
    unknown: '„{name}“',
    leftAlone: {
      launching: '{job} wird gestartet: Das Telefon bleibt unberührt.',
      queued: '{job} wartet auf den Start: Das Telefon bleibt unberührt.',
      dispatched: '{job} läuft: Das Telefon bleibt unberührt.',
      other: '{job} ist im Zustand „{status}“: Das Telefon bleibt unberührt.',
    },
  },

  act: {
    menu: 'Aktionen',
    menuFor: 'Aktionen für {name}',
    selected: '{n} ausgewähltes Telefon | {n} ausgewählte Telefone',
    cost: 'Kostet jeweils {n} Aktion | Kostet jeweils {n} Aktionen',
    costMirrored: 'Jede kostet {n} Aktionen; Zwischenablage oder IP-Adresse zu lesen kostet 1',
    costs: 'Kostet {n} Aktion. | Kostet {n} Aktionen.',
    ownWindowOf: '{name} in eigenem Fenster öffnen',
    onSelection: '{title}, {n} ausgewähltes Telefon | {title}, {n} ausgewählte Telefone',
    syncCost:
      'Kopieren oder Einfügen auf einem Telefon kostet eine Aktion mehr, auf jedem Telefon, das es spiegelt',
    syncOn:
      'Zwischenablagen werden abgeglichen: Kopieren oder Einfügen auf einem Telefon kostet eine Aktion mehr. Ausschalten',
    press: '{name} drücken',
    openUrl: '{url} öffnen',
    openApp: '{target} öffnen',
    setClipboard: 'Zwischenablage setzen',
    line: 'Linie zeichnen',
    other: 'Aktion {type}',
    notDone: '„{action}“ wurde nicht ausgeführt. {why}',
    notDoneOn:
      '„{action}“ wurde auf {n} Telefon nicht ausgeführt: {names}. {why} | „{action}“ wurde auf {n} Telefonen nicht ausgeführt: {names}. {why}',
    notDoneOnMany:
      '„{action}“ wurde auf {n} Telefon nicht ausgeführt. {why} | „{action}“ wurde auf {n} Telefonen nicht ausgeführt. {why}',
    mayBeDone: '„{action}“ wurde vielleicht ausgeführt. {why}',
    noneCan: 'Keines der ausgewählten Telefone kann das gerade ausführen.',
    titles: {
      'open-url': 'Adresse öffnen: {phones}',
      'open-app': 'App öffnen: {phones}',
      'clipboard-set': 'Zwischenablage setzen: {phones}',
    },
    url: 'Adresse',
    urlHint: 'Ohne Schema gilt https://',
    urlWrong:
      'Diese Adresse kann ein Telefon nicht öffnen: Nötig ist eine Website wie example.com oder ein Schema wie tel:',
    app: 'App',
    username: 'Handle des Bots',
    text: 'Text',
    submit: {
      'open-url': 'Öffnen',
      'open-app': 'Öffnen',
      'clipboard-set': 'Setzen',
    },
    cancel: 'Abbrechen',
    answers: {
      'clipboard-get': 'Zwischenablage: {phones}',
      ip: 'IP-Adresse: {phones}',
    },
    asking: 'Wird abgefragt …',
    empty: 'Leer.',
    copy: 'Antwort von {name} kopieren',
    copyAll: 'Alles kopieren',
    copyOne: 'Kopieren',
    copied: 'Kopiert.',
    notCopied: 'Das Kopieren ist fehlgeschlagen.',
    progress: '{answered} von {all} haben geantwortet',
    progressFailed: '{answered} von {all} haben geantwortet, {failed} fehlgeschlagen',
    targets: {
      photoapp: 'Foto-App',
      photoapp_account_status: 'Foto-App: Kontostatus',
      photoapp_settings: 'Foto-App: Einstellungen',
      photoapp_reel: 'Foto-App: Neues Reel',
      photoapp_profile: 'Foto-App: Eigenes Profil',
      photoapp_camera: 'Foto-App: Kamera',
      photoapp_dms: 'Foto-App: Direktnachrichten',
      photoapp_activity: 'Foto-App: Aktivität',
      photoapp_explore: 'Foto-App: Entdecken',
      sys_notes: 'Notizen',
      sys_photos: 'Fotos',
      sys_settings: 'Einstellungen',
      sys_about: 'Einstellungen: Info',
      sys_phone: 'Telefon',
      sys_messages: 'Nachrichten',
      messenger: 'Messenger: Ein Bot',
    },
  },

  interrupt: {
    title: 'Auftrag auf {phone} unterbrechen?',
    about:
      'Wer das Telefon jetzt ansieht oder benutzt, unterbricht den Auftrag. Der Dienst versucht ihn 5 bis 7 Minuten später erneut und gibt ihn nach drei Unterbrechungen auf.',
    confirm: 'Unterbrechen',
    cancel: 'In Ruhe lassen',
  },

  screenshot: {
    saved: 'Gespeichert als {name}',
    title: 'Screenshot von {phone} aufnehmen?',
    cost: 'Nicht live, daher muss der Dienst gefragt werden: Das kostet {cost}.',
    costOf: 'Nicht live, daher muss der Dienst gefragt werden: Das kostet {cost}; heute noch übrig: {left}.',
    confirm: 'Aufnehmen',
    cancel: 'Abbrechen',
  },

  paste: {
    title: 'In {name} einfügen?',
    titleMirrored: 'In {name} und {n} weiteres einfügen? | In {name} und {n} weitere einfügen?',
    about: '{n} Zeichen wird getippt: | {n} Zeichen werden getippt:',
    cost: 'Kostet {n} Aktion. | Kostet {n} Aktionen.',
    costLeft: 'Kostet {n} Aktion; heute noch übrig: {left}. | Kostet {n} Aktionen; heute noch übrig: {left}.',
    costAboutLeft:
      'Kostet {n} Aktion; heute noch übrig: etwa {left}. | Kostet {n} Aktionen; heute noch übrig: etwa {left}.',
    confirm: 'Einfügen',
    cancel: 'Abbrechen',
  },
}
