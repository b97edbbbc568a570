import type { TranslationOf } from '../catalogue'
import type { faultMessages as english } from '../en/fault-messages'

/** What is said of what went wrong. */
export const faultMessages: TranslationOf<typeof english> = {
  faults: {
    userAgentRefused:
      'Das Netz vor dem Dienst weist den User-Agent dieses Programms ab; am Schlüssel liegt es nicht.',
    notTyped: 'Das Telefon konnte {characters} nicht tippen.',
    notTypedMore:
      'Das Telefon konnte {characters} und {n} weiteres Zeichen nicht tippen. | Das Telefon konnte {characters} und {n} weitere Zeichen nicht tippen.',
    noSuchKey: 'Das Telefon hat keine Taste {key}: Sie wurde nicht gesendet.',
    quoted: '„{text}“',
    notCopied:
      'Was das Telefon kopiert hat, konnte nicht in die Zwischen\u00ADablage dieses Computers gelegt werden.',
    notSaved: 'Der Screenshot konnte nicht in {folder} ge\u00ADschrieben werden.',
    inputLost: 'Das kam nicht beim Telefon an: Sein Steuer\u00ADkanal war nicht offen.',
    inputLostBecause: 'Das kam nicht beim Telefon an. {why}',
    inputTurned: 'Das wurde nicht ausge\u00ADführt: Das Telefon hatte sich inzwischen gedreht.',
    inputCut: 'Das kam nicht ganz beim Telefon an: Sein Steuer\u00ADkanal ging mittendrin zu.',
    textUnanswered:
      'Was getippt wurde, kam vielleicht nicht beim Telefon an: Sein Steuer\u00ADkanal ging vor der Antwort zu.',
    inputUnanswered:
      'Was zuletzt getan wurde, kam vielleicht nicht beim Telefon an: Sein Steuer\u00ADkanal ging verloren.',
    ticketRefused: 'Der Dienst hat das Ticket für diesen Upload abgelehnt.',
    outcomeUnknown:
      'Alle Bytes wurden gesendet, aber die Antwort ging verloren: Sehen Sie auf dem Telefon nach, bevor Sie die Datei noch einmal senden.',
    invalidEdit: 'Das lässt sich nicht sichern: {fields}.',
    field: '{path} {message}',
    wholeEdit: 'Änderung {message}',
    launchInDoubt:
      'Der Dienst hat nicht gesagt, ob der Auftrag gestartet wurde: Dafür werden die Aufträge des Telefons geladen.',
    launchUnknown:
      'Ob der Auftrag gestartet wurde, ist ungewiss: Weder der Dienst noch die Aufträge des Telefons sagen es.',
    launchUnsent: 'Nichts wurde gestartet: Der Dienst war unmittel\u00ADbar davor nicht erreichbar.',
    jobPending:
      '{job} steht auf diesem Telefon noch aus: Nichts wurde gesendet, um den Auftrag nicht zu unter\u00ADbrechen.',
    cancelled: 'Abge\u00ADbrochen.',
    givenUp: 'Das wurde aufgegeben, bevor es an der Reihe war.',
    behindUnanswered:
      'Die Aktion davor blieb ohne Antwort, daher wurde sie nicht gesendet. | Eine Aktion blieb ohne Antwort: {n}, die dahinter warteten, wurden nicht gesendet.',
    behindUntyped: 'Das Telefon hat noch nicht gemeldet, dass der Text davor getippt ist.',
    keyShape: 'Das ist kein API-Schlüssel: Ein solcher hat die Form prefix_live_id_secret.',
    fleetKnown: 'Eine Flotte mit dieser Adresse und diesem Schlüssel gibt es schon: „{name}“.',
    keychainLocked: 'Der Schlüssel\u00ADbund ist gesperrt: Entsperren Sie ihn und versuchen Sie es erneut.',
    keychainSilent: 'Der Schlüssel\u00ADbund hat den Schlüssel nicht heraus\u00ADgegeben.',
    simulator: 'Die simulierte Flotte konnte nicht starten.',
    internal: 'Fleetwall hat hier einen Fehler.',
    lacks: 'Nicht verfügbar: Diesem Schlüssel fehlt der Scope {scope}.',

    /** Another fleet was opened meanwhile. */
    notDone: {
      dropped:
        'Was auf {n} Telefon noch zu tun war, ist vielleicht nicht geschehen: {names}. | Was auf {n} Telefonen noch zu tun war, ist vielleicht nicht geschehen: {names}.',
      droppedOnMany: 'Was auf {phones} Telefonen noch zu tun war, ist vielleicht nicht geschehen.',
    },
    notInterrupted: {
      minutesUsedUp:
        '{job} wurde nicht unter\u00ADbrochen: Die aktiven Minuten von heute sind aufge\u00ADbraucht.',
      maxActiveDevices:
        '{job} wurde nicht unter\u00ADbrochen: Das Konto erlaubt nicht mehr Telefone gleich\u00ADzeitig. Geben Sie zuerst ein anderes Telefon frei.',
    },

    refused: {
      stream:
        'Der Dienst hat den Stream dieses Telefons abgelehnt: Vielleicht fehlt dem Schlüssel der Scope „stream“, oder eine Grenze ist erreicht.',
      control:
        'Der Dienst hat die Steuerung dieses Telefons abgelehnt: Vielleicht fehlt dem Schlüssel der Scope „control“, oder eine Grenze ist erreicht.',
      streamWithoutRead:
        'Der Dienst hat den Stream dieses Telefons aus unbe\u00ADkanntem Grund abgelehnt: Um ihn heraus\u00ADzufinden, braucht der Schlüssel den Scope „read“.',
      controlWithoutRead:
        'Der Dienst hat die Steuerung dieses Telefons aus unbe\u00ADkanntem Grund abgelehnt: Um ihn heraus\u00ADzufinden, braucht der Schlüssel den Scope „read“.',
    },

    network: {
      'host-unknown': 'Es gibt keinen Host namens {host}: Prüfen Sie die Adresse.',
      'connection-refused': 'Unter {host} antwortet nichts.',
      'connection-lost': 'Die Verbindung zu {host} wurde unter\u00ADbrochen.',
      timeout: 'Der Dienst unter {host} hat nicht recht\u00ADzeitig geant\u00ADwortet.',
      tls: 'Die sichere Verbindung zu {host} ist geschei\u00ADtert: Das Zertifikat wird nicht anerkannt.',
    },
    noNetwork: 'Dieser Computer hat keine Netzwerk\u00ADverbindung.',

    closed: {
      taken: 'Eine andere Sitzung hat dieses Telefon über\u00ADnommen.',
      unreachable: 'Das Telefon ist im Moment nicht erreichbar.',
      limit:
        'Der Dienst hat die Verbindung getrennt: Ein Kontingent, eine Rate oder die Zahl der Telefone ist ausge\u00ADschöpft.',
      key: 'Der Schlüssel wurde widerrufen oder ist abgelaufen.',
      account: 'Das Konto ist nicht aktiv, oder der Schlüssel darf das nicht mehr.',
      tooLarge: 'Der Dienst hat eine zu große Nachricht abgelehnt.',
      other: 'Die Verbindung wurde unter\u00ADbrochen (Code {code}).',
    },

    control: {
      invalid_frame: 'Der Dienst hat die Eingabe nicht verstanden.',
      rate_limited: 'Zu viel auf einmal: Ein Teil wurde nicht ausge\u00ADführt.',
      device_error: 'Das Telefon hat es nicht ausge\u00ADführt.',
      hold_timeout: 'Es wurde zu lange gedrückt, und der Dienst hat losge\u00ADlassen.',
    },
    controlOther: 'Der Dienst hat es nicht ausge\u00ADführt ({code}).',

    file: {
      empty: '„{name}“ ist leer: Es gibt nichts zu senden.',
      folder: '„{name}“ ist ein Ordner, keine Datei.',
      unreadable: '„{name}“ lässt sich nicht lesen.',
      'too-large': '„{name}“ ist zu groß für den Dienst.',
      changed: '„{name}“ hat sich inzwischen geändert: Senden Sie die Datei noch einmal.',
      unsaved:
        '„{name}“ ist nur in der Zwischen\u00ADablage: Sichern Sie es zuerst als Datei und senden Sie diese.',
      gone: '„{name}“ ist nicht mehr da.',
      'page-gone':
        '„{name}“ ging mit der Seite verloren, die neu geladen oder ge\u00ADschlossen wurde: Senden Sie die Datei noch einmal.',
    },
    moreFiles:
      'Auch {n} weitere Datei lässt sich nicht senden. | Auch {n} weitere Dateien lassen sich nicht senden.',
    isOffline: '{name} ist jetzt offline: Dorthin kann keine Datei gesendet werden.',
    noneOnline:
      'Das Telefon ist jetzt offline: Ihm kann keine Datei gesendet werden. | Alle {n} Telefone sind jetzt offline: Ihnen kann keine Datei gesendet werden.',
    fileLargerThan: '„{name}“ ist zu groß: Der Dienst nimmt höchstens {bytes} ({exact} Bytes).',

    vocabulary: {
      unreadable:
        'Die Vokabular\u00ADdatei {file} lässt sich nicht lesen; Fleetwall verwendet seine eigenen Wörter.',
      'too-large': 'Die Vokabular\u00ADdatei {file} ist zu groß; Fleetwall verwendet seine eigenen Wörter.',
      encoding:
        'Die Vokabular\u00ADdatei {file} ist kein Text in UTF-8; Fleetwall verwendet seine eigenen Wörter.',
      'not-json': 'Die Vokabular\u00ADdatei {file} ist kein JSON; Fleetwall verwendet seine eigenen Wörter.',
      invalid:
        'Die Vokabular\u00ADdatei {file} enthält etwas, das dort nicht hingehört; Fleetwall verwendet seine eigenen Wörter.',
    },

    address: {
      malformed: 'Das ist keine Adresse: Sie sollte aussehen wie https://api.example.com/v1.',
      insecure:
        'Die Adresse muss mit https (oder wss) beginnen: Nur dieser Computer selbst darf ohne erreicht werden.',
      path: 'Die Adresse darf kein „?“, kein „#“ und kein Passwort enthalten.',
    },
  },

  problems: {
    invalid_action: 'Der Dienst hat die Anfrage nicht angenommen.',
    unauthorized: 'Der Dienst kennt diesen Schlüssel nicht.',
    insufficient_tokens: 'Dafür gibt es zu wenige Automati\u00ADsierungs-Token.',
    forbidden: 'Der Schlüssel darf das nicht, oder er ist nicht aktiv.',
    device_blocked: 'Der Dienst hat dieses Telefon vorläufig gesperrt.',
    device_not_found: 'Dieses Telefon gehört nicht mehr zur Flotte.',
    account_not_found: 'Das genannte Konto gibt es nicht.',
    job_not_found: 'Der Dienst kennt diesen Auftrag nicht mehr.',
    ticket_already_used: 'Das Upload-Ticket wurde schon verwendet.',
    automation_pending: 'Auf diesem Telefon wartet oder läuft schon ein Auftrag.',
    payload_too_large: 'Die Datei ist größer, als der Dienst annimmt.',
    command_rejected: 'Das Telefon wurde erreicht, hat den Befehl aber abgelehnt.',
    label_limit_reached: 'Das Konto kann keine weiteren Labels aufnehmen.',
    rate_limited: 'Zu viele Anfragen auf einmal.',
    quota_exceeded:
      'Ein Tages\u00ADkontingent ist aufge\u00ADbraucht; es beginnt um Mitter\u00ADnacht UTC neu.',
    max_active_devices_reached: 'Es sind so viele Telefone in Gebrauch, wie das Konto erlaubt.',
    internal: 'Beim Dienst ist ein Fehler aufge\u00ADtreten.',
    upload_failed: 'Die Datei kam nicht beim Telefon an.',
    device_offline: 'Das Telefon ist offline.',
    rename_unavailable: 'Das Telefon konnte gerade nicht umbenannt werden; nichts wurde geändert.',
    upstream_unavailable: 'Der Dienst konnte es gerade nicht ausführen.',
    kernel_timeout: 'Das Telefon hat nicht recht\u00ADzeitig geant\u00ADwortet.',
  },

  problem: {
    resetsAt: 'Ein Tages\u00ADkontingent ist aufge\u00ADbraucht; neues gibt es ab {time}.',
    wait: '{sentence} Der Dienst bittet, {span} zu warten.',
  },

  unreadable: {
    'not-http': 'Was unter dieser Adresse antwortet, spricht kein HTTP',
    empty: 'Der Dienst hat eine leere Antwort gesendet',
    'too-long': 'Der Dienst hat eine viel zu lange Antwort gesendet',
    html: 'Statt der Antwort des Dienstes kam eine Webseite',
    cut: 'Die Antwort des Dienstes ist abge\u00ADschnitten',
    'content-type': 'Der Dienst hat eine andere Art von Inhalt gesendet als verlangt',
    charset: 'Der Dienst hat eine Antwort in einer unlesbaren Kodierung gesendet',
    'not-json': 'Der Dienst hat eine verstüm\u00ADmelte Antwort gesendet',
    'not-jpeg': 'Der Dienst hat ein Bild gesendet, das keines ist',
    'unknown-code': 'Der Dienst hat einen Fehler gemeldet, den Fleetwall nicht kennt',
  },

  unreadableAnswer: {
    lacksField: 'In der Antwort des Dienstes fehlt „{field}“',
    wrongField: 'In der Antwort des Dienstes steht Uner\u00ADwartetes in „{field}“',
    wrongShape: 'Die Antwort des Dienstes hat eine andere Form als erwartet',
    sentence: '{what}.',
    withStatus: '{what} (HTTP {status}).',
  },
}
