// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import LabelPicker from '../../../../src-renderer/features/phones/LabelPicker.vue'
import { inFreshPage, mountInPage } from '../../mount-in-page'

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

  it('offers a label of the account as what it is when no phone has it', async () => {
    const unused = { name: 'spring', color: '#0000FF', isUnused: true }
    const { part } = mountInPage(LabelPicker, {
      modelValue: 'spri',
      labels: [...labels, unused],
      taken: new Set<string>(),
      phones: 2,
    })
    await part.find('input').trigger('click')
    await flushPromises()
    expect(document.querySelector('[role=option]')?.textContent.replaceAll(/\s+/g, ' ')).toContain(
      'no phone has it',
    )
  })

  it.each([
    [178, null],
    [187, '187 of 200 labels of the account are known.'],
  ])('says how many labels the account has, near its limit: %i', (n, said) => {
    const many = Array.from({ length: n }, (_, index) => ({ name: `l${index}`, color: '#FF0000' }))
    const { part } = mountInPage(LabelPicker, {
      modelValue: '',
      labels: many,
      taken: new Set(['l1', 'a new one']),
      phones: 1,
    })
    expect(part.find('[role=status]').exists() ? part.find('[role=status]').text() : null).toBe(said)
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
