import type { TranslationOf } from '../catalogue'
import type { flowMessages as english } from '../en/flow-messages'

/** Flows in the window. */
export const flowMessages: TranslationOf<typeof english> = {
  flows: {
    title: 'Abläufe',
    list: 'Abläufe',
    none: 'Noch keine Abläufe. Nimm einen auf, oder lege Maestro-Dateien in den Ordner.',
    folder: 'Ordner: {path}',
    steps: '{n} Schritt | {n} Schritte',
    plan: '{n} Telefon: mindestens {actions} Aktionen und {uploads} Uploads. | {n} Telefone: mindestens {actions} Aktionen und {uploads} Uploads.',
    shortage: '{budget}: heute ist nicht genug übrig.',
    run: 'Auf {n} Telefon ausführen | Auf {n} Telefonen ausführen',
    refresh: 'Abläufe aktualisieren',
    runTitle: 'Lauf',
    phones: 'Telefone des Laufs',
    counted: '{count} {state}',
    stop: 'Lauf anhalten',
    stopNow: 'Sofort anhalten',
    again: 'Fehlgeschlagene wiederholen',
    report: 'Bericht: {path}',
    viewPhone: 'Telefon zeigen',
    show: 'Lauf zeigen',
    running: 'Abläufe laufen: {ended} von {phones} Telefonen fertig.',
    recordingOn:
      'Ein Ablauf wird auf {name} aufgenommen: {n} Schritt. | Ein Ablauf wird auf {name} aufgenommen: {n} Schritte.',
    finish: 'Aufnahme beenden',
    states: {
      waiting: 'wartet',
      running: 'läuft',
      passed: 'bestanden',
      failed: 'fehlgeschlagen',
      stopped: 'angehalten',
    },
    stepStates: {
      running: 'läuft',
      passed: 'bestanden',
      failed: 'fehlgeschlagen',
      warned: 'fehlgeschlagen, freiwillig',
      skipped: 'übersprungen',
      stopped: 'angehalten',
    },
  },
}
