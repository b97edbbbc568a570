import type { TranslationOf } from '../catalogue'
import type { fleetMessages as english } from '../en/fleet-messages'

/** Fleets, their keys and the vocabulary file. */
export const fleetMessages: TranslationOf<typeof english> = {
  addFleet: {
    title: 'Flotte hinzufügen',
    about: 'Der Dienst prüft den Schlüssel. Dann speichert Fleetwall ihn in Ihrem Schlüsselbund.',
    aboutNoKeychain: 'Kein Schlüsselbund gefunden. Fleetwall vergisst den Schlüssel beim Beenden.',
    offered: 'Vorbereitete Flotten',
    fromFile: 'Aus Datei…',
    noExport: '„{name}“ ist kein Flotten-Export.',
    leftOut: '{n} Flotte der Datei ist unbrauchbar. | {n} Flotten der Datei sind unbrauchbar.',
    name: 'Name',
    baseUrl: 'Basisadresse',
    baseUrlHint: 'https://… und am Ende /v1',
    apiKey: 'API-Schlüssel',
    advanced: 'Erweitert',
    wsBaseUrl: 'WebSocket-Adresse',
    wsBaseUrlHint: 'Leer lassen, um sie aus der Basisadresse abzuleiten',
    submit: 'Hinzufügen',
    checking: 'Wird geprüft …',
    cancel: 'Abbrechen',
    missing: 'Geben Sie Name, Basisadresse und Schlüssel ein.',
  },

  changeFleet: {
    title: '{name} ändern',
    newKey: 'Neuer API-Schlüssel',
    keyHint: 'Leer lassen, um den Schlüssel zu behalten. Ein neuer wird erst geprüft.',
    missing: 'Geben Sie einen Namen ein.',
    submit: 'Speichern',
  },

  forgetFleet: {
    title: '{name} entfernen?',
    about: 'Adresse, Schlüssel, Ansichten und Reihenfolge werden hier gelöscht. Die Telefone bleiben.',
    confirm: 'Flotte entfernen',
    cancel: 'Abbrechen',
  },

  simulatedFleet: 'Simulierte Flotte',

  fleetKinds: {
    simulated: 'Auf diesem Computer simuliert',
    environment: 'Aus Umgebungsvariablen',
    saved: 'Schlüssel im Schlüsselbund',
    'this-run': 'Schlüssel nicht gespeichert',
  },

  scopes: {
    title: 'Berechtigungen des Schlüssels',
    missing: 'Dieser Schlüssel braucht die Berechtigung „{scope}“',
    grants: {
      read: 'Telefone, Screenshots, Kontingente und Aufträge sehen',
      control: 'Berühren und tippen',
      stream: 'Bildschirme live sehen',
      upload: 'Dateien hochladen',
      manage: 'Namen, Notizen und Labels bearbeiten',
      automations: 'Automatisierungen starten',
    },
    granted: 'Ja',
    unknown: 'Unbekannt',
  },

  vocabulary: {
    title: 'Vokabulardatei',
    about:
      'Legt Wörter fest, die der Dienst offenlässt, etwa Tastennamen. Wird beim Öffnen einer Flotte gelesen.',
    path: 'Pfad der Vokabulardatei',
    copy: 'Pfad kopieren',
    copied: 'Kopiert.',
    inUse: 'Wird verwendet. Was fehlt, ergänzt Fleetwall.',
    none: 'Keine Datei gefunden. Fleetwall verwendet seine Vorgaben.',
  },

  about: {
    notices: 'Lizenzen Dritter',
    title: 'Über Fleetwall',
    version: 'Version {version}',
  },
}
