import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 50 }

inEachShell('The fleet in hand', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster' },
      { public_id: 'dev_b', name: 'Birch' },
    ],
  })
  const close = async () => {
    const { page } = stage().wall
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  it('has a log of what was done and what failed, which can be filtered and exported', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    await wall.tile('dev_a').focus()
    await page.keyboard.press('Space')
    await wall.run('Home')
    await wall.run('Activity')
    const dialog = page.locator('[data-panel]')
    const rows = dialog.locator('[data-activity]')
    await rows.filter({ hasText: 'Action · Home · done' }).first().waitFor()
    expect(await rows.filter({ hasText: 'Aster' }).count()).toBeGreaterThan(0)

    await simulator.admin('PUT', '/phones/dev_b', { reachable: false })
    await dialog.getByLabel('Search activity').fill('birch')
    const phones = async () => new Set((await rows.allInnerTexts()).map((row) => row.split('\n')[1]))
    await expect.poll(phones, patience).toEqual(new Set(['Birch']))
    await dialog.getByLabel('Search activity').fill('no such thing')
    await dialog.getByText('No entries match.').waitFor()
    await dialog.getByLabel('Search activity').fill('')
    await dialog.getByLabel('Kind').selectOption('action')
    await dialog.getByRole('button', { name: 'Export as CSV' }).click()
    const path = await page.getByText(/^\/.*Fleetwall activity.*\.csv$/).innerText()
    const [head, ...lines] = (await readFile(path, 'utf8')).trim().split('\r\n')
    expect(head).toContain('time,fleet,public_id,phone,what')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toContain(',action,press home,done,')
    await page.keyboard.press('ControlOrMeta+j')
    await simulator.admin('PUT', '/phones/dev_b', { reachable: true })
  })

  it('has a board of all jobs, with results and unknown counters in words', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    await simulator.admin('PUT', '/limits', { automations: { dispatch_ms: 100, run_ms: 600_000 } })
    await fetch(`${simulator.baseUrl}/devices/dev_a/automations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${simulator.apiKey}`,
        'user-agent': 'fleetwall-tests/1',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ kind: 'account_status' }),
    })
    await wall.run('Jobs of all phones')
    const dialog = page.locator('[data-panel]')
    const rowOf = (stage: string) => dialog.locator(`[data-job=${stage}]`).filter({ hasText: 'Aster' })
    await rowOf('waiting').waitFor(patience)
    // An open stream would put the job off again.
    await expect.poll(() => simulator.sockets('stream', 'dev_a'), patience).toEqual([])
    await simulator.admin('POST', '/clock', { advance_ms: 7_200_000 })
    const done = rowOf('done')
    await done.waitFor(patience)
    await done
      .getByText(/^(green|warning|unknown)$/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: /^Done/ }).click()
    expect(await dialog.locator('[data-job]').count()).toBe(1)
    await done.getByRole('button', { name: 'View phone' }).click()
    await page.locator('main [data-screen]').first().waitFor()
    await wall.tile('dev_b').waitFor({ state: 'detached' })
    await wall.run('Back to wall')
  })

  it('reads the page of budgets at once, and warns once at 80 and at 95 percent', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const used = async () => {
      const answer = await fetch(`${simulator.baseUrl}/usage`, { headers })
      return ((await answer.json()) as { actions: { used: number } }).actions.used
    }
    const act = async (until: number) => {
      for (let left = until - (await used()); left > 0; left--)
        await fetch(`${simulator.baseUrl}/devices/dev_b/actions`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'tap', x: 5, y: 5 }),
        })
    }
    const headers = { authorization: `Bearer ${simulator.apiKey}`, 'user-agent': 'fleetwall-tests/1' }
    await simulator.admin('PUT', '/limits', { budgets: { actions: 10 } })
    await act(16)
    await wall.run('Budgets today')
    const dialog = page.getByRole('dialog', { name: 'Budgets today' })
    const actions = dialog.locator('[data-budget=actions]')
    await expect.poll(() => actions.innerText(), patience).toContain('80%')
    const warning = page.getByRole('status').getByText(/of today’s actions used/)
    await warning.filter({ hasText: '80%' }).waitFor(patience)
    await dialog.locator('canvas').waitFor()
    await act(19)
    await dialog.getByRole('button', { name: 'Refresh budgets' }).click()
    await warning.filter({ hasText: '95%' }).waitFor(patience)
    // Half a minute of use is the least that is listed.
    const row = dialog.getByRole('row').filter({ hasText: 'Aster' })
    const listed = async () => {
      await dialog.getByRole('button', { name: 'Refresh budgets' }).click()
      return row.count()
    }
    await expect.poll(listed, { timeout: 40_000, interval: 3000 }).toBe(1)
    await close()
  })
})
