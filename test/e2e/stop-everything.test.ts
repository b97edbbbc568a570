import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readMatroska } from '../core/recordings/read-matroska'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }

inEachShellAtLength('Stop everything', (shell) => {
  const captures = mkdtempSync(join(tmpdir(), 'fleetwall-captures-'))
  const stage = useStage(shell, { devices: 3 }, undefined, { FLEETWALL_CAPTURES: captures })
  afterAll(() => rmSync(captures, { recursive: true }))

  it('ends an upload, a recording and a flow that waits, and says what is undone', async () => {
    const { wall, simulator, userDataDir } = stage()
    const { page } = wall
    const [first = '', second = '', third = ''] = simulator.phones
    await mkdir(join(userDataDir, 'flows'), { recursive: true })
    const flow = '- extendedWaitUntil:\n    visible: Never shown\n    timeout: 600000\n'
    await writeFile(join(userDataDir, 'flows', 'waits.yaml'), flow)
    await writeFile(join(captures, 'photo.txt'), 'a photo')
    await wall.showsLive(3)

    await wall.tile(second).focus()
    await page.keyboard.press('r')
    await expect.poll(() => page.locator('[data-recording]').count(), patience).toBe(1)
    await wall.tile(third).focus()
    await page.keyboard.press('Space')
    await wall.run('Run flows')
    const panel = page.locator('[data-panel]')
    await panel.locator('[data-flow="waits.yaml"] :checked').waitFor()
    await panel.getByRole('button', { name: /^Run/ }).click()
    await panel.locator('[data-verdict=running]').waitFor()
    await simulator.admin('PUT', `/phones/${first}`, { delay_ms: 600_000 })
    await dropFiles(wall, wall.screen(first), [join(captures, 'photo.txt')])

    await wall.tile(second).focus()
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('ControlOrMeta+Shift+Period')
        return page.getByRole('dialog', { name: 'Stop everything?' }).textContent()
      }, patience)
      .toContain('This stops 1 upload, 1 flow and 1 recording.')
    await page.getByRole('dialog').getByRole('button', { name: 'Stop everything' }).click()

    await page
      .getByText('Stopped everything. Not done: 1 upload and flows on 1 phone.')
      .waitFor({ state: 'attached' })
    await panel.locator('[data-verdict=stopped]').waitFor()
    await expect.poll(() => page.locator('[data-recording]').count(), patience).toBe(0)
    await wall.run('Panel: Uploads')
    await panel.locator('[data-transfer=cancelled]').waitFor()
    const films = readdirSync(captures, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.mkv'),
    )
    expect(films.map((name) => readMatroska(readFileSync(join(captures, name))).isFinished)).toEqual([true])
  })
})
