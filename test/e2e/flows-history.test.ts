import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 60_000, interval: 100 }

inEachShellAtLength('The history of flows', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  it('keeps verdicts by phone, says what differs, and deletes a run’s report', async () => {
    const { wall, simulator, userDataDir } = stage()
    const { page } = wall
    const [first = '', second = ''] = simulator.phones
    await wall.showsLive(3)
    const folder = join(userDataDir, 'flows')
    await mkdir(folder, { recursive: true })
    const failOn = (publicId: string) =>
      writeFile(
        join(folder, 'mixed.yaml'),
        `name: Mixed\n---\n- pressKey: home\n- assertTrue: \${FLEETWALL_PHONE_ID != "${publicId}"}\n`,
      )
    const panel = page.locator('[data-panel]')
    const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true })
    await failOn(first)
    await wall.run('Run flows')
    await button('Run on 3 phones').click()
    await panel.getByRole('status').getByText('2 passed, 1 failed').waitFor(patience)

    await button('History').click()
    await panel.locator('[data-kept-run]').click()
    const verdict = (publicId: string, kind: string) =>
      panel.locator(`[data-kept-phone="${publicId}"] [data-kept-verdict=${kind}]`)
    await verdict(first, 'failed').waitFor()
    expect(await verdict(second, 'passed').count()).toBe(1)
    await button('Select 1 failed phone').click()
    await page
      .locator(`[data-device="${first}"][aria-selected=true], [aria-selected=true] [data-device="${first}"]`)
      .first()
      .waitFor()

    await failOn(second)
    await button('Run again on 3 phones').click()
    const differ = panel.locator('[data-flow="mixed.yaml"] [data-flow-trend]')
    await differ.getByText('2 of 3 differ').waitFor(patience)
    await differ.click()
    await verdict(second, 'failed').waitFor()
    expect(await verdict(first, 'failed').count()).toBe(1)

    const results = () => readdir(join(folder, 'results'))
    expect(await results()).toHaveLength(2)
    await button('All runs').click()
    const runs = panel.locator('[data-kept-run]')
    expect(await runs.count()).toBe(2)
    await runs.first().press('ArrowDown')
    await page.keyboard.press('Enter')
    await verdict(first, 'failed').waitFor()
    await button('Delete run').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete run' }).click()
    await expect.poll(() => runs.count(), patience).toBe(1)
    const [left = '', ...others] = await results()
    expect(others).toEqual([])
    expect(await readFile(join(folder, 'results', left, 'report.html'), 'utf8')).toContain('Mixed')
  })
})
