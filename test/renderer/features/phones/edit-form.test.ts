// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import EditForm from '../../../../src-renderer/features/phones/EditForm.vue'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { fakeDevice } from '../../fake-phone'
import { useTasks } from '../../../../src-renderer/stores/tasks'
import { returnRefusedDrafts } from '../../../../src-renderer/features/phones/return-refused-drafts'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const lab = { name: 'lab', color: '#FF0000' }
const one = fakeDevice('a', { custom_name: 'Front desk', notes: 'old', labels: [lab] })
const other = fakeDevice('b', { notes: 'new' })

describe('the edit form', () => {
  inFreshPage()
  const mountForm = (...phones: (typeof one)[]) => {
    showPhones(phones)
    return mountInPage(EditForm, { phones }, { 'devices.edit': { id: 'task' } })
  }
  const save = async ({ part }: ReturnType<typeof mountForm>) => {
    await part.find('form').trigger('submit')
    await flushPromises()
  }

  it('sends only the changed fields', async () => {
    const form = mountForm(one)
    await form.part.find('textarea').setValue('ask Kim first')
    await save(form)
    expect(form.sent).toEqual([['devices.edit', { publicIds: ['a'], edit: { notes: 'ask Kim first' } }]])
  })

  it('removes the name when it is emptied', async () => {
    const form = mountForm(one)
    await form.part.find('input[type=text]').setValue(' ')
    await save(form)
    expect(form.sent).toEqual([['devices.edit', { publicIds: ['a'], edit: { customName: null } }]])
  })

  it('sends nothing while a field is too long', async () => {
    const form = mountForm(one)
    await form.part.find('input[type=text]').setValue('x'.repeat(65))
    await save(form)
    expect(form.sent).toEqual([])
    expect(form.part.find('[type=submit]').attributes('aria-disabled')).toBe('true')
  })

  it('edits several phones without offering a name', async () => {
    const form = mountForm(one, other)
    const areas = form.part.findAll('textarea')
    expect(form.part.find('input[type=text]').attributes('role')).toBe('combobox')
    expect(areas[0]?.element.value).toBe('')
    await form.part.find('.labels > li button:last-child').trigger('click')
    await save(form)
    expect(form.sent).toEqual([['devices.edit', { publicIds: ['a', 'b'], edit: { removeLabels: ['lab'] } }]])
  })

  it('puts labels in another order by key and by dragging, and sends the order alone', async () => {
    const labels = ['lab', 'night', 'eu'].map((name, id) => ({ id, name, color: '#FF0000' }))
    const form = mountForm(fakeDevice('a', { labels }))
    const names = () => form.part.findAll('[data-label]').map((chip) => chip.attributes('data-label'))
    const chip = (name: string) => form.part.find(`[data-label=${name}]`)
    await chip('night').find('button').trigger('keydown', { key: 'ArrowUp', altKey: true })
    expect(names()).toEqual(['night', 'lab', 'eu'])
    await chip('night').trigger('keydown', { key: 'ArrowUp', altKey: true })
    await chip('eu').trigger('dragstart')
    for (let at = 0; at < 2; at += 1) await chip('night').trigger('dragover')
    await chip('eu').trigger('dragend')
    expect(names()).toEqual(['eu', 'night', 'lab'])
    await save(form)
    const edit = { labelOrder: ['eu', 'night', 'lab'] }
    expect(form.sent).toEqual([['devices.edit', { publicIds: ['a'], edit }]])
    for (const name of ['night', 'lab', 'lab'])
      await chip(name).trigger('keydown', { key: 'ArrowUp', altKey: true })
    await chip('eu').trigger('keydown', { key: 'ArrowDown', altKey: true })
    expect(form.part.find('[type=submit]').attributes('aria-disabled')).toBeDefined()
  })

  it('returns what the service refused, with its reasons beside their fields', async () => {
    const form = mountForm(one)
    const scope = effectScope()
    scope.run(returnRefusedDrafts)
    const { part } = form
    await part.find('textarea').setValue('new')
    await part.find('input[type=text]').setValue('Desk')
    await part.find('[role=combobox]').setValue('night')
    await part.find('[role=combobox]').trigger('keydown', { key: 'Enter' })
    await save(form)
    expect(part.find('[type=submit]').attributes('aria-disabled')).toBe('true')
    const refuse = async (fields: { path: string; message: string; label?: string }[]) => {
      const fault = { kind: 'problem', code: 'invalid_action', status: 422, detail: 'No.', fields } as const
      const step = { publicId: 'a', deviceName: 'A', state: 'failed', fault } as const
      const work = { kind: 'edit', edit: {} } as const
      useTasks().replace([
        { id: 'task', work, steps: [step], paused: false, waitsUntil: null, startedAt: 0, endedBy: null },
      ])
      await flushPromises()
    }
    await refuse([
      { path: 'body.custom_name', message: 'not this name' },
      { path: 'body.labels.1.name', message: 'not this label', label: 'night' },
      { path: 'body.labels', message: 'not these' },
      { path: 'body', message: 'not at all' },
    ])
    const wrong = () =>
      part.findAll('[aria-invalid]').map((field) => {
        const why = document.getElementById(field.attributes('aria-describedby') ?? '')
        return [field.attributes('data-label') ?? field.element.tagName, why?.textContent]
      })
    const all = [
      ['INPUT', 'not this name'],
      ['night', 'not this label'],
      ['INPUT', 'not these'],
    ]
    expect(wrong()).toEqual(all)
    expect(part.find('[role=alert]').text()).toContain('body: not at all')
    expect(part.find('textarea').element.value).toBe('new')
    await part.find('input[type=text]').setValue('Front')
    expect(wrong()).toEqual(all.slice(1))
    expect(part.find('.refusal').exists()).toBe(false)
    await part.find('[data-label=night] button:last-of-type').trigger('click')
    expect(wrong()).toEqual([])
    scope.stop()
  })

  it('disables every field for a key without scope manage', () => {
    const form = mountForm(one)
    expect(form.part.find('fieldset').attributes('disabled')).toBeUndefined()
    useFleets().scopes = { ...useFleets().scopes, manage: 'missing' }
    return form.part.vm.$nextTick(() => {
      expect(form.part.find('fieldset').attributes('disabled')).toBeDefined()
    })
  })
})
