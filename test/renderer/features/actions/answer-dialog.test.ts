// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { messages } from '../../../../src-renderer/text/messages'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const long = `=1+1\n${'x'.repeat(900_000)}`

describe('the answers of phones', () => {
  inFreshPage()
  const open = async (publicIds: string[]) => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    showPhones([fakeDevice('a'), fakeDevice('b')])
    mountInPage(WindowDialogs, {}, { 'device.act': { result: { clipboard: long } } })
    useDialogs().open({ kind: 'answer', what: 'clipboard-get', publicIds })
    await flushPromises()
    return () => {
      document.querySelector<HTMLElement>('[data-first]')?.click()
      return written.mock.lastCall?.[0]
    }
  }
  const shown = () => [...document.querySelectorAll<HTMLElement>('.row .text')]

  it('are shown in part, and copied whole', async () => {
    const copy = await open(['a'])
    const [text] = shown()
    expect([text?.textContent.length, text?.title.length]).toEqual([2002, 2002])
    expect(copy()).toBe(long)
  })

  it('are copied as one line for each phone', async () => {
    const copy = await open(['a', 'b'])
    expect(shown().map(({ textContent }) => textContent.length)).toEqual([2002, 2002])
    const line = `'${long.replace('\n', ' ')}`
    expect(copy()).toBe(`Phone a\t${line}\nPhone b\t${line}`)
    await flushPromises()
    expect(document.querySelector('[role=status]')?.textContent).toContain(messages.act.copied)
  })
})
