import { join, resolve } from 'node:path'
import { authoritiesFile, FaultError, faultOf } from '../../../src-shared/protocol/fault'
import type { Policy } from '../../../src-shared/features/policy'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { systemClock } from '../../core/time/clock'
import { createLog } from '../../core/base/log'
import { UsageError } from '../../core/base/start-arguments'
import { takeEnvironmentFleet } from '../../core/saved-fleets/environment-fleet'
import type { FleetAccess } from '../../core/saved-fleets/fleet-address'
import { createFleetIndexFile } from '../../core/saved-fleets/fleet-index'
import { loadFleets } from '../../core/saved-fleets/fleets'
import { createKeyringVault } from '../../core/saved-fleets/keyring-vault'
import { createSimulatorHost, type SimulatorHost } from '../../core/saved-fleets/simulator-host'
import { openFlowFleet, type OpenFlowFleet } from '../../core/flows/in-fleet/flow-fleet'
import { sayFault } from '../../core/flows/on-phone/say-fault'
import { extraAuthorities } from '../../core/service/extra-authorities'
import { createRoute } from '../../core/service/route'
import { policyPath, readPolicy } from '../../core/saved-fleets/policy'
import { createVocabularyFile } from '../../core/settings/vocabulary-file'
import { simulatedPhones } from '../terminal/arguments'
import { appFolder } from '../app/attach'
import type { Terminal } from '../terminal/terminal'

/** The options that name a fleet, as they were given. */
export interface FleetChoice {
  fleet?: string | undefined
  simulated?: string | undefined
  /** Not by the running app. */
  alone?: boolean | undefined
  'user-data-dir'?: string | undefined
}

/** A fleet to work with. */
export interface ChosenFleet {
  access: FleetAccess
  /** What the administrator decided; null without a policy. */
  policy: Policy | null
  /** Ends a simulator. */
  close(): void
}

// Longer than a slow service takes, and shorter than a person's patience.
const silenceMs = 8000

/** Says that the service is silent while it is, and goes on to wait for its answer. */
export async function tellSilence<Answer>(
  { baseUrl }: FleetAccess,
  terminal: Terminal,
  answer: Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(
    () => terminal.complain(`${new URL(baseUrl).host} has not answered yet`),
    silenceMs,
  )
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}

/** Finds the fleet that the command or the environment names. @throws UsageError, FaultError */
export async function chooseFleet(choice: FleetChoice, terminal: Terminal): Promise<ChosenFleet> {
  const { fleet } = choice
  const phones = simulatedPhones(choice.simulated)
  if (fleet !== undefined && phones !== null)
    throw new UsageError('--fleet and --simulated exclude each other')
  const policy = policyOf(terminal)
  if (phones !== null) return { ...(await simulatedFleet(phones, terminal)), policy }
  const environment = environmentFleet(terminal)
  const route = routeOf(choice, terminal, policy)
  if (fleet !== undefined)
    return { access: await savedFleet(fleet, choice, terminal, route), policy, close: () => undefined }
  if (!environment)
    throw new UsageError(
      'name a fleet: set FLEETWALL_BASE_URL and FLEETWALL_API_KEY, or use --fleet NAME or --simulated. Without one a command uses the fleet of the running Fleetwall, if that lets programs connect',
    )
  return { access: { ...environment, route }, policy, close: () => undefined }
}

/** Opens that fleet, or takes the running app's. @throws UsageError, FaultError */
export async function openChosen(
  choice: FleetChoice,
  words: Vocabulary,
  terminal: Terminal,
): Promise<{ fleet: OpenFlowFleet } & Pick<ChosenFleet, 'policy' | 'close'>> {
  if (terminal.running) {
    refuseFleet(choice)
    const fleet = await terminal.running.open()
    return { fleet, policy: terminal.running.policy, close: () => fleet.close() }
  }
  const { access, policy, close } = await chooseFleet(choice, terminal)
  try {
    const opening = openFlowFleet({ access, words, clock: systemClock, random: Math.random })
    const fleet = await tellSilence(access, terminal, opening)
    return {
      ...{ fleet, policy },
      close() {
        fleet.close()
        close()
      },
    }
  } catch (thrown) {
    close()
    throw thrown
  }
}

