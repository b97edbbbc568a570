import { expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const label = (name: string) => [{ name, color: '#00AA00' }]

inEachShell('A wall grouped by label', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster' },
      { public_id: 'dev_b', name: 'Birch', labels: label('us') },
      { public_id: 'dev_c', name: 'Cedar', labels: label('eu') },
      { public_id: 'dev_d', name: 'Daisy', labels: label('us') },
    ],
  })

  it('has a heading for each, takes arrow keys and the lasso, and stays so', async () => {
    const { wall } = stage()
    const { page } = wall
    await wall.showsLive(4)
    await wall.run('Sort phones…')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Group by label' }).check()
    await expectAccessible(wall, 'the sort dialog with groups')
    await page.keyboard.press('Escape')
    const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts()
    const flat = async () => (await headings()).map((text) => text.replaceAll(/\s+/g, ' '))
    await expect.poll(flat).toEqual(['eu 1 phone', 'us 2 phones', 'No labels 1 phone'])
    await expectAccessible(wall, 'a grouped wall')

    await wall.tile('dev_c').focus()
    const current = () => page.locator('[data-device][tabindex="0"]').getAttribute('data-device')
    for (const next of ['dev_b', 'dev_a']) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(current).toBe(next)
    }
    const heading = await page.getByRole('heading', { name: /^us/ }).boundingBox()
    const birch = await wall.tile('dev_b').boundingBox()
    if (!heading || !birch) throw new Error('no place')
    await page.mouse.move(heading.x + 2, heading.y + 6)
    await page.mouse.down()
    await page.mouse.move(birch.x + 20, birch.y + 40, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => page.locator('[aria-selected=true] [data-device]').count()).toBe(1)
    expect(
      await wall
        .tile('dev_b')
        .locator('xpath=ancestor-or-self::*[@aria-selected]')
        .first()
        .getAttribute('aria-selected'),
    ).toBe('true')

    await page.reload()
    await expect.poll(flat).toEqual(['eu 1 phone', 'us 2 phones', 'No labels 1 phone'])
    await wall.run('Group by label')
    await expect.poll(headings).toEqual([])
  })
})
