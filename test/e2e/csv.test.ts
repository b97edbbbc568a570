import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder } from './harness/wall'

inEachShell('The phones as a table', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster' },
      { public_id: 'dev_b', name: 'Birch', custom_name: '=Sum' },
    ],
  })

  it('are exported, changed and imported, with each bad line named first', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    await wall.run('Export phones as CSV')
    const path = await page.getByText(/^\/.*\.csv$/).innerText()
    const text = await readFile(path, 'utf8')
    expect(text).toBe(
      "\uFEFFpublic_id,name,custom_name,notes,labels\r\ndev_a,Aster,,,\r\ndev_b,Birch,'=Sum,,\r\n",
    )

    const folder = await freshFolder()
    const changed = join(folder.path, 'changed.csv')
    await writeFile(
      changed,
      text.replace('dev_a,Aster,,,', 'dev_a,Lab,Lab 1,"old, but good",eu;new\r\ndev_x,,,,'),
    )
    await wall.run('Import phones from CSV')
    const dialog = page.getByRole('dialog', { name: 'Import phones from CSV' })
    await dialog.locator('input[type=file]').setInputFiles(changed)
    await dialog.getByText('1 phone changes, 1 unchanged.').waitFor()
    await dialog.getByText('Line 2 has another name, which can’t be changed. Use custom_name.').waitFor()
    await dialog.getByText('line 3: this fleet has no phone dev_x').waitFor()
    await dialog.getByRole('button', { name: 'Import the other lines' }).click()
    await wall.tile('dev_a').getByText('Lab 1').waitFor()
    await page.getByRole('status').getByText('1 phone changed, 1 unchanged.').waitFor()
    const listed = (await (
      await fetch(`${simulator.baseUrl}/devices`, {
        headers: { Authorization: `Bearer ${simulator.apiKey}` },
      })
    ).json()) as { public_id: string; notes: string; labels: { name: string }[] }[]
    const aster = listed.find(({ public_id }) => public_id === 'dev_a')
    expect(aster?.notes).toBe('old, but good')
    expect(aster?.labels.map(({ name }) => name).toSorted()).toEqual(['eu', 'new'])
    await folder.remove()
  })
})