/** The app has one fleet open. @throws UsageError */
function refuseFleet({ fleet, simulated, alone }: FleetChoice): void {
  if (fleet !== undefined || simulated !== undefined || alone)
    throw new UsageError('the running Fleetwall uses its own fleet')
}

/** Reads the vocabulary of the user's folder, or takes the running app's. A file that can't be used is complained about. */
export async function readWords(choice: FleetChoice, terminal: Terminal): Promise<Vocabulary> {
  if (terminal.running) return terminal.running.words
  const file = createVocabularyFile(join(folderOf(choice, terminal), 'vocabulary.json'))
  await file.read()
  const { fault, words } = file.state
  if (fault) terminal.complain(sayFault(fault))
  return words
}

async function simulatedFleet(phones: number, terminal: Terminal): Promise<Omit<ChosenFleet, 'policy'>> {
  const host: SimulatorHost = createSimulatorHost(
    () => terminal.spawnSimulator(['--devices', String(phones)]),
    () => undefined,
  )
  try {
    return { access: await host.access(), close: () => host.close() }
  } catch (thrown) {
    host.close()
    throw thrown
  }
}

function environmentFleet({ environment, folder }: Terminal): FleetAccess | null {
  const path = environment['FLEETWALL_API_KEY_FILE']
  if (path) environment['FLEETWALL_API_KEY_FILE'] = resolve(folder, path)
  try {
    return takeEnvironmentFleet(environment)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const folderOf = (choice: FleetChoice, terminal: Terminal): string =>
  appFolder(choice['user-data-dir'], terminal)

/** A policy that can't be used is complained about. */
function policyOf(terminal: Terminal): Policy | null {
  const { policy, fault } = readPolicy(policyPath(process.platform))
  if (fault) terminal.complain(sayFault(fault))
  return policy
}

function routeOf(choice: FleetChoice, terminal: Terminal, policy: Policy | null) {
  return createRoute({
    byHand: () => null,
    byPolicy: policy?.proxy ?? null,
    ofSystem: null,
    ownAuthorities: join(folderOf(choice, terminal), authoritiesFile),
    givenAuthorities: extraAuthorities(terminal.environment),
    onUnusable: (path) => terminal.complain(sayFault({ kind: 'authorities', path })),
  })
}

async function savedFleet(
  name: string,
  choice: FleetChoice,
  terminal: Terminal,
  route: ReturnType<typeof createRoute>,
): Promise<FleetAccess> {
  const log = createLog(() => undefined, 'silent')
  const noSimulator: SimulatorHost = {
    access: () => Promise.reject(new FaultError({ kind: 'cancelled' })),
    close: () => undefined,
  }
  const fleets = loadFleets({
    index: createFleetIndexFile(
      join(folderOf(choice, terminal), 'fleets.json'),
      (fault) => terminal.complain(sayFault(fault)),
      true,
    ),
    vault: createKeyringVault({ clock: systemClock, log, onProbed: () => undefined }),
    simulator: noSimulator,
    environment: null,
    route,
    clock: systemClock,
    random: Math.random,
    log,
  })
  const id = fleets.idNamed(name)
  const kind = id === null ? undefined : fleets.summaryOf(id)?.kind
  if (id === null || kind === 'simulated') {
    const saved = fleets.state.fleets.filter((each) => each.kind === 'saved').map((each) => each.name)
    throw new UsageError(
      `there is no saved fleet ${name}${saved.length > 0 ? `; there are ${saved.join(', ')}` : ''}`,
    )
  }
  try {
    return await fleets.access(id)
  } catch (thrown) {
    throw new FaultError(faultOf(thrown))
  }
}
