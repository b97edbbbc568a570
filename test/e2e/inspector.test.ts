import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { inOneShell } from './harness/shells'
import { startSimulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, openWall } from './harness/wall'

interface Phone {
  public_id: string
  custom_name: string | null
  notes: string | null
  labels: { name: string; color: string }[]
}

const patience = { timeout: 20_000, interval: 50 }

inOneShell('The inspector', (shell) => {
  const stage = useStage(shell)

  const inspector = () => stage().wall.page.getByRole('complementary', { name: 'Inspector' })
  const saved = async () => {
    const { baseUrl, apiKey } = stage().simulator
    const headers = { authorization: `Bearer ${apiKey}`, 'user-agent': 'fleetwall-tests/1' }
    const answer = await fetch(`${baseUrl}/devices`, { headers })
    return (await answer.json()) as Phone[]
  }
  const phone = async (publicId: string) => (await saved()).find(({ public_id }) => public_id === publicId)
  const openInspector = async () => {
    const { page } = stage().wall
    if (await inspector().isVisible()) return
    await page.keyboard.press('i')
    await inspector().waitFor()
  }
  const clearSelection = async () => {
    const { page } = stage().wall
    // The first leads back to the phones.
    await page.keyboard.press('Escape')
    await page.locator('[data-device]:focus').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[aria-selected=true]').count()).toBe(0)
  }
  const focusTile = (publicId: string) => stage().wall.tile(publicId).focus()
  const save = (name: string) => inspector().getByRole('button', { name, exact: true }).click()
  const look = (publicId: string) =>
    stage()
      .wall.tile(publicId)
      .locator('header')
      .click({ position: { x: 30, y: 10 } })
  const labelBox = () => inspector().getByRole('combobox', { name: 'Add label' })
  const removing = (name: string) => inspector().getByRole('button', { name: `Remove label ${name}` })
  const hasFocus = (locator: Locator) =>
    expect.poll(() => locator.and(stage().wall.page.locator(':focus')).count(), patience).toBe(1)
  const undo = () => inspector().getByRole('button', { name: 'Discard' }).click()
  /** Opens a phone without labels in the inspector. */
  const lookAtBare = async () => {
    await openInspector()
    const bare = (await saved()).find(({ labels }) => labels.length === 0)?.public_id ?? ''
    await look(bare)
    await inspector().getByRole('heading', { level: 2 }).first().waitFor()
    const back = inspector().getByRole('button', { name: 'Discard' })
    if (await back.isVisible()) await back.click()
    await expect.poll(() => removing('').count(), patience).toBe(0)
    return bare
  }
  const addLabel = async (name: string) => {
    await inspector().getByRole('combobox', { name: 'Add label' }).fill(name)
    await stage().wall.page.getByRole('option', { name }).click()
  }

  it('relabels the selected phones at once and shows it on their tiles', async () => {
    const { wall, simulator } = stage()
    const chosen = simulator.phones.slice(0, 4)
    for (const publicId of chosen) {
      await focusTile(publicId)
      await wall.page.keyboard.press('Space')
    }
    await openInspector()
    await inspector().getByRole('heading', { name: '4 phones' }).waitFor()
    await addLabel('spring')
    await save('Save on 4 phones')
    for (const publicId of chosen) {
      const dots = wall.tile(publicId).getByRole('img', { name: /^Labels: .*spring/ })
      await dots.waitFor()
    }
    const labelled = (await saved()).filter(({ labels }) => labels.some(({ name }) => name === 'spring'))
    expect(labelled.map(({ public_id }) => public_id)).toEqual(chosen)
    expect(labelled[0]?.labels.at(-1)).toEqual({ name: 'spring', color: '#9E9E9E' })
  })

  it('removes a label from all phones that have it', async () => {
    const { wall } = stage()
    await focusTile(stage().simulator.phones[0] ?? '')
    await wall.page.keyboard.press('ControlOrMeta+a')
    await inspector().getByRole('listitem', { name: 'spring, on 4 of 12' }).waitFor()
    await inspector().getByRole('button', { name: 'Remove label spring' }).click()
    await save('Save on 12 phones')
    await expect
      .poll(async () => (await saved()).flatMap(({ labels }) => labels).map(({ name }) => name), patience)
      .not.toContain('spring')
    await clearSelection()
  })

  it('renames one phone, in any script, and clears its notes', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[5] ?? ''
    await wall.page.keyboard.press('Escape')
    await wall
      .tile(publicId)
      .locator('header')
      .click({ position: { x: 30, y: 10 } })
    await inspector().getByLabel('Custom name').fill('Ελένη 👩‍🚀')
    await inspector().getByRole('textbox', { name: 'Notes' }).fill('in the rack')
    await save('Save')
    await wall.tile(publicId).getByText('Ελένη 👩‍🚀').first().waitFor()
    await expect.poll(() => phone(publicId), patience).toMatchObject({ notes: 'in the rack' })
    await inspector().getByLabel('Custom name').fill('')
    await inspector().getByRole('textbox', { name: 'Notes' }).fill('')
    await save('Save')
    await expect.poll(() => phone(publicId), patience).toMatchObject({ custom_name: null, notes: null })
  })

  it('gives a new label the picked colour; a known label keeps its own', async () => {
    const { wall, simulator } = stage()
    const [first = '', second = ''] = simulator.phones.slice(7)
    const look = (publicId: string) =>
      wall
        .tile(publicId)
        .locator('header')
        .click({ position: { x: 30, y: 10 } })
    const autumn = async (publicId: string) =>
      (await phone(publicId))?.labels.find(({ name }) => name === 'autumn')
    const color = inspector().getByLabel('Colour of label autumn')
    await look(first)
    await openInspector()
    await addLabel('autumn')
    await color.fill('#3366cc')
    await save('Save')
    await expect.poll(() => autumn(first), patience).toEqual({ name: 'autumn', color: '#3366CC' })
    await color.waitFor({ state: 'detached' })
    await look(second)
    await addLabel('autumn')
    await inspector().getByRole('listitem', { name: 'autumn' }).waitFor()
    expect(await color.count()).toBe(0)
    await save('Save')
    await expect.poll(() => autumn(second), patience).toEqual({ name: 'autumn', color: '#3366CC' })
  })

  it('keeps the edits of one phone while another is active', async () => {
    const { wall, simulator } = stage()
    const header = (at: number) => wall.tile(simulator.phones[at] ?? '').locator('header')
    await header(5).click({ position: { x: 30, y: 10 } })
    await inspector().getByRole('textbox', { name: 'Notes' }).fill('not saved yet')
    await header(4).click({ position: { x: 30, y: 10 } })
    await expect
      .poll(() => inspector().getByRole('textbox', { name: 'Notes' }).inputValue(), patience)
      .toBe('')
    await header(5).click({ position: { x: 30, y: 10 } })
    await expect
      .poll(() => inspector().getByRole('textbox', { name: 'Notes' }).inputValue(), patience)
      .toBe('not saved yet')
    await inspector().getByRole('button', { name: 'Discard' }).click()
    await expect
      .poll(() => inspector().getByRole('textbox', { name: 'Notes' }).inputValue(), patience)
      .toBe('')
  })

  it('picks by Enter in the label box without saving, and lists present labels', async () => {
    const { wall } = stage()
    const box = inspector().getByRole('combobox', { name: 'Add label' })
    const chips = inspector().getByRole('list', { name: 'Labels' })
    await inspector().getByRole('textbox', { name: 'Notes' }).fill('not to be saved')
    await box.fill('fresh')
    await wall.page.getByRole('option', { name: 'fresh' }).waitFor()
    await box.press('Enter')
    await chips.getByText('fresh').waitFor()
    await box.fill('fresh')
    await inspector().getByText('“fresh” is already on this phone.').waitFor()
    await box.press('Enter')
    await box.fill('')
    await wall.page.keyboard.press('Escape')
    await box.press('Enter')
    expect(await inspector().getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('not to be saved')
    expect(await inspector().getByRole('button', { name: 'Discard' }).isVisible()).toBe(true)
    await inspector().getByRole('button', { name: 'Discard' }).click()
    expect((await saved()).some(({ notes }) => notes === 'not to be saved')).toBe(false)
  })

  it('accepts labels typed faster than a busy page draws', async () => {
    const box = inspector().getByRole('combobox', { name: 'Add label' })
    await box.focus()
    await box.evaluate(async (input: HTMLInputElement) => {
      // Keys that waited for a busy page arrive together, before any timer.
      const eventOver = async () => {
        const { port1, port2 } = new MessageChannel()
        await new Promise((over) => {
          port1.onmessage = over
          port2.postMessage(null)
        })
      }
      for (const label of ['swift', 'swifter', 'swiftest']) {
        input.value = label
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await eventOver()
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
        await eventOver()
      }
    })
    const chips = inspector().getByRole('list', { name: 'Labels' }).getByRole('listitem')
    await expect
      .poll(() => chips.allInnerTexts(), patience)
      .toEqual(expect.arrayContaining(['swift', 'swifter', 'swiftest']))
    expect(await box.inputValue()).toBe('')
    await inspector().getByRole('button', { name: 'Discard' }).click()
  })

  it('adds labels typed at machine speed once each, among other labels', async () => {
    const { page } = stage().wall
    const bare = await lookAtBare()
    for (const label of ['zebra', 'beta', 'zebra yard']) await addLabel(label)
    await save('Save')
    await expect.poll(() => phone(bare), patience).toMatchObject({ labels: [{}, {}, {}] })
    await lookAtBare()
    for (let round = 0; round < 5; round += 1) {
      await labelBox().click()
      // Without waiting for the page between keys.
      await Promise.all(
        [...'qwrjy'].flatMap((label) => [page.keyboard.press(label), page.keyboard.press('Enter')]),
      )
      for (const label of 'qwrjy') await removing(label).waitFor()
      const chips = inspector().getByRole('list', { name: 'Labels' }).getByRole('listitem')
      expect(await chips.allInnerTexts()).toEqual([...'qwrjy'])
      expect(await labelBox().inputValue()).toBe('')
      await undo()
      await expect.poll(() => chips.count(), patience).toBe(0)
    }
  })

  it('selects the text of a label that is already there, so typing replaces it', async () => {
    const { page } = stage().wall
    await lookAtBare()
    await labelBox().click()
    await page.keyboard.type('alpha')
    await page.keyboard.press('Enter')
    await removing('alpha').waitFor()
    await page.keyboard.type('alpha')
    await inspector().getByText('“alpha” is already on this phone.').waitFor()
    await page.keyboard.press('Enter')
    await inspector().getByText('“alpha” is already on this phone.').waitFor()
    await page.keyboard.type('gam')
    expect(await labelBox().inputValue()).toBe('gam')
    await page.keyboard.press('Enter')
    await removing('gam').waitFor()
    await undo()
  })

  it('leads back to the phone on Escape from a field', async () => {
    await openInspector()
    const bare = await lookAtBare()
    const notes = inspector().getByRole('textbox', { name: 'Notes' })
    await notes.focus()
    await stage().wall.page.keyboard.press('Escape')
    await hasFocus(stage().wall.tile(bare))
  })

  it('keeps a partly typed label on Escape, Tab and a change of phone', async () => {
    const { page } = stage().wall
    const bare = await lookAtBare()
    const typed = () => labelBox().inputValue()
    await labelBox().click()
    await page.keyboard.type('half a wor')
    await page.getByRole('option', { name: 'half a wor' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option', { name: 'half a wor' }).count(), patience).toBe(0)
    expect(await typed()).toBe('half a wor')
    await page.keyboard.press('Tab')
    expect(await labelBox().and(page.locator(':focus')).count()).toBe(0)
    expect(await typed()).toBe('half a wor')
    expect(await inspector().getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await look(stage().simulator.phones.find((publicId) => publicId !== bare) ?? '')
    await expect.poll(typed, patience).toBe('')
    await look(bare)
    await expect.poll(typed, patience).toBe('half a wor')
    await labelBox().click()
    await page.keyboard.press('End')
    await page.keyboard.type('d')
    await inspector().getByRole('textbox', { name: 'Notes' }).click()
    await expect.poll(() => page.getByRole('option', { name: 'half a wor' }).count(), patience).toBe(0)
    expect(await typed()).toBe('half a word')
    await labelBox().focus()
    await page.getByRole('option', { name: 'half a word' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option', { name: 'half a wor' }).count(), patience).toBe(0)
    await page.keyboard.press('Enter')
    await removing('half a word').waitFor()
    expect(await typed()).toBe('')
    await undo()
  })

  it('keeps the focus among the labels after a pick and after a removal', async () => {
    const { page } = stage().wall
    await lookAtBare()
    for (const label of ['one', 'two', 'three']) {
      await addLabel(label)
      await hasFocus(labelBox())
    }
    await page.keyboard.type('four')
    await page.getByRole('option', { name: 'four' }).waitFor()
    await page.keyboard.press('Enter')
    await removing('two').click()
    await hasFocus(removing('three'))
    await removing('four').focus()
    await page.keyboard.press('Enter')
    await hasFocus(removing('three'))
    await page.keyboard.press('Enter')
    await hasFocus(removing('one'))
    await removing('one').click()
    await hasFocus(labelBox())
  })

  it('keeps the focus on a label that moves when added to all phones', async () => {
    const { wall, simulator } = stage()
    await wall.page.keyboard.press('Escape')
    for (const publicId of simulator.phones.slice(0, 3)) {
      await focusTile(publicId)
      await wall.page.keyboard.press('Space')
    }
    const adding = inspector()
      .getByRole('button', { name: /^Add label .* to all$/ })
      .last()
    const name = /^Add label (.*) to all$/.exec((await adding.getAttribute('aria-label')) ?? '')?.[1] ?? ''
    await adding.press('Enter')
    await hasFocus(removing(name))
    await undo()
    await clearSelection()
  })

  it('announces the option that Enter picks, and none when none is marked', async () => {
    const { page } = stage().wall
    await lookAtBare()
    await labelBox().click()
    await page.keyboard.type('e')
    const marked = page.locator('[role=option][data-highlighted]')
    const named = async () => {
      const id = await labelBox().getAttribute('aria-activedescendant')
      return id === null ? null : page.locator(`[id="${id}"]`).innerText()
    }
    await page.getByRole('option').nth(1).hover()
    await expect.poll(named, patience).toBe(await marked.innerText())
    await page.mouse.move(300, 300)
    await marked.waitFor({ state: 'detached' })
    expect(await named()).toBe(null)
    await labelBox().fill('')
    await page.keyboard.press('Escape')
  })

  it('marks nothing as unsaved that was saved while a label was typed', async () => {
    const { page } = stage().wall
    const bare = await lookAtBare()
    await inspector().getByRole('textbox', { name: 'Notes' }).fill('saved meanwhile')
    await labelBox().focus()
    await labelBox().evaluate((box: HTMLInputElement) => {
      box.form?.requestSubmit()
      box.value = 'typed on'
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    await expect.poll(() => phone(bare), patience).toMatchObject({ notes: 'saved meanwhile' })
    const saving = inspector().getByRole('button', { name: 'Save', exact: true })
    await expect.poll(() => saving.getAttribute('aria-disabled'), patience).toBe('true')
    expect(await labelBox().inputValue()).toBe('typed on')
    await page.keyboard.press('Escape')
    await undo()
  })

  it('keeps the focus on saving by keyboard, and in the form on reverting', async () => {
    const { page } = stage().wall
    const notes = inspector().getByRole('textbox', { name: 'Notes' })
    const focused = (locator: Locator) =>
      expect.poll(() => locator.and(page.locator(':focus')).count(), patience)
    const saving = inspector().getByRole('button', { name: 'Save', exact: true })
    await notes.focus()
    await page.keyboard.type('by keys')
    await saving.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => saving.isDisabled(), patience).toBe(true)
    await focused(saving).toBe(1)
    await notes.focus()
    await page.keyboard.type('!')
    await inspector().getByRole('button', { name: 'Discard' }).focus()
    await page.keyboard.press('Enter')
    await focused(inspector().locator('form').first()).toBe(1)
    await page.keyboard.press('Tab')
    await focused(inspector().getByLabel('Custom name')).toBe(1)
  })

  it('refuses a name that is too long and shows its length', async () => {
    await inspector().getByLabel('Custom name').fill('𝒜'.repeat(65))
    await inspector().getByText('65 of 64').waitFor()
    await inspector().getByText('A custom name has at most 64 characters, not 65.').waitFor()
    expect(await inspector().getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await inspector().getByRole('button', { name: 'Discard' }).click()
  })

  it('saves the other fields when the phone cannot be renamed', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[6] ?? ''
    await simulator.admin('POST', '/faults', { on: 'updateDevice', code: 'rename_unavailable', times: 1 })
    await wall
      .tile(publicId)
      .locator('header')
      .click({ position: { x: 30, y: 10 } })
    await inspector().getByLabel('Custom name').fill('Ann')
    await inspector().getByRole('textbox', { name: 'Notes' }).fill('kept')
    await save('Save')
    await inspector().getByText('Can’t rename the phone right now.').waitFor()
    await wall.page.keyboard.press('ControlOrMeta+j')
    await wall.page.locator('[data-tab=tasks]').click()
    await wall.page.getByRole('button', { name: 'Save without name' }).click()
    await expect.poll(() => phone(publicId), patience).toMatchObject({ custom_name: null, notes: 'kept' })
  })

  it('names the missing scope once the service has refused an edit', async () => {
    const simulator = await startSimulator({}, ['read', 'stream'])
    const folder = await freshFolder()
    const wall = await openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
    try {
      await wall.showsLive(12)
      await wall.tile(simulator.phones[0] ?? '').focus()
      await wall.page.keyboard.press('i')
      await wall.page.getByRole('textbox', { name: 'Notes' }).fill('x')
      await wall.page.getByRole('button', { name: 'Save', exact: true }).click()
      await wall.page.getByText('This key needs permission “manage”', { exact: true }).waitFor()
      expect(await wall.page.getByRole('textbox', { name: 'Notes' }).isDisabled()).toBe(true)
      await wall.page.keyboard.press('ControlOrMeta+j')
      await wall.page.locator('[data-tab=tasks]').click()
      await wall.page.getByText('1 failed').waitFor()
      expect(await wall.page.getByRole('button', { name: /^Retry/ }).count(), 'nothing to try').toBe(0)
    } finally {
      await wall.close()
      await simulator.close()
      await folder.remove()
    }
  })
})
