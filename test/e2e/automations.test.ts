import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

// The jobs of a phone are read again every 5 s, in turn with those of others.
const patience = { timeout: 40_000, interval: 50 }

interface Job {
  kind: string
  status: string
  duration_s?: number
}

inEachShellAtLength('Automations', (shell) => {
  const stage = useStage(shell)

  const inspector = () => stage().wall.page.getByRole('complementary', { name: 'Inspector' })
  const jobs = async (publicId: string, launch?: object) => {
    const { baseUrl, apiKey } = stage().simulator
    const answer = await fetch(`${baseUrl}/devices/${publicId}/automations`, {
      method: launch ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'user-agent': 'fleetwall-tests/1',
        ...(launch ? { 'content-type': 'application/json' } : {}),
      },
      ...(launch ? { body: JSON.stringify(launch) } : {}),
    })
    return (await answer.json()) as Job[]
  }
  const setTimes = (dispatchMs: number, runMs: number) =>
    stage().simulator.admin('PUT', '/limits', { automations: { dispatch_ms: dispatchMs, run_ms: runMs } })
  const advance = (ms: number) => stage().simulator.admin('POST', '/clock', { advance_ms: ms })
  const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
  const state = (publicId: string) => stage().wall.tile(publicId).getAttribute('data-state')
  const launchForm = () => stage().wall.page.getByRole('dialog')
  const openLaunch = () => inspector().getByRole('button', { name: 'Launch automation…' }).click()
  const select = async (publicIds: readonly string[]) => {
    const { wall } = stage()
    // The first leaves the inspector, where a dialog was opened.
    for (let presses = 0; presses < 2; presses += 1) await wall.page.keyboard.press('Escape')
    for (const publicId of publicIds) {
      await wall.tile(publicId).focus()
      await wall.page.keyboard.press('Space')
    }
  }

  it('launches on the selected phones and leaves them alone until it ends', async () => {
    const { wall, simulator } = stage()
    const chosen = simulator.phones.slice(0, 3)
    await setTimes(100, 600_000)
    await select(chosen)
    await wall.page.keyboard.press('i')
    await openLaunch()
    await launchForm().getByLabel('Automation', { exact: true }).selectOption('account_status')
    await launchForm().getByRole('button', { name: 'Launch on 3 phones' }).click()
    await launchForm().waitFor({ state: 'detached' })
    for (const publicId of chosen) {
      await wall.tile(publicId).getByText('Account status is running.').waitFor(patience)
      expect(await state(publicId)).toBe('automation')
    }
    await advance(600_000)
    for (const publicId of chosen) await expect.poll(() => state(publicId), patience).toBe('live')
    for (const publicId of chosen) {
      expect((await jobs(publicId)).map(({ status }) => status)).toEqual(['completed'])
    }
  })

  it('launches with the length that a person gives, and tells it in the activity', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[6] ?? ''
    await select([publicId])
    await openLaunch()
    await launchForm().getByLabel('Automation', { exact: true }).selectOption('warm_up')
    const length = launchForm().getByLabel('Session length', { exact: true })
    await length.fill('0')
    expect(await length.getAttribute('aria-invalid')).toBe('true')
    await launchForm().getByText('Enter a whole number of at least 1.').waitFor()
    await launchForm().getByText('plus 120 s').waitFor()
    await length.fill('90')
    await launchForm().getByRole('button', { name: 'Launch', exact: true }).click()
    await wall.tile(publicId).getByText('Warm-up is running.').waitFor(patience)
    expect(await jobs(publicId)).toMatchObject([{ kind: 'warm_up', duration_s: 90 }])
    await inspector()
      .getByText(/Warm-up · Session length: 90 s/)
      .first()
      .waitFor()
    await advance(90_000)
    await expect.poll(() => state(publicId), patience).toBe('live')
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('shows the jobs of a phone and their results', async () => {
    const { simulator } = stage()
    await select([simulator.phones[0] ?? ''])
    const row = inspector().locator('[data-job=completed]')
    await row.waitFor()
    expect(await row.innerText()).toMatch(/Account status\s+Done/)
    expect(await row.innerText()).toMatch(/account state\s+posting/)
  })

  it('interrupts a job that was started elsewhere only after a question', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[5] ?? ''
    await setTimes(100, 600_000)
    await jobs(publicId, { kind: 'list_accounts' })
    await select([publicId])
    await inspector().getByRole('button', { name: 'Refresh jobs' }).click()
    await expect.poll(() => state(publicId), patience).toBe('automation')
    await wall.tile(publicId).getByRole('button', { name: 'Interrupt job…' }).click()
    const question = wall.page.getByRole('dialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await state(publicId)).toBe('automation')
    const button = wall.tile(publicId).getByRole('button', { name: 'Interrupt job…' })
    await expect.poll(() => hasFocus(button), patience).toBe(true)
    await wall.page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Interrupt job', exact: true }).click()
    await expect.poll(() => state(publicId), patience).toBe('live')
    await expect.poll(() => hasFocus(wall.tile(publicId)), patience).toBe(true)
  })

  it('shows for each phone why the service refused', async () => {
    const { simulator } = stage()
    await simulator.admin('PUT', '/limits', { automations: { tokens: 0 } })
    await select([simulator.phones[8] ?? ''])
    await openLaunch()
    await launchForm().getByLabel('Automation', { exact: true }).selectOption('warm_up')
    await launchForm().getByRole('button', { name: 'Launch', exact: true }).click()
    await launchForm().getByText('Not enough automation tokens.').waitFor()
    await expect.poll(() => state(simulator.phones[8] ?? ''), patience).toBe('live')
  })
})
