import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { askMany } from '../../../src-renderer/commands/ask-many'
import { useDialogs } from '../../../src-renderer/stores/dialogs'

describe('what is hard to undo', () => {
  let runs = 0
  beforeEach(() => {
    setActivePinia(createPinia())
    runs = 0
  })

  it('is done at once on five phones', () => {
    askMany('Lock', 5, () => (runs += 1))
    expect(runs).toBe(1)
    expect(useDialogs().find('confirm')).toBeUndefined()
  })

  it('is asked about first on more, and done by the answer', () => {
    askMany('Lock', 6, () => (runs += 1))
    expect(runs).toBe(0)
    expect(useDialogs().find('confirm')).toMatchObject({
      title: 'Lock?',
      about: expect.stringContaining('6 phones') as string,
    })
    useDialogs().find('confirm')?.run()
    expect(runs).toBe(1)
  })
})
