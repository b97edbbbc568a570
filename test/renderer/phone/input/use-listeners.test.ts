import { beforeEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { useListeners } from '../../../../src-renderer/phone/input/use-listeners'

const asElement = (target: EventTarget) => target as HTMLElement
const element = shallowRef<HTMLElement | null>(null)
let scope: EffectScope
let heard: string[]

beforeEach(() => {
  heard = []
  element.value = asElement(new EventTarget())
  scope = effectScope()
  scope.run(() =>
    useListeners(element, {
      focus: () => heard.push('focus'),
      wheel: ({ defaultPrevented }) => heard.push(`wheel ${defaultPrevented}`),
    }),
  )
})

const fire = (target: HTMLElement | null, ...types: string[]) => {
  for (const type of types) target?.dispatchEvent(new Event(type))
}

describe('useListeners', () => {
  it('listens to the mounted element only', async () => {
    const first = element.value
    fire(first, 'focus', 'wheel', 'blur')
    expect(heard).toEqual(['focus', 'wheel false'])
    element.value = asElement(new EventTarget())
    await nextTick()
    fire(first, 'focus')
    fire(element.value, 'focus')
    expect(heard).toEqual(['focus', 'wheel false', 'focus'])
    element.value = null
    await nextTick()
    element.value = first
    await nextTick()
    fire(first, 'wheel')
    expect(heard.at(-1)).toBe('wheel false')
    expect(heard).toHaveLength(4)
    scope.stop()
  })

  it('stops with its caller', () => {
    scope.stop()
    fire(element.value, 'focus', 'wheel')
    expect(heard).toEqual([])
  })
})
