// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import LabelPicker from '../../../../src-renderer/components/inspector/LabelPicker.vue'
import { inFreshPage, mountInPage } from '../mount-in-page'

const labels = [
  { name: 'lab', color: '#FF0000' },
  { name: 'spare', color: '#00FF00' },
]

describe('the label picker', () => {
  inFreshPage()
  const typeInto = async (typed: string, taken: string[] = []) => {
    const picker = mountInPage(LabelPicker, {
      modelValue: typed,
      labels,
      taken: new Set(taken),
      phones: 2,
    }).part
    const box = picker.find('input')
    await box.trigger('keydown', { key: 'Enter' })
    return { picker, box: box.element }
  }

  it('picks the label that begins with the text on Enter', async () => {
    const { picker } = await typeInto('sp')
    expect(picker.emitted('pick')).toEqual([[labels[1]]])
    expect(picker.emitted('update:modelValue')?.at(-1)).toEqual([''])
  })

  it('creates a label in the default colour from a new name', async () => {
    const { picker } = await typeInto('night')
    expect(picker.emitted('pick')).toEqual([[{ name: 'night', color: '#9E9E9E' }]])
  })

  it('selects the text, and picks nothing, if all phones have the label', async () => {
    const { picker, box } = await typeInto('lab', ['lab'])
    expect(picker.emitted('pick')).toBeUndefined()
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, 3])
  })

  it('picks nothing for a name that is too long, and says so', async () => {
    const { picker } = await typeInto('x'.repeat(51))
    expect(picker.emitted('pick')).toBeUndefined()
    expect(picker.find('[role=status]').exists()).toBe(true)
  })
})
