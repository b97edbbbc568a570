import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'
import { expectAccessible } from './harness/accessible'
import { noKeyring } from './harness/keyring'
import { inEachShell, inOneShell } from './harness/shells'
import { startSimulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, wallOf } from './harness/wall'

inEachShell('A screenshot', (shell) => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwall-captures-'))
  const stage = useStage(
    shell,
    { devices: ['Ash', 'Birch', 'Cedar'].map((name) => ({ public_id: name, name })) },
    undefined,
    { FLEETWALL_CAPTURES: folder },
  )
  afterAll(() => rm(folder, { recursive: true }))

  /** Returns the file that an action saves, and its name. */
  const savedBy = async (act: () => Promise<void>) => {
    const { page } = stage().wall
    await act()
    const told = page.getByText(/^Saved as /)
    const path = (await told.getAttribute('title'))?.split('\n').at(-1) ?? ''
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await told.waitFor({ state: 'detached' })
    return { path, jpeg: await readFile(path) }
  }
  const expectScreenOf = (publicId: string, { path, jpeg }: { path: string; jpeg: Buffer }) => {
    const time = String.raw`\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d`
    expect(relative(folder, path)).toMatch(new RegExp(`^[^/]+/${time} ${publicId}( \\(\\d+\\))?\\.jpg$`))
    expect(jpegSize(jpeg)).toEqual({ width: 750, height: 1334 })
  }
  const snapshotsUsed = async () => {
    const { baseUrl, apiKey } = stage().simulator
    const headers = { Authorization: `Bearer ${apiKey}`, 'User-Agent': 'fleetwall-tests/1' }
    const answer = await fetch(`${baseUrl}/usage`, { headers })
    return ((await answer.json()) as { snapshots: { used: number } }).snapshots.used
  }

  it('of a live phone is its last frame, and free, from every place that offers it', async () => {
    const { wall } = stage()
    const { page } = wall
    expectScreenOf(
      'Ash',
      await savedBy(async () => {
        await wall.tile('Ash').hover()
        await wall.tile('Ash').getByRole('button', { name: 'Save screenshot' }).click()
      }),
    )
    expectScreenOf(
      'Birch',
      await savedBy(async () => {
        await wall.tile('Birch').locator('header').click({ button: 'right' })
        await page.getByRole('menuitem', { name: 'Save screenshot' }).click()
      }),
    )
    await wall.openLarge('Birch')
    expectScreenOf('Birch', await savedBy(() => page.keyboard.press('c')))
    await wall.backToWall()
    expect(await snapshotsUsed()).toBe(0)
  })

  it('of a phone that is not live asks before it costs a snapshot', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    // Code 4409 stops the reconnects.
    await simulator.admin('POST', '/sockets', {
      public_id: 'Cedar',
      channel: 'stream',
      do: 'close',
      code: 4403,
    })
    await page.locator('[data-device="Cedar"][data-state=parked]').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Take a screenshot of Cedar?' })
    await wall.tile('Cedar').focus()
    await page.keyboard.press('c')
    await dialog
      .getByText(/^This phone isn’t live\. A screenshot uses 1 snapshot; [\d,]+ left today\.$/)
      .waitFor()
    await expectAccessible(wall, 'what a screenshot costs')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await snapshotsUsed()).toBe(0)
    await page.keyboard.press('c')
    expectScreenOf(
      'Cedar',
      await savedBy(() => dialog.getByRole('button', { name: 'Take screenshot' }).click()),
    )
    expect(await snapshotsUsed()).toBe(1)

    // A question that has no answer is not offered.
    await simulator.admin('PUT', '/phones/Cedar', { reachable: false })
    await wall.tile('Cedar').getByRole('button', { name: 'Retry' }).click()
    await page.locator('[data-device="Cedar"][data-state=offline]').waitFor()
    const button = wall.tile('Cedar').getByRole('button', { name: 'Save screenshot (The phone is offline.)' })
    expect(await button.isDisabled()).toBe(true)
  })
})

inOneShell('A phone that is blocked', (shell) => {
  it('explains a missing frame and a failed screenshot', async () => {
    const simulator = await startSimulator({ devices: 2 })
    const folder = await freshFolder()
    const [blocked = ''] = simulator.phones
    await simulator.admin('PUT', `/phones/${blocked}`, { blocked: true })
    const environment = { ...noKeyring, ...simulator.environment }
    const wall = wallOf(await shell.launch({ userDataDir: folder.path, environment }))
    try {
      const tile = wall.tile(blocked)
      await tile.getByText('Waiting for the first frame…').waitFor()
      await tile.getByText('No video yet. A screenshot shows why.').waitFor()
      await tile.focus()
      await wall.page.keyboard.press('c')
      const dialog = wall.page.getByRole('dialog')
      await dialog
        .getByText(/^This phone isn’t live\. A screenshot uses 1 snapshot; [\d,]+ left today\.$/)
        .waitFor()
      await dialog.getByRole('button', { name: 'Take screenshot' }).click()
      await tile.getByText('Blocked by the service for now.').waitFor()
    } finally {
      await wall.close()
      await simulator.close()
      await folder.remove()
    }
  })
})
