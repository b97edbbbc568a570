import type { TranslationOf } from '../catalogue'
import type { workMessages as english } from '../en/work-messages'

/** What is said of work on phones: edits, launches, files. */
export const workMessages: TranslationOf<typeof english> = {
  inspector: {
    title: 'Inspektor',
    failed:
      '{inspector}: auf {n} Telefon fehlgeschlagen oder ungewiss | {inspector}: auf {n} Telefonen fehlgeschlagen oder ungewiss',
    phones: '{n} Telefon | {n} Telefone',
    nothing: 'Wählen Sie Telefone aus, um ihre Daten zu sehen und zu bearbeiten.',
    facts: 'Telefon',
    state: 'Zustand',
    originalName: 'Name',
    size: 'Bildschirm',
    sizeValue: '{width} × {height} px',
    sizeUnknown: 'Noch nicht bekannt',
    identifier: 'Kennung',
  },

  edit: {
    title: 'Bearbeiten',
    name: 'Eigener Name',
    notes: 'Notizen',
    mixed: 'Verschieden',
    mixedHint: 'Die Notizen sind verschieden. Was Sie hier schreiben, ersetzt sie alle.',
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
    taken: '„{name}“ ist schon auf dem Telefon. | „{name}“ ist schon auf allen diesen Telefonen.',
    tooLong: {
      name: 'Ein eigener Name hat höchstens {most} Zeichen, nicht {length}.',
      notes: 'Notizen haben höchstens {most} Zeichen, nicht {length}.',
      label: 'Der Name eines Labels hat höchstens {most} Zeichen, nicht {length}.',
    },
    unsendable:
      'Es enthält ein Zeichen, das sich nicht senden lässt: ein Nullzeichen oder die Hälfte etwa eines Emojis.',
    overfull:
      '{n} Telefon hätte mehr als {most} Labels und bleibt unverändert. | {n} Telefone hätten mehr als {most} Labels und bleiben unverändert.',
    save: 'Sichern',
    saveAll: 'Auf {n} Telefon sichern | Auf {n} Telefonen sichern',
    undo: 'Verwerfen',
  },

  tasks: {
    section: 'Fortschritt',
    name: 'Name',
    notes: 'Notizen',
    progressOf: 'Fortschritt von {title}',
    progress: '{ended} von {all}',
    title: '{phone}: {what}',
    titleOfMany: '{n} Telefon: {what} | {n} Telefone: {what}',
    done: {
      edit: '{n} gesichert',
      launch: '{n} gestartet',
      act: '{n} ausgeführt',
    },
    outcomes: {
      failed: '{n} fehlgeschlagen',
      unknown: '{n} ungewiss',
      cancelled: '{n} abgebrochen',
      'not-tried': '{n} nicht versucht',
    },
    unreachable: 'Der Dienst ist nicht erreichbar: Was übrig ist, wartet.',
    cancel: 'Abbrechen',
    retry: 'Fehlgeschlagene erneut versuchen',
    retryRest: 'Erneut versuchen, auch die nicht versuchten',
    withoutName: 'Ohne den Namen sichern',
    clear: 'Aufräumen',
    givenUp:
      'Eine andere Flotte wurde geöffnet: {n} Änderung der vorigen wurde aufgegeben, oder ihr Ausgang ist ungewiss. | Eine andere Flotte wurde geöffnet: {n} Änderungen der vorigen wurden aufgegeben, oder ihr Ausgang ist ungewiss.',
  },

  launch: {
    title: 'Automatisierung starten',
    kind: 'Automatisierung',
    account: 'Konto',
    anyAccount: 'Das der Dienst wählt',
    costs: 'Kostet eine Aktion je Telefon; es bleibt unberührt, bis der Auftrag beendet ist.',
    costsTokens:
      'Kostet Automatisierungs-Token und eine Aktion je Telefon; es bleibt unberührt, bis der Auftrag beendet ist.',
    submit: 'Starten | Auf {n} Telefonen starten',
  },

  drop: {
    toPhone: '{n} Datei an {name} senden | {n} Dateien an {name} senden',
    toPhones:
      '{n} Datei an {phones} ausgewählte Telefone senden | {n} Dateien an {phones} ausgewählte Telefone senden',
    nowhere: 'Auf einem Telefon ablegen, oder zuerst Telefone auswählen',
    isOffline: 'Es ist jetzt offline',
    someOffline: '{n} davon ist jetzt offline | {n} davon sind jetzt offline',
    someGo:
      'Nur {n} von {uploads} Uploads geht heute noch; neue gibt es ab {time} | Nur {n} von {uploads} Uploads gehen heute noch; neue gibt es ab {time}',
    noneLeft: 'Die wartenden Dateien brauchen die Uploads von heute auf; neue gibt es ab {time}',
  },

  push: {
    title: '{n} Datei ({bytes}) an {phones} senden? | {n} Dateien ({bytes}) an {phones} senden?',
    titleOfFolder:
      'Die {n} Datei ({bytes}) in „{folder}“ an {phones} senden? | Die {n} Dateien ({bytes}) in „{folder}“ an {phones} senden?',
    reading: '{folders} wird gelesen …',
    nothing: 'Keine Datei zum Senden in {folders}',
    tooMany: 'Zu viele Dateien auf einmal',
    quoted: '„{name}“',
    soFar: 'Bisher {n} Datei, {bytes} | Bisher {n} Dateien, {bytes}',
    inFolders: 'Mit dem Inhalt von {folders}',
    more: 'und {n} weitere',
    system:
      '{n} Datei, die das System für sich anlegt, wird ausgelassen. | {n} Dateien, die das System für sich anlegt, werden ausgelassen.',
    empty: '{n} leere Datei wird ausgelassen. | {n} leere Dateien werden ausgelassen.',
    unreadable:
      '{n} Datei oder Ordner lässt sich nicht lesen und wird ausgelassen. | {n} Dateien oder Ordner lassen sich nicht lesen und werden ausgelassen.',
    takes:
      '{n} Upload: bei dem Tempo, das der Dienst erlaubt, mindestens {span}. | {n} Uploads: bei dem Tempo, das der Dienst erlaubt, mindestens {span}.',
    most: 'Auf einmal wird höchstens {n} Upload begonnen: Nehmen Sie weniger Dateien oder weniger Telefone. | Auf einmal werden höchstens {n} Uploads begonnen: Nehmen Sie weniger Dateien oder weniger Telefone.',
    warning: '{warning}.',
    send: 'Senden',
    cancel: 'Abbrechen',
  },

  uploads: {
    title: 'Übertragungen',
    allEnded: 'Alle beendet: {outcomes}',
    endsIn: 'noch etwa {span}',
    outcomes: {
      done: '{n} fertig',
      failed: '{n} fehlgeschlagen',
      unknown: '{n} ungewiss',
      cancelled: '{n} abgebrochen',
    },
    rests: {
      minute: 'in dieser Minute keine mehr: weiter in {span}',
      'rate-limited': 'der Dienst verlangt eine Pause: weiter in {span}',
      unheard: 'nichts antwortet: neuer Versuch in {span}',
    },
    probing: 'noch antwortet nichts',
    because: '{state}: {sentence}',
    refused: 'Der Dienst hat sie nicht angenommen: {detail}',
    height: 'Höhe der Liste der Übertragungen',
    order: 'Reihenfolge der Übertragungen',
    orders: {
      state: 'Nach Zustand',
      newest: 'Neueste zuerst',
    },
    onlyFailed: '{n} fehlgeschlagen',
    retryFailed: 'Erneut senden',
    cancelAll: 'Alle abbrechen',
    cancelling: {
      title: '{n} Übertragung abbrechen? | {n} Übertragungen abbrechen?',
      about: 'Was ein Telefon schon hat, bleibt darauf; der Rest wird nicht gesendet.',
      confirm: 'Übertragung abbrechen | Alle abbrechen',
      cancel: 'Weiter senden',
    },
    summary: '{n} Übertragung läuft, {sent} von {bytes} | {n} Übertragungen laufen, {sent} von {bytes}',
    row: '{file} an {phone}',
    progress: 'Fortschritt von {file} an {phone}',
    speed: '{bytes}/s',
    left: 'noch {span}',
    sent: '{sent} von {bytes}',
    againSoon: 'Wird gleich erneut gesendet',
    againIn: 'Wird in {span} erneut gesendet',
    retry: 'Erneut versuchen',
    cancel: 'Abbrechen',
    clear: 'Beendete entfernen',
    fold: 'Übertragungen einklappen',
    unfold: 'Übertragungen ausklappen',
    states: {
      waiting: 'Wartet',
      ticket: 'Ticket wird angefordert',
      sending: 'Wird gesendet',
      done: 'Fertig',
      failed: 'Fehlgeschlagen',
      cancelled: 'Abgebrochen',
      unknown: 'Ausgang ungewiss',
    },
  },
}
