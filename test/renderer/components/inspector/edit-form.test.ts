// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import EditForm from '../../../../src-renderer/components/inspector/EditForm.vue'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../mount-in-page'

const lab = { name: 'lab', color: '#FF0000' }
const one = fakeDevice('a', { custom_name: 'Front desk', notes: 'old', labels: [lab] })
const other = fakeDevice('b', { notes: 'new' })

describe('the edit form', () => {
  inFreshPage()
  const mountForm = (...phones: (typeof one)[]) => {
    showPhones(phones)
    return mountInPage(EditForm, { phones })
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

  it('disables every field for a key without scope manage', () => {
    const form = mountForm(one)
    expect(form.part.find('fieldset').attributes('disabled')).toBeUndefined()
    useFleets().scopes = { ...useFleets().scopes, manage: 'missing' }
    return form.part.vm.$nextTick(() => {
      expect(form.part.find('fieldset').attributes('disabled')).toBeDefined()
    })
  })
})
