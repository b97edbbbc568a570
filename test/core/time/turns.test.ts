import { expect, it } from 'vitest'
import { Turns } from '../../../src-main/core/time/turns'

it('lets so many in, then those that wait in their order, without those that gave up', async () => {
  const turns = new Turns(1)
  const stay = new AbortController()
  const leave = new AbortController()
  const order: string[] = []
  const enter = async (name: string, { signal }: AbortController) => {
    const end = await turns.enter(signal)
    order.push(name)
    return end
  }
  const end = await enter('first', stay)
  const gone = enter('gone', leave)
  const second = enter('second', stay)
  const third = enter('third', stay)
  leave.abort(new Error('no more'))
  await expect(gone).rejects.toThrow('no more')
  end()
  end()
  const endSecond = await second
  expect(order).toEqual(['first', 'second'])
  endSecond()
  await third
  expect(order).toEqual(['first', 'second', 'third'])
})
