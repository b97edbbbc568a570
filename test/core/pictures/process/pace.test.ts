import { beforeEach, describe, expect, it } from 'vitest'
import { createPace, type Pace } from '../../../../src-main/core/pictures/process/pace'

describe('the pace of long looks', () => {
  let now: number
  let used: number
  let rests: number[]
  let heard: () => void
  let onRest: () => void
  let pace: Pace

  beforeEach(() => {
    now = 0
    used = 0
    rests = []
    heard = () => undefined
    onRest = () => undefined
    pace = createPace({
      now: () => now,
      used: () => used,
      async hear() {
        await Promise.resolve()
        heard()
      },
      wait(ms) {
        rests.push(ms)
        now += ms
        onRest()
        return Promise.resolve()
      },
    })
  })
  const work = (ms: number, onTheWall = ms) => {
    now += onTheWall
    used += ms
    return pace.rest()
  }

  it('rests thrice as long as a part took, for half a second after a touch', async () => {
    pace.begin()
    await work(40)
    expect(rests).toEqual([])
    pace.hand()
    await work(40)
    await work(20)
    expect(rests).toEqual([120, 60])
    now += 300
    pace.begin()
    await work(10)
    expect(rests).toEqual([120, 60])
  })

  it('rests for its share of the processor, not for what others had of that', async () => {
    pace.begin()
    pace.hand()
    await work(40, 300)
    expect(rests).toEqual([120])
  })

  it('rests no longer than the person touches phones', async () => {
    pace.begin()
    heard = () => pace.hand()
    await work(1000)
    expect(rests).toEqual([500])
  })

  it('rests on when another touch comes, and no longer than its share', async () => {
    pace.begin()
    onRest = () => pace.hand()
    heard = () => pace.hand()
    await work(200)
    expect(rests).toEqual([500, 100])
  })

  it('hears a touch that came during a part', async () => {
    pace.begin()
    heard = () => pace.hand()
    await work(50)
    expect(rests).toEqual([150])
  })

  it('counts the time between two looks as no work', async () => {
    pace.begin()
    await work(10)
    now += 1000
    pace.hand()
    pace.begin()
    await work(10)
    expect(rests).toEqual([30])
  })
})
