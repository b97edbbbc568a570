import type { TranslationOf } from '../catalogue'
import type { faultMessages as english } from '../../../src-shared/texts/fault-messages'

/** What went wrong. */
export const faultMessages: TranslationOf<typeof english> = {
  faults: {
    userAgentRefused: 'Ein Netzfilter blockiert Fleetwalls User-Agent. Ihr Schlüssel ist in Ordnung.',
    notTyped: 'Das Telefon kann {characters} nicht tippen.',
    notTypedMore:
      'Das Telefon kann {characters} und {n} weiteres nicht tippen. | Das Telefon kann {characters} und {n} weitere nicht tippen.',
    noSuchKey: 'Das Telefon hat keine Taste {key}.',
    quoted: '„{text}“',
    labelColors:
      'Das Konto hat {labels} schon und behält die Farbe. | Das Konto hat {labels} schon und behält die Farben.',
    notCopied: 'Konnte nicht auf diesen Computer kopieren.',
    recordingStopped: {
      'disk-full': 'Aufnahme beendet: Das Laufwerk von {folder} ist voll. Das Auf­ge­nom­me­ne bleibt.',
      'disk-slow': 'Aufnahme beendet: Das Laufwerk von {folder} ist zu langsam. Das Auf­ge­nom­me­ne bleibt.',
      'not-written': 'Aufnahme beendet: {folder} ist nicht be­schreib­bar. Das Auf­ge­nom­me­ne bleibt.',
      gone: 'Aufnahme verloren: während des Schreibens aus {folder} entfernt.',
    },
    notSaved: {
      full: 'Nicht gespei\u00ADchert: Das Laufwerk von {folder} ist voll.',
      'not-allowed': 'Nicht gespei\u00ADchert: Fleetwall darf nicht in {folder} schreiben.',
      'no-folder':
        'Nicht gespei\u00ADchert: {folder} ist kein Ordner oder enthält eine Datei, wo ein Ordner sein müsste.',
      'whole-disk':
        'Nicht gespei\u00ADchert: {folder} ist das ganze Laufwerk. Wählen Sie in den Einstel\u00ADlungen einen Ordner für Aufnahmen.',
      failed: 'Die Datei ließ sich nicht in {folder} speichern.',
    },
    notConverted: {
      gone: 'Nicht umge\u00ADwandelt: {name} ist nicht mehr da.',
      unreadable: 'Nicht umge\u00ADwandelt: {name} ist keine Aufnahme, die Fleetwall lesen kann.',
      empty: 'Nicht umge\u00ADwandelt: {name} hat kein ganzes Bild.',
      'no-encoder':
        'Nicht umge\u00ADwandelt: Dieser Computer kann kein Video dieses Formats und dieser Größe kodieren.',
      busy: 'Nicht umge\u00ADwandelt: Eine andere Aufnahme wird gerade umge\u00ADwandelt.',
      ended: 'Das Umwandeln wurde abge\u00ADbrochen.',
      failed: '{name} konnte nicht umge\u00ADwandelt werden.',
    },
    recordingOff: 'Eine Richt\u00ADlinie dieses Computers schaltet das Aufnehmen aus.',
    inputLost: 'Nicht gesendet: Die Steuerung war nicht verbunden.',
    inputLostBecause: 'Nicht gesendet. {why}',
    sizeUnknown: 'Nicht gesendet: Die Bildschirm\u00ADgröße des Telefons ist unbekannt. {why}',
    inputRotated: 'Nicht gesendet: Das Telefon wurde gedreht.',
    inputPartlySent: 'Ein Teil ging verloren: Die Steuerung brach ab.',
    inputUnconfirmed: 'Die Eingabe kam vielleicht nicht beim Telefon an.',
    ticketRefused: 'Der Dienst hat das Upload-Ticket abgelehnt.',
    outcomeUnknown:
      'Der Dienst hat den Upload nicht bestätigt. Prüfen Sie das Telefon, bevor Sie ihn wieder\u00ADholen.',
    uploadDiffers:
      'Die SHA-256 der Quittung weicht ab. Prüfen Sie das Telefon, bevor Sie den Upload wieder­holen.',
    invalidEdit: 'Lässt sich nicht speichern: {fields}.',
    field: '{path} {message}',
    wholeEdit: 'Änderung {message}',
    launchInDoubt: 'Der Dienst hat den Start nicht bestätigt. Die Aufträge des Telefons werden geprüft …',
    launchUnknown:
      'Der Start wurde nicht bestätigt. Prüfen Sie die Aufträge des Telefons, bevor Sie es wieder\u00ADholen.',
    launchField: 'Nicht gestartet: {title} braucht {what}.',
    noLaunchField: 'Nicht gestartet: Das Vokabular hat dafür kein Feld {name}.',
    launchUnsent: 'Nichts gestartet: Der Dienst war nicht erreichbar.',
    jobPending: 'Nicht gesendet: {job} steht auf diesem Telefon noch aus.',
    cancelled: 'Abge\u00ADbrochen.',
    flowUnreadable: 'Der Ablauf {file} ist nicht verwendbar.',
    flowShortage: '{budget}: heute ist nicht genug übrig.',
    flowRuns: 'Es laufen schon Abläufe.',
    inputCancelled: 'Vor dem Start abge\u00ADbrochen.',
    earlierUnanswered: 'Nicht gesendet: Die Eingabe davor blieb ohne Antwort.',
    keyShape: 'Das ist kein API-Schlüssel. Ein Schlüssel sieht aus wie prefix_live_id_secret.',
    fleetKnown: 'Adresse und Schlüssel sind schon als „{name}“ gespei\u00ADchert.',
    keychainLocked:
      'Der Schlüssel\u00ADbund ist gesperrt. Entsperren Sie ihn und versuchen Sie es noch einmal.',
    keychainSilent: 'Der Schlüssel\u00ADbund gab den Schlüssel nicht heraus.',
    simulator: 'Die simulierte Flotte konnte nicht starten.',
    internal: 'In Fleetwall ist etwas schief\u00ADgegangen.',
    missingPermission: 'Dieser Schlüssel braucht die Berech\u00ADtigung „{scope}“.',

    runGivenUp:
      'Eine andere Flotte wurde geöffnet. {n} Änderung an der vorigen ist abge\u00ADbrochen oder unbe\u00ADstätigt. | Eine andere Flotte wurde geöffnet. {n} Änderungen an der vorigen sind abge\u00ADbrochen oder unbe\u00ADstätigt.',
    notDone: {
      dropped:
        'Ausste\u00ADhende Eingaben auf {n} Telefon sind vielleicht verloren: {names}. | Ausste\u00ADhende Eingaben auf {n} Telefonen sind vielleicht verloren: {names}.',
      droppedOnMany: 'Ausste\u00ADhende Eingaben auf {phones} Telefonen sind vielleicht verloren.',
    },
    mirrorSkipped: {
      dropped:
        'Gespie\u00ADgelte Eingaben auf {n} Telefon verworfen: {names}. | Gespie\u00ADgelte Eingaben auf {n} Telefonen verworfen: {names}.',
      droppedOnMany: 'Gespie\u00ADgelte Eingaben auf {phones} Telefonen verworfen.',
    },
    notInterrupted: {
      minutesUsedUp: '{job} läuft weiter: Die Minuten für heute sind aufge\u00ADbraucht.',
      maxActiveDevices: '{job} läuft weiter: Kontolimit erreicht. Geben Sie zuerst ein anderes Telefon frei.',
    },

    refused: {
      stream: 'Der Dienst hat diesen Stream abgelehnt.',
      control: 'Der Dienst hat die Steuerung abgelehnt.',
      maybe: 'Dem Schlüssel fehlt vielleicht die Berech\u00ADtigung „{scope}“, oder ein Limit ist erreicht.',
      withoutRead: 'Die Ursache ist unbekannt. Sie zu finden braucht die Berech\u00ADtigung „read“.',
    },

    network: {
      'host-unknown': '{host} ist nicht zu finden. Prüfen Sie die Adresse.',
      'connection-refused': 'Unter {host} antwortet nichts.',
      'connection-lost': 'Verbindung zu {host} verloren.',
      timeout: '{host} hat nicht recht\u00ADzeitig geant\u00ADwortet.',
      tls: 'Dem Zertifikat von {host} wird nicht vertraut.',
      'proxy-address': 'Die Proxy-Adresse „{host}“ ist ungültig.',
      'proxy-unreachable': 'Der Proxy {host} antwortet nicht.',
      'proxy-tls': 'Dem Zerti\u00ADfikat des Proxys {host} traut dieser Computer nicht.',
      'proxy-password': 'Der Proxy {host} verlangt Name und Passwort.',
      'proxy-login-refused': 'Der Proxy {host} lehnt das Passwort ab.',
      'proxy-refused': 'Der Proxy {host} lehnt die Ver\u00ADbindung ab.',
      'proxy-cut': 'Der Proxy {host} hat die Ver\u00ADbindung beendet.',
      'proxy-sockets': 'Der Proxy {host} blockiert Live-Bilder.',
    },
    authority: 'Ausge\u00ADstellt von „{name}“, das dieser Computer nicht kennt.',
    noNetwork: 'Dieser Computer ist offline.',

    closed: {
      taken: 'Von anderem Client über\u00ADnommen.',
      unreachable: 'Das Telefon ist gerade nicht erreichbar.',
      limit: 'Ein Kontingent oder Limit ist erreicht.',
      key: 'Der Schlüssel ist abgelaufen oder widerrufen.',
      account: 'Konto inaktiv oder Schlüssel nicht berechtigt.',
      tooLarge: 'Die Nachricht war zu groß für den Dienst.',
      other: 'Verbindung verloren (Code {code}).',
    },

    control: {
      invalid_frame: 'Der Dienst hat das nicht verstanden.',
      rate_limited: 'Zu schnell: Ein Teil der Eingaben ging verloren.',
      device_error: 'Das Telefon konnte das nicht.',
      hold_timeout: 'Zu lange gehalten: Der Druck endete.',
    },
    controlOther: 'Der Dienst hat das abgelehnt ({code}).',
    moreErrors: '{n} weiterer Fehler kam von diesem Telefon. | {n} weitere Fehler kamen von diesem Telefon.',

    file: {
      empty: '„{name}“ ist leer.',
      folder: '„{name}“ ist ein Ordner, keine Datei.',
      unreadable: '„{name}“ lässt sich nicht lesen.',
      'too-large': '„{name}“ ist zu groß für den Dienst.',
      changed: '„{name}“ hat sich geändert. Laden Sie die Datei noch einmal hoch.',
      gone: '„{name}“ gibt es nicht mehr.',
      'page-gone': 'Die Seite mit „{name}“ wurde geschlos\u00ADsen. Laden Sie die Datei noch einmal hoch.',
      unsaved: '„{name}“ ist nur in der Zwischen\u00ADablage. Speichern Sie es zuerst als Datei.',
    },
    notFound: {
      fleet: 'Hier gibt es keine Flotte „{name}“. Füge sie zuerst hinzu.',
      phone: 'Diese Flotte hat kein Telefon „{name}“.',
      view: 'Diese Flotte hat keine Ansicht „{name}“.',
      link: 'Fleetwall kennt den Link „{name}“ nicht.',
    },
    phonesLeftOut:
      '{n} Telefon fehlt: Die Angaben des Dienstes dazu sind unlesbar. | {n} Telefone fehlen: Die Angaben des Dienstes dazu sind unlesbar.',
    moreFiles:
      '{n} weitere Datei lässt sich nicht hochladen. | {n} weitere Dateien lassen sich nicht hochladen.',
    isOffline: '{name} ist offline und kann keine Dateien empfangen.',
    noneOnline:
      'Das Telefon ist offline und kann keine Dateien empfangen. | Alle {n} Telefone sind offline und können keine Dateien empfangen.',
    fileLargerThan: '„{name}“ ist zu groß. Das Limit ist {bytes} ({exact} Bytes).',

    policy: {
      entry: '„{entry}“ in der Richtlinie {file} ist nicht brauchbar. Sie ändert nichts.',
      unreadable: 'Die Richtlinie {file} ist nicht lesbar. Sie ändert nichts.',
      json: 'Die Richtlinie {file} ist kein gültiges JSON. Sie ändert nichts.',
      owner: 'Richt\u00ADlinie nicht beachtet: Nicht nur root kann {file} ändern.',
    },
    updateRefused: {
      unsigned: 'Eine neue Version fiel weg: Ihr fehlt die gültige Signatur.',
      'other-system': 'Eine neue Version fiel weg: Sie ist für ein anderes System.',
      stale: 'Die Liste neuer Versionen ist veraltet. Suchen Sie selbst nach einer neuen.',
    },
    noSandbox: 'Fleetwall läuft ohne Sandbox. Mit dem deb oder rpm hat es sie.',
    authorities: 'Die Zerti\u00ADfikate in {file} sind nicht brauchbar.',
    ownFile: {
      'set-aside': 'Eine Datei mit Einstel\u00ADlungen war zum Teil unlesbar. Sie liegt jetzt in {file}.',
      unreadable: 'Unlesbar: {file}. Fleetwall lässt die Datei, wie sie ist, und sichert nichts.',
      newer: 'Von einem neueren Fleetwall: {file}. Es wird nichts darin gesichert.',
      'not-written': 'Kann {file} nicht sichern. Ist die Platte voll oder nicht beschreib\u00ADbar?',
      full: 'Die Aktivitäts\u00ADdatei von heute ist voll: {file}. Weiteres wird heute nicht gesichert.',
    },
    vocabulary: {
      unreadable:
        'Die Vokabular\u00ADdatei {file} lässt sich nicht lesen. Fleetwall verwendet seine Vorgaben.',
      'too-large': 'Die Vokabular\u00ADdatei {file} ist zu groß. Fleetwall verwendet seine Vorgaben.',
      encoding: 'Die Vokabular\u00ADdatei {file} ist kein UTF-8-Text. Fleetwall verwendet seine Vorgaben.',
      'not-json':
        'Die Vokabular\u00ADdatei {file} ist kein gültiges JSON. Fleetwall verwendet seine Vorgaben.',
      invalid:
        'Die Vokabular\u00ADdatei {file} enthält einen ungültigen Eintrag. Fleetwall verwendet seine Vorgaben.',
    },

    address: {
      malformed: 'Geben Sie eine Adresse wie https://api.example.com/v1 ein.',
      insecure: 'Die Adresse muss mit https oder wss beginnen, außer auf diesem Computer.',
      path: 'Entfernen Sie „?“, „#“ und das Passwort aus der Adresse.',
    },
  },

  problems: {
    invalid_action: 'Der Dienst hat die Anfrage abgelehnt.',
    unauthorized: 'Der Dienst kennt diesen Schlüssel nicht.',
    insufficient_tokens: 'Nicht genug Automati\u00ADsierungs-Token.',
    forbidden: 'Der Schlüssel ist inaktiv oder nicht berechtigt.',
    device_blocked: 'Vom Dienst vorerst gesperrt.',
    device_not_found: 'Dieses Telefon gehört nicht mehr zur Flotte.',
    account_not_found: 'Dieses Konto gibt es nicht.',
    job_not_found: 'Der Dienst hat diesen Auftrag nicht mehr.',
    ticket_already_used: 'Das Upload-Ticket wurde schon verwendet.',
    automation_pending: 'Telefon oder Konto hat einen Auftrag.',
    payload_too_large: 'Die Datei ist zu groß für den Dienst.',
    command_rejected: 'Das Telefon hat den Befehl abgelehnt.',
    label_limit_reached: 'Das Label-Limit des Kontos ist erreicht.',
    rate_limited: 'Zu viele Anfragen auf einmal.',
    quota_exceeded: 'Tages\u00ADkontingent bis Mitter\u00ADnacht UTC aufge\u00ADbraucht.',
    max_active_devices_reached: 'Kontolimit erreicht.',
    internal: 'Beim Dienst ist ein Fehler aufge\u00ADtreten.',
    upload_failed: 'Die Datei kam nicht beim Telefon an.',
    device_offline: 'Das Telefon ist offline.',
    rename_unavailable: 'Das Telefon lässt sich gerade nicht umbenennen.',
    upstream_unavailable: 'Der Dienst kann das gerade nicht.',
    kernel_timeout: 'Das Telefon hat nicht recht\u00ADzeitig geant\u00ADwortet.',
  },

  problem: {
    resetsAt: 'Tages\u00ADkontingent aufge\u00ADbraucht. Neues ab {time}.',
    wait: '{sentence} Warten Sie {span} bis zum nächsten Versuch.',
    layer: 'Grenze: {layer}.',
    left: 'Noch {n} übrig.',
  },

  unreadable: {
    'not-http': 'Diese Adresse spricht kein HTTP',
    empty: 'Die Antwort des Dienstes war leer',
    'too-long': 'Die Antwort des Dienstes war zu lang',
    html: 'Statt einer Antwort kam eine Webseite',
    cut: 'Die Antwort des Dienstes war abge\u00ADschnitten',
    'content-type': 'Die Antwort hat die falsche Art',
    charset: 'Die Kodierung der Antwort ist nicht lesbar',
    'not-json': 'Die Antwort des Dienstes war verstüm\u00ADmelt',
    'not-jpeg': 'Der Dienst hat ein beschä\u00ADdigtes Bild gesendet',
    'unknown-code': 'Der Dienst hat einen unbe\u00ADkannten Fehler gemeldet',
  },

  unreadableAnswer: {
    lacksField: 'In der Antwort des Dienstes fehlt „{field}“',
    wrongField: 'In der Antwort des Dienstes ist „{field}“ falsch',
    wrongShape: 'Die Antwort des Dienstes hat die falsche Form',
    sentence: '{what}.',
    withStatus: '{what} (HTTP {status}).',
  },

  budgets: {
    active_minutes: {
      name: 'Minuten',
      unit: '{n} Minute | {n} Minuten',
      usedUp: 'Die Minuten für heute sind aufge\u00ADbraucht. Neue ab {time}.',
      low: '{share} der Minuten von heute verbraucht, {n} übrig. Neue ab {time}.',
    },
    actions: {
      name: 'Aktionen',
      unit: '{n} Aktion | {n} Aktionen',
      usedUp: 'Die Aktionen für heute sind aufge\u00ADbraucht. Neue ab {time}.',
      low: '{share} der Aktionen von heute verbraucht, {n} übrig. Neue ab {time}.',
    },
    snapshots: {
      name: 'Snapshots',
      unit: '{n} Snapshot | {n} Snapshots',
      usedUp: 'Die Snapshots für heute sind aufge\u00ADbraucht. Neue ab {time}.',
      low: '{share} der Snapshots von heute verbraucht, {n} übrig. Neue ab {time}.',
    },
    uploads: {
      name: 'Uploads',
      unit: '{n} Upload | {n} Uploads',
      usedUp: 'Die Uploads für heute sind aufge\u00ADbraucht. Neue ab {time}.',
      low: '{share} der Uploads von heute verbraucht, {n} übrig. Neue ab {time}.',
    },
  },

  jobNames: {
    kinds: {
      warm_up: 'Aufwärmen',
      account_status: 'Konto\u00ADstatus',
      list_accounts: 'Konten\u00ADliste',
    },
    unnamed: 'Ein Auftrag',
    unknown: '„{name}“',
  },

  launchTakes: {
    integer: 'eine ganze Zahl',
    number: 'eine Zahl',
    between: '{what} von {min} bis {max}',
    least: '{what} ab {min}',
    most: '{what} bis {max}',
    text: '{min} bis {max} Zeichen',
    boolean: 'true oder false',
    choice: 'eines von {choices}',
  },
}
