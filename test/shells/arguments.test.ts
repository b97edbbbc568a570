import { describe, expect, it, onTestFinished } from 'vitest'
import { inEachShell } from '../e2e/harness/shells'
import { noKeyring } from '../e2e/harness/keyring'
import { startSimulator } from '../e2e/harness/simulator'
import { freshFolder, wallOf } from '../e2e/harness/wall'

describe('The command line', () => {
  inEachShell('asks to see', (shell) => {
    const open = async (args: string[]) => {
      const simulator = await startSimulator({ devices: 3 })
      const folder = await freshFolder()
      const environment = { ...noKeyring, ...simulator.environment }
      const app = await shell.launch({ userDataDir: folder.path, environment, args })
      onTestFinished(async () => {
        await app.close()
        await simulator.close()
        await folder.remove()
      })
      return { app, simulator }
    }

    it('a phone of the open fleet, large', async () => {
      const { app, simulator } = await open(['--phone', 'unknown', '--view', 'Smoke'])
      await wallOf(app).showsLive(3)
      await app.page.getByText('This fleet has no phone “unknown”.').waitFor()
      await app.page.getByText('This fleet has no saved view “Smoke”.').waitFor()
      expect(simulator.phones).toHaveLength(3)
    })

    // One shell proves the rest, and not in the short run.
    if (!shell.provesPage) return

    it.each([
      { args: ['--fleet', 'Oslo'], told: 'There is no fleet “Oslo” here. Add it first.' },
      {
        args: ['fleetwall://delete/all'],
        told: 'Fleetwall doesn’t know the link “fleetwall://delete/all”.',
      },
    ])('what is not there: $args', async ({ args, told }) => {
      const { app } = await open(args)
      await app.page.getByText(told).waitFor()
      await wallOf(app).showsLive(3)
    })

    it('the simulated fleet by its name, and nothing kept, in a safe start', async () => {
      const { app } = await open(['fleetwall://fleet/Simulated%20fleet', '--safe'])
      await wallOf(app).showsLive(12)
    })
  })
})
