import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const spring = { name: 'spring', color: '#0000FF' }

inEachShellAtLength('Labels that no phone has', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster', labels: [spring] },
      { public_id: 'dev_b', name: 'Birch' },
    ],
  })
  const label = async (labels: object[]) => {
    const { baseUrl, apiKey } = stage().simulator
    const answer = await fetch(`${baseUrl}/devices/dev_a`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'user-agent': 'fleetwall-tests/1',
      },
      body: JSON.stringify({ labels }),
    })
    expect(answer.status).toBe(200)
  }

  it('are offered as such, and keep the colours of the account', async () => {
    const { wall } = stage()
    const { page } = wall
    await wall.showsLive(2)
    // The account has another one, which the app has never seen.
    await label([{ name: 'winter', color: '#00FF00' }])
    await label([])
    await wall.run('Refresh phones')
    await wall
      .tile('dev_b')
      .locator('header')
      .click({ position: { x: 30, y: 10 } })
    await page.keyboard.press('i')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    const box = inspector.getByRole('combobox', { name: 'Add label' })
    await box.fill('spr')
    await page.getByRole('option', { name: 'spring no phone has it' }).click()
    await box.fill('winter')
    await page.getByRole('option', { name: 'winter' }).click()
    await inspector.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The account already has winter #00FF00, and keeps its colour.').waitFor()
  })
})
