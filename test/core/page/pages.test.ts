import { beforeEach, describe, expect, it } from 'vitest'
import { noUploadsSum, type Upload } from '../../../src-shared/bridge/upload-state'
import type { PageId } from '../../../src-main/core/base/page-id'
import { createPages, type Pages } from '../../../src-main/core/page/pages'
import type { FleetView } from '../../../src-main/core/planning/fleet-view'
import { memoryPorts } from '../../bridge/memory-ports'

const view = (changed: Partial<FleetView>): FleetView => ({
  visible: [],
  focused: [],
  selected: [],
  ...changed,
})

describe('the pages', () => {
  let pages: Pages
  let seen: FleetView[]
  let gone: PageId[]
  let told: string[]
  let sums: number[]

  beforeEach(() => {
    seen = []
    gone = []
    told = []
    sums = []
    pages = createPages({
      serve: (of, port) => ({
        emit(event) {
          told.push(`${of ?? 'wall'} ${event.type}`)
          if (event.type === 'uploads') sums.push(event.changes.sum.bytes)
        },
        close: () => port.close(),
      }),
      sumTo: (publicId) => ({ ...noUploadsSum, bytes: publicId === 'c' ? 7 : 0 }),
      onView: (next) => seen.push(next),
      onGone: (of) => gone.push(of),
    })
  })
  const attach = (of: PageId) => {
    const { a, b } = memoryPorts()
    pages.attach(of, b)
    return a
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('show together what each of them shows, the screens as large as the wall has them', () => {
    attach(null)
    attach('c')
    pages.show(null, view({ visible: ['a', 'b'], selected: ['b'], tileHeight: 240 }))
    pages.show('c', view({ visible: ['c'], focused: ['c'], tileHeight: 128 }))
    const all = { visible: ['a', 'b', 'c'], focused: ['c'], selected: ['b'], tileHeight: 240 }
    expect(seen.at(-1)).toEqual(all)
    expect(pages.view).toEqual(all)
    expect(pages.wallView.visible).toEqual(['a', 'b'])
    pages.show(null, view({ visible: ['a', 'c'], focused: ['a'] }))
    expect(seen.at(-1)).toMatchObject({ visible: ['a', 'c'], focused: ['a', 'c'] })
  })

  it('show no more of one that is gone, once that is told of its hands', async () => {
    attach(null)
    const own = attach('c')
    pages.show('c', view({ visible: ['c'], focused: ['c'] }))
    own.close()
    await settled()
    expect(gone).toEqual(['c'])
    expect(seen.at(-1)).toMatchObject({ visible: [], focused: [] })
    pages.show('c', view({ visible: ['c'] }))
    expect(seen.at(-1)).toMatchObject({ visible: [] })
  })

  it('are one of each: the next of the same takes its place, and is not ended by the first one’s end', async () => {
    attach(null)
    const first = attach('c')
    let closes = 0
    first.onClose(() => (closes += 1))
    pages.show('c', view({ visible: ['c'] }))
    attach('c')
    expect(gone).toEqual(['c'])
    pages.show('c', view({ visible: ['d'] }))
    await settled()
    expect([closes, gone.length]).toEqual([1, 1])
    expect(pages.view.visible).toEqual(['d'])
  })

  it('hear what they have to know', () => {
    attach(null)
    attach('c')
    pages.emit({ type: 'pace', pace: 100 })
    pages.emit({ type: 'uploads', changes: { changed: [], removed: [], sum: noUploadsSum } })
    const changes = { changed: [{ publicId: 'c' } as Upload], removed: [], sum: noUploadsSum }
    pages.emit({ type: 'uploads', changes })
    pages.emit({ type: 'notice', publicId: 'c', fault: { kind: 'input-lost' } })
    pages.emit({ type: 'notice', publicId: 'd', fault: { kind: 'input-lost' } })
    pages.emit({ type: 'notice', publicId: null, fault: { kind: 'input-lost' } })
    expect(told).toEqual([
      'wall pace',
      'c pace',
      'wall uploads',
      'wall uploads',
      'c uploads',
      'wall notice',
      'c notice',
      'wall notice',
      'wall notice',
    ])
    expect(sums, 'a phone’s page is told of its own').toEqual([0, 0, 7])
  })
})
