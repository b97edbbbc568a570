// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import LaunchForm from '../../../../src-renderer/features/jobs/LaunchForm.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useFlows } from '../../../../src-renderer/stores/flows'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import type { FlowPhoneState } from '../../../../src-shared/features/flows-state'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import type { MoreFields } from '../../../../src-shared/protocol/launch-field'
import { flowRun } from '../../../gallery/flow-fixtures'
import { baseState } from '../../../gallery/fixtures'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const more: MoreFields = {
  warm_up: {
    duration_s: { type: 'integer', title: 'Session length', unit: 's', min: 60, max: 3600, default: 600 },
    pace: { type: 'number', title: 'Pace', max: 1.5 },
    mode: { type: 'choice', title: 'Mode', choices: ['gentle', 'eager'] },
    likes: { type: 'boolean', title: 'Like posts' },
    topic: { type: 'text', title: 'Topic', max: 5 },
  },
}

describe('the form that launches an automation', () => {
  inFreshPage()

  const open = async (publicIds = ['dev_1'], fields = more) => {
    showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
    const { vocabulary } = baseState()
    const automationLaunch = { ...vocabulary.words.automationLaunch, more: fields }
    useConnection().vocabularyState = { ...vocabulary, words: { ...vocabulary.words, automationLaunch } }
    const answers: Record<string, unknown> = { 'automations.launch': { id: 'task' } }
    const { part, sent } = mountInPage(LaunchForm, { publicIds }, answers)
    const entry = (title: string) => {
      const label = part.findAll('label').find((each) => each.text() === title)
      const inner = label?.find('input')
      return inner?.exists() ? inner : part.find(`[id="${label?.attributes('for')}"]`)
    }
    await entry('Automation').setValue('warm_up')
    const submit = async () => {
      await part.find('form').trigger('submit')
      await flushPromises()
      return sent.filter(([name]) => name === 'automations.launch').map(([, params]) => params)
    }
    const said = (title: string) => {
      const ids = entry(title).attributes('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
    }
    return { part, answers, entry, submit, said }
  }

  it('shows each field by its title with its range and its default', async () => {
    const { entry, said } = await open()
    expect(entry('Session length').attributes()).toMatchObject({ type: 'number', min: '60', max: '3600' })
    expect((entry('Session length').element as HTMLInputElement).value).toBe('600')
    expect(said('Session length').join()).toMatch(/length plus 120 s\. Not charged/)
    expect(said('Pace')).toEqual([])
    expect((entry('Like posts').element as HTMLInputElement).indeterminate).toBe(true)
    await entry('Automation').setValue('list_accounts')
    expect(entry('Pace').exists()).toBe(false)
  })

  it('sends the fields that have a value, and no others', async () => {
    const { entry, submit } = await open(['dev_1', 'dev_2'])
    const launched = (fields: object) => ({
      publicIds: ['dev_1', 'dev_2'],
      launch: { kind: 'warm_up', ...fields },
    })
    await submit()
    await entry('Session length').setValue('')
    await submit()
    await entry('Pace').setValue('0.5')
    await entry('Mode').setValue('eager')
    await entry('Like posts').setValue(true)
    await entry('Like posts').setValue(false)
    await entry('Topic').setValue(' cats ')
    expect(await submit()).toEqual([
      launched({ fields: { duration_s: 600 } }),
      launched({}),
      launched({ fields: { pace: 0.5, mode: 'eager', likes: false, topic: 'cats' } }),
    ])
  })

  it('can leave a yes or no to the service again', async () => {
    const { part, entry, submit } = await open()
    await entry('Like posts').setValue(true)
    await part
      .findAll('button')
      .find((button) => button.text() === 'Chosen by the service')
      ?.trigger('click')
    expect((entry('Like posts').element as HTMLInputElement).indeterminate).toBe(true)
    expect(await submit()).toEqual([
      { publicIds: ['dev_1'], launch: { kind: 'warm_up', fields: { duration_s: 600 } } },
    ])
  })

  it.each([
    ['Session length', '59', 'Enter a whole number from 60 to 3600.'],
    ['Session length', '60.5', 'Enter a whole number from 60 to 3600.'],
    ['Pace', '2', 'Enter a number of at most 1.5.'],
    ['Topic', 'sixsix', 'Enter 1 to 5 characters.'],
  ])('marks %s and launches nothing for %s', async (title, text, message) => {
    const { entry, submit, said } = await open()
    await entry(title).setValue(text)
    expect(entry(title).attributes('aria-invalid')).toBe('true')
    expect(said(title)).toContain(message)
    expect(await submit()).toEqual([])
  })

  it('sets what the service refused beside its field until it is changed', async () => {
    const { part, entry, submit, said } = await open()
    await submit()
    const fault: Fault = {
      kind: 'problem',
      code: 'invalid_action',
      status: 400,
      detail: '',
      fields: [{ path: 'body.duration_s', message: 'is too long' }],
    }
    useTasks().replace([
      {
        ...{ id: 'task', paused: false, waitsUntil: null, startedAt: 0, endedBy: null },
        work: { kind: 'launch', launch: { kind: 'warm_up' } },
        steps: [{ publicId: 'dev_1', deviceName: 'One', state: 'failed', fault }],
      },
    ])
    await nextTick()
    expect(entry('Session length').attributes('aria-invalid')).toBe('true')
    expect(said('Session length')).toContain('is too long')
    expect(entry('Pace').attributes('aria-invalid')).toBeUndefined()
    await entry('Session length').setValue('120')
    expect(said('Session length')).not.toContain('is too long')
    expect(part.find('.failure').exists()).toBe(false)
  })

  it('says on how many of its phones a flow runs, also where it asks', async () => {
    const publicIds = Array.from({ length: 6 }, (_, at) => `dev_${at}`)
    const { part, submit } = await open(publicIds)
    const phones = flowRun.phones.slice(0, 1).flatMap((phone) =>
      publicIds.map((publicId, at) => {
        const state: FlowPhoneState['state'] = at === 0 ? 'waiting' : at === 1 ? 'running' : 'passed'
        return { ...phone, publicId, state }
      }),
    )
    const run = (isRunning: boolean) =>
      useFlows().replace({ recording: null, runs: [{ ...flowRun, phones, isRunning }] })
    run(true)
    expect(await submit()).toEqual([])
    expect(part.text()).toContain('A flow runs on 2 of the phones.')
    expect(useDialogs().find('confirm')?.about).toContain('A flow runs on 2 of the phones.')
    run(false)
    await nextTick()
    expect(part.text()).not.toContain('A flow runs')
  })

  it('says beside its button why a launch was not begun, until the next try', async () => {
    const { part, answers, submit } = await open()
    const begun = answers['automations.launch']
    answers['automations.launch'] = new FaultError({ kind: 'network', reason: 'timeout', host: 'h' })
    await submit()
    expect(part.findAll('form [role=alert]')).toHaveLength(1)
    answers['automations.launch'] = begun
    await submit()
    expect(part.findAll('form [role=alert]')).toEqual([])
  })
})
