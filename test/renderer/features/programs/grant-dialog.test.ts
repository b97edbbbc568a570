// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import GrantDialog from '../../../../src-renderer/features/programs/GrantDialog.vue'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const made = { token: 'secret', command: ['fleetwall', 'mcp'] }
const text = () => document.querySelector('[role=dialog]')?.textContent ?? ''

/** Finds a field by its label. */
function field(label: string): HTMLInputElement | HTMLSelectElement {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')]
  const found = labels.find((each) => each.textContent.trim() === label)
  const own = found?.htmlFor ? document.getElementById(found.htmlFor) : found?.querySelector('input')
  if (!own) throw new Error(`The dialog has no field ${label}.`)
  return own as HTMLInputElement
}
const fill = (label: string, value: string) => {
  const own = field(label)
  own.value = value
  own.dispatchEvent(new Event('input', { bubbles: true }))
  own.dispatchEvent(new Event('change', { bubbles: true }))
  return flushPromises()
}
const button = (name: string) => {
  const all = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
  const found = all.find((each) => (each.getAttribute('aria-label') ?? each.textContent.trim()) === name)
  if (!found) throw new Error(`The dialog has no button ${name}.`)
  return found
}
const press = (name: string) => {
  button(name).click()
  return flushPromises()
}
const choicesOf = (label: string) =>
  [...field(label).querySelectorAll('option')].map(({ textContent }) => textContent)

describe('the dialog of a new grant', () => {
  inFreshPage()
  afterEach(() => vi.useRealTimers())
  const onMade = vi.fn()
  const open = async (answer: unknown = made, selected: readonly string[] = []) => {
    showPhones([
      fakeDevice('a', { labels: [{ name: 'lab', color: '#000000' }] }),
      fakeDevice('b', { labels: [{ name: 'x,y', color: '#000000' }] }),
    ])
    useSelection().select(selected)
    onMade.mockClear()
    const { sent } = mountInPage(GrantDialog, { taken: ['helper'], onMade }, { 'programs.grant': answer })
    await flushPromises()
    return sent
  }

  it('creates a grant once all is right, and says what it replaces', async () => {
    const sent = await open()
    expect(choicesOf('Phones')).toEqual(['All phones', 'Phones with a label'])
    const submit = () => document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit'))
    expect(button('Create grant').disabled).toBe(true)
    submit()
    await flushPromises()
    expect(sent).toEqual([])
    await fill('Name', 'helper')
    expect(text()).toContain('It ends, with its token.')
    expect(button('Create grant').disabled).toBe(false)
    submit()
    await flushPromises()
    expect(sent).toMatchObject([['programs.grant', { grant: { name: 'helper', phones: 'all' } }]])
    expect(onMade).toHaveBeenCalledOnce()
  })

  it('says why none was created', async () => {
    await open(new FaultError({ kind: 'own-file', reason: 'full', path: '/grants.json' }))
    await fill('Name', 'night')
    await press('Create grant')
    expect(onMade).not.toHaveBeenCalled()
    expect(useNotices().notices).toMatchObject([{ fault: { kind: 'own-file', reason: 'full' } }])
  })

  it('is for the selected phones, where some are, or for those with a label', async () => {
    const sent = await open(made, ['a'])
    expect(choicesOf('Phones')).toContain('The selected phones')
    await fill('Name', 'night')
    expect((field('Phones') as HTMLSelectElement).value).toBe('chosen')
    await fill('Phones', 'labels')
    expect(text()).not.toContain('x,y')
    field('lab').click()
    await flushPromises()
    await press('Create grant')
    expect(sent).toMatchObject([['programs.grant', { grant: { phones: 'label=lab' } }]])
  })

  it('shows what a program that acts may have besides, and what is wrong with it', async () => {
    vi.useFakeTimers({ now: new Date(2030, 0, 1), toFake: ['Date', 'setInterval', 'clearInterval'] })
    await open()
    expect(field('tap')).toHaveProperty('disabled', true)
    expect(field('see')).toHaveProperty('disabled', false)
    expect(text()).not.toContain('Folders')
    await fill('Name', 'night')
    await fill('The program may', 'act')
    expect(field('tap')).toHaveProperty('disabled', false)
    await fill('Most actions an hour', 'ten')
    await fill('Folders with files and flows, one a line', 'files')
    await fill('Ends', '2029-12-31T23:59')
    expect(text()).toContain('Enter a whole number.')
    expect(text()).toContain('Enter whole paths')
    expect(text()).toContain('still to come')
    expect(button('Create grant').disabled).toBe(true)
    await fill('Most actions an hour', '10')
    await fill('Folders with files and flows, one a line', '/files')
    await fill('Ends', '2030-01-01T00:01')
    expect(button('Create grant').disabled).toBe(false)
    // The time comes while the dialog is open.
    vi.advanceTimersByTime(60_000)
    await flushPromises()
    expect(text()).toContain('still to come')
  })

  it('copies the token or the line for a client, and says when it couldn’t', async () => {
    const copied: string[] = []
    const writeText = (given: string) => Promise.resolve(void copied.push(given))
    const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
    await open()
    await fill('Name', 'night')
    await press('Create grant')
    await press('Copy token')
    expect(text()).toContain('Copied.')
    await fill('Line for', 'shell')
    await press('Copy line')
    expect(copied).toEqual(['secret', 'FLEETWALL_GRANT_TOKEN=secret fleetwall mcp'])
    clipboard.mockRejectedValue(new Error('not in front'))
    await press('Copy line')
    expect(text()).toContain('Couldn’t copy.')
  })
})
