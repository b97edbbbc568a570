// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { messages } from '../../../../src-renderer/text/messages'
import type { TaskStep } from '../../../../src-shared/features/task-state'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { fakeDevice, fakeTask } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const long = `=1+1\n${'x'.repeat(900_000)}`
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }

describe('the answers of phones', () => {
  inFreshPage()
  const show = (states: TaskStep['state'][], fault: Fault | null = null) => {
    const steps = states.map((state, at) => ({
      publicId: ['a', 'b'][at] ?? '',
      state,
      fault: state === 'done' ? null : fault,
    }))
    useTasks().replace([fakeTask(steps, { work: { kind: 'ask', action: { type: 'clipboard_get' } } })])
    return flushPromises()
  }
  const open = async (...states: TaskStep['state'][]) => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const answers = ['a', 'b'].map((publicId) => ({ publicId, answer: long }))
    const { sent } = mountInPage(
      WindowDialogs,
      {},
      { 'tasks.answers': { answers: answers.slice(0, states.length) } },
    )
    await show(states)
    useDialogs().open({ kind: 'answer', task: 't' })
    await flushPromises()
    const copy = () => {
      document.querySelector<HTMLElement>('[data-first]')?.click()
      return written.mock.lastCall?.[0]
    }
    return { copy, sent }
  }
  const shown = () => [...document.querySelectorAll<HTMLElement>('.row .text')]
  const notes = () => [...document.querySelectorAll('.row .note')].map(({ textContent }) => textContent)

  it('are shown in part, and copied whole', async () => {
    const { copy } = await open('done')
    const [text] = shown()
    expect([text?.textContent.length, text?.title.length]).toEqual([2002, 2002])
    expect(copy()).toBe(long)
  })

  it('are copied as one line for each phone', async () => {
    const { copy } = await open('done', 'done')
    expect(shown().map(({ textContent }) => textContent.length)).toEqual([2002, 2002])
    const line = `'${long.replace('\n', ' ')}`
    expect(copy()).toBe(`Phone a\t${line}\nPhone b\t${line}`)
    await flushPromises()
    expect(document.querySelector('[role=status]')?.textContent).toContain(messages.act.copied)
  })

  it('arrive while the others wait, or say why there is none', async () => {
    const { sent } = await open('under-way', 'waiting')
    expect(notes()).toEqual([messages.act.asking, messages.act.asking])
    expect(sent).toEqual([])
    await show(['waiting', 'failed'], rejected)
    expect(notes()).toHaveLength(2)
    expect(notes()).not.toContain(messages.act.asking)
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
    await show(['done', 'failed'], rejected)
    expect(sent).toEqual([['tasks.answers', { id: 't', publicIds: ['a'] }]])
    expect(document.querySelector('[aria-busy=false]')).not.toBeNull()
  })

  it.each([
    { states: ['done', 'waiting'] as const, stops: true },
    { states: ['done', 'done'] as const, stops: false },
  ])('stop being asked for when it is closed: $states', async ({ states, stops }) => {
    const { sent } = await open(...states)
    useDialogs().close('answer')
    await flushPromises()
    expect(sent.some(([name]) => name === 'tasks.cancel')).toBe(stops)
  })
})
