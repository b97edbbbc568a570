import { expect, it } from 'vitest'
import { inEachShell } from '../e2e/harness/shells'
import { freshFolder, openWall } from '../e2e/harness/wall'

inEachShell('The first start, with nothing in the environment', (shell) => {
  it('opens 12 simulated phones, and says that they are simulated', async () => {
    const folder = await freshFolder()
    const wall = await openWall(shell, { userDataDir: folder.path, environment: {} })
    await wall.showsLive(12)
    await wall.page.getByText(/^Simulated fleet: 12 phones/).waitFor()
    await wall.page.getByRole('button', { name: 'Fleet: Simulated fleet' }).waitFor()

    await wall.page.getByRole('note').getByRole('button', { name: 'Add fleet…' }).click()
    await wall.page.getByRole('dialog', { name: 'Add fleet' }).waitFor()
    await wall.close()
    await folder.remove()
    expect(wall.output(), 'no warnings in the log').not.toMatch(/"level":(40|50|60)/)
  })
})
