import { afterAll, beforeAll } from 'vitest'
import { noKeyring } from './keyring'
import type { Shell } from './shells'
import { startSimulator, type Simulator } from './simulator'
import { startTurningPhones, type TurningPhones } from './turning-phones'
import { freshFolder, wallOf, type Wall } from './wall'

export interface TurningStage {
  simulator: Simulator
  phones: TurningPhones
  wall: Wall
  /** Where captures go, absolute. */
  captures: string
}

/** Opens the wall, before all tests of the block, on phones whose frames a test decides. */
export function useTurningPhones(shell: Pick<Shell, 'launch'>, devices: number): () => TurningStage {
  let stage: TurningStage
  const folders: Awaited<ReturnType<typeof freshFolder>>[] = []
  beforeAll(async () => {
    const simulator = await startSimulator({ devices })
    const phones = await startTurningPhones()
    const [own, captures] = [await freshFolder(), await freshFolder()]
    folders.push(own, captures)
    const environment = {
      ...noKeyring,
      ...simulator.environment,
      FLEETWALL_WS_BASE_URL: phones.wsBaseUrl,
      FLEETWALL_CAPTURES: captures.path,
    }
    const wall = wallOf(await shell.launch({ userDataDir: own.path, environment }))
    stage = { simulator, phones, wall, captures: captures.path }
    await wall.showsLive(devices)
  })
  afterAll(async () => {
    await stage.wall.close()
    await stage.phones.close()
    await stage.simulator.close()
    for (const each of folders) await each.remove()
  })
  return () => stage
}
