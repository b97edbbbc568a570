import { getEventListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import { onAbort } from '../../../src-main/core/time/on-abort'

it('ends any number of waits of one signal without a warning, and is left by each', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const stop = new AbortController()
  const heard: number[] = []
  const offs = Array.from({ length: 100 }, (_, n) => onAbort(stop.signal, () => heard.push(n)))
  for (const off of offs.slice(2)) off()
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(2)
  stop.abort()
  expect(heard).toEqual([0, 1])
  await new Promise(setImmediate)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
