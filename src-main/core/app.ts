import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { systemClock } from './base/clock'
import type { FleetAccess } from './fleets/fleet-address'
import { createFleetIndexFile } from './fleets/fleet-index'
import { loadFleets } from './fleets/fleets'
import { createKeyringVault } from './fleets/keyring-vault'
import { loadLastViews } from './settings/last-views'
import { createLog, type Log } from './base/log'
import { loadPreferences } from './settings/preferences'
import { createOfferedFiles, type OfferedFiles } from './uploads/offered-files'
import { createScreenshots, type SavePicture } from './fleet/screenshots'
import { createSimulatorHost, type SpawnSimulator } from './fleets/simulator-host'
import { createVocabularyFile } from './settings/vocabulary-file'
import { createSession, type Session } from './session'

export interface AppOptions {
  userDataDir: string
  /** A fleet that the environment names for this run. */
  environmentFleet: FleetAccess | null
  /** The lowest level that is logged: `warn`, `info`, … */
  logLevel: string
  spawnSimulator: SpawnSimulator
  /** Saves a screenshot as a file; null where the page saves it. */
  savePicture: SavePicture | null
}

export interface App {
  session: Session
  files: OfferedFiles
  log: Log
  /** Whether an unanswered call to the keychain keeps the process alive. */
  readonly heldUp: boolean
  close(): void
}

/** Composes the core for a shell. */
export async function createApp({
  userDataDir,
  environmentFleet,
  logLevel,
  spawnSimulator,
  savePicture,
}: AppOptions): Promise<App> {
  const log = createLog((line) => void process.stderr.write(line), logLevel)
  const simulator = createSimulatorHost(spawnSimulator, (fault) => session.simulatorLost(fault))
  const files = createOfferedFiles()
  const vault = await createKeyringVault({ clock: systemClock, log })
  const fleets = await loadFleets({
    index: createFleetIndexFile(join(userDataDir, 'fleets.json')),
    vault,
    simulator,
    environment: environmentFleet,
    clock: systemClock,
    random: Math.random,
    log,
  })
  const vocabulary = createVocabularyFile(join(userDataDir, 'vocabulary.json'))
  const preferences = await loadPreferences(join(userDataDir, 'preferences.json'), systemClock, log)
  const lastViews = await loadLastViews(join(userDataDir, 'last-views.json'), systemClock, log)
  const session = createSession({
    clock: systemClock,
    random: Math.random,
    cores: availableParallelism(),
    log,
    fleets,
    vocabulary,
    preferences,
    lastViews,
    files,
    screenshots: createScreenshots(systemClock, savePicture),
  })
  return {
    session,
    files,
    log,
    get heldUp() {
      return vault.owesAnswer
    },
    close() {
      session.close()
      preferences.close()
      lastViews.close()
      simulator.close()
    },
  }
}
