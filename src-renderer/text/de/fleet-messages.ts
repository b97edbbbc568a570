import type { TranslationOf } from '../catalogue'
import type { fleetMessages as english } from '../en/fleet-messages'

/** What is said of fleets, their keys and the words that they are spoken to with. */
export const fleetMessages: TranslationOf<typeof english> = {
  addFleet: {
    title: 'Flotte hinzufügen',
    about: 'Der Schlüssel wird beim Dienst geprüft und dann im Schlüsselbund dieses Computers aufbewahrt.',
    aboutNoKeychain:
      'Auf diesem Computer wurde kein Schlüsselbund gefunden: Der Schlüssel gilt nur bis zum Beenden des Programms.',
    name: 'Name',
    baseUrl: 'Basisadresse',
    baseUrlHint: 'https://… und am Ende /v1',
    apiKey: 'API-Schlüssel',
    advanced: 'Erweitert',
    wsBaseUrl: 'WebSocket-Adresse',
    wsBaseUrlHint: 'Leer: wird aus der Basisadresse abgeleitet',
    submit: 'Hinzufügen',
    checking: 'Wird geprüft …',
    cancel: 'Abbrechen',
    missing: 'Name, Basisadresse und Schlüssel werden alle gebraucht.',
  },

  forgetFleet: {
    title: '{name} entfernen?',
    about:
      'Adresse und Schlüssel werden von diesem Computer gelöscht. Die Flotte selbst bleibt, wie sie ist.',
    confirm: 'Entfernen',
    cancel: 'Behalten',
  },

  simulatedFleet: 'Simulierte Flotte',

  fleetKinds: {
    simulated: 'Simuliert, auf diesem Computer',
    environment: 'Aus der Umgebung, nur bis zum Beenden',
    saved: 'Schlüssel im Schlüsselbund',
    'this-run': 'Schlüssel nur bis zum Beenden',
  },

  scopes: {
    title: 'Was der Schlüssel darf',
    lacks: 'Nicht verfügbar: Diesem Schlüssel fehlt der Scope {scope}',
    grants: {
      read: 'Telefone, Screenshots, Kontingente und Aufträge sehen',
      control: 'Berühren und tippen',
      stream: 'Live-Bildschirme',
      upload: 'Dateien senden',
      manage: 'Namen, Notizen und Labels bearbeiten',
      automations: 'Automatisierungen starten',
    },
    granted: 'Ja',
    unknown: 'Noch nicht bekannt',
  },

  vocabulary: {
    title: 'Vokabulardatei',
    about:
      'Wörter, die die Beschreibung des Dienstes offenlässt, etwa die Namen der Tasten. Die Datei wird gelesen, wenn eine Flotte geöffnet wird.',
    path: 'Pfad der Vokabulardatei',
    copy: 'Pfad kopieren',
    copied: 'Kopiert.',
    inUse: 'Sie wird verwendet; was in ihr fehlt, ergänzt Fleetwall.',
    none: 'Es gibt keine solche Datei: Fleetwall verwendet seine eigenen Wörter.',
  },

  about: {
    title: 'Über Fleetwall',
    version: 'Version {version}',
  },
}
