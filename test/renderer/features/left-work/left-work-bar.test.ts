// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import type { LeftWork } from '../../../../src-shared/features/history'
import LeftWorkBar from '../../../../src-renderer/features/left-work/LeftWorkBar.vue'
import ToastStack from '../../../../src-renderer/app/ToastStack.vue'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { speak } from '../../../../src-renderer/text/current-language'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const left: LeftWork[] = [
  { kind: 'upload', what: 'b.jpg', outcome: 'not-sent' as const },
  { kind: 'upload', what: 'a.jpg', outcome: 'unknown' as const },
  { kind: 'launch', what: 'account_status', outcome: 'unknown' as const },
  { kind: 'edit', what: '', outcome: 'not-sent' as const },
].map((work, at) => ({
  ...(work as Pick<LeftWork, 'kind' | 'what' | 'outcome'>),
  id: `${at}`,
  publicId: 'dev_0',
  deviceName: 'Aster 01',
  at: Date.UTC(2026, 4, 20),
}))

const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
const copied = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()

describe('what Fleetwall left unfinished', () => {
  inFreshPage()

  it('is counted in a banner that opens the list', async () => {
    useConnection().left = left
    const { part } = mountInPage(LeftWorkBar)
    expect(part.text()).toContain('Fleetwall last ended with 4 unfinished items.')
    await part.find('button').trigger('click')
    expect(useDialogs().find('left-work')).toBeDefined()
  })

  it('is listed with its outcome, the unknown first, copied and dismissed', async () => {
    const writeText = copied()
    useConnection().left = left
    const { sent } = mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'left-work' })
    await flushPromises()
    const rows = [...document.querySelectorAll<HTMLElement>('[data-left]')]
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent.trim()))).toEqual([
      ['a.jpg to Aster 01', 'Outcome unknown'],
      ['Aster 01: Account status', 'Outcome unknown'],
      ['b.jpg to Aster 01', 'Not sent'],
      ['Aster 01: Edit', 'Not sent'],
    ])
    button('Copy list')?.click()
    await flushPromises()
    expect(writeText).toHaveBeenCalledWith(
      expect.stringContaining('2026-05-20T00:00:00.000Z\tOutcome unknown\ta.jpg to Aster 01\n'),
    )
    button('Dismiss')?.click()
    expect(sent).toContainEqual(['journal.dismiss', {}])
  })

  it('selects the phones that lack something, and says that it is to be opened again', async () => {
    showPhones([fakeDevice('dev_0'), fakeDevice('dev_1')])
    useConnection().left = [
      ...left,
      ...left.slice(1, 2).map((work) => ({ ...work, id: 'doubtful', publicId: 'dev_1' })),
      ...left.slice(0, 1).map((work) => ({ ...work, id: 'gone', publicId: 'dev_9' })),
    ]
    mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'left-work' })
    await flushPromises()
    expect(document.body.textContent).toContain('then open the files or the sheet again.')
    button('Select 1 phone')?.click()
    expect([...useSelection().ids]).toEqual(['dev_0'])
    expect(useDialogs().find('left-work')).toBeUndefined()
  })

  it('gathers a flow’s phones by what came of them, in English and German', async () => {
    const flow = (publicId: string, outcome: LeftWork['outcome'], what = 'Log in'): LeftWork => ({
      ...{ kind: 'flow', id: `${what} ${publicId}`, what, publicId, deviceName: publicId, at: 0, outcome },
    })
    useConnection().left = [
      flow('dev_1', 'done'),
      flow('dev_2', 'unknown'),
      flow('dev_3', 'unknown'),
      flow('dev_1', 'not-sent', 'Check out'),
    ]
    const { part } = mountInPage(LeftWorkBar)
    expect(part.text()).toContain('Fleetwall last ended with 3 unfinished items.')
    mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'left-work' })
    await flushPromises()
    const rows = () =>
      [...document.querySelectorAll('[data-left]')].map((row) =>
        [...row.children].map(({ textContent }) => textContent.trim()).join(': '),
      )
    expect(rows()).toEqual([
      'Log in on 2 phones: Was running',
      'Check out on dev_1: Not started',
      'Log in on dev_1: Ended',
    ])
    await speak('de')
    await flushPromises()
    expect(rows()).toEqual([
      'Log in auf 2 Telefonen: Lief gerade',
      'Check out auf dev_1: Nicht begonnen',
      'Log in auf dev_1: Beendet',
    ])
    await speak('en')
  })

  it('copies a report of an error, without the folders of the user', async () => {
    const writeText = copied()
    useConnection().version = '1.2.3'
    const { part } = mountInPage(ToastStack)
    const stack = 'Error: no tile\n    at run (/opt/program/main.js:1:2)'
    useNotices().show({ kind: 'internal', detail: 'no tile', stack })
    await flushPromises()
    expect(part.text()).toContain('Something went wrong in Fleetwall.')
    button('Copy details')?.click()
    await flushPromises()
    const text = writeText.mock.lastCall?.[0] ?? ''
    expect(text).toMatch(/^Fleetwall 1\.2\.3, linux\n/)
    expect(text).toContain('at run (main.js:1:2)\nLog: fleetwall.log in the user-data folder')
    expect(text).not.toContain('jane')
  })
})
