import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import { noUploadsSum, type Upload } from '../../../src-shared/features/upload-state'
import { noLastView } from '../../../src-shared/features/last-view'
import { sharedOf } from '../../../src-shared/features/shared-view'
import type { PageId } from '../../../src-shared/bridge/page-id'
import { ofOnePhone, type FeatureContext, type Features } from '../../../src-main/core/feature/feature'
import { createPages, type Pages, type Serve } from '../../../src-main/core/page/pages'
import { serveProgram, type ProgramOptions } from '../../../src-main/core/settings/serve'
import { createOfferedFiles } from '../../../src-main/core/uploads/offered-files'
import { serveUploads } from '../../../src-main/core/uploads/serve'
import type { Uploads } from '../../../src-main/core/uploads/uploads'
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
  let heard: string[]
  /** Which walls are open, as each page was told. */
  let told: string[]
  let opened: string[]
  let sums: number[]

  const begin = () => {
    seen = []
    gone = []
    heard = []
    told = []
    opened = []
    sums = []
    const sumTo = (publicId: string) => ({ ...noUploadsSum, bytes: publicId === 'c' ? 7 : 0 })
    const context = { fleetId: () => 'fleet' } as FeatureContext<{ nameOf(publicId: string): string }>
    const uploads = serveUploads(context, {
      uploads: { sumTo: (_, publicId) => sumTo(publicId) } as Uploads,
      files: createOfferedFiles(),
      flows: { recording: { uploaded: () => undefined } },
    })
    const program = serveProgram(context, {} as ProgramOptions)
    pages = createPages({
      ofOnePhone: ofOnePhone({ uploads, program } as Features),
      sumTo,
      lastViewOf: (pageId) => ({ ...noLastView, search: pageId }),
      onView: (view) => void seen.push(view),
      onGone: (pageId) => gone.push(pageId),
    })
  }
  beforeEach(begin)
  const serve: Serve = (pageId, port) => ({
    emit(event) {
      if (event.type === 'walls') told.push(`${pageId}: ${event.walls.toSorted().join(' ')}`)
      else heard.push(`${pageId} ${event.type}`)
      if (event.type === 'opened') opened.push(event.lastView.search)
      if (event.type === 'uploads') sums.push(event.changes.sum.bytes)
    },
    close: () => port.close(),
  })
  const attach = (pageId: PageId) => {
    const { a, b } = memoryPorts()
    pages.attach(pageId, b, serve)
    return a
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('show together what each of them shows, at the wall’s tile height', () => {
    attach('wall 1')
    attach('phone c')
    pages.show('wall 1', view({ visible: ['a', 'b'], selected: ['b'], tileHeight: 240 }))
    pages.show('phone c', view({ visible: ['c'], focused: ['c'], tileHeight: 128 }))
    const all = { visible: ['a', 'b', 'c'], focused: ['c'], selected: ['b'], tileHeight: 240, patrols: false }
    expect(seen.at(-1)).toEqual(all)
    pages.show('wall 1', view({ visible: ['a', 'c'], focused: ['a'] }))
    expect(seen.at(-1)).toMatchObject({ visible: ['a', 'c'], focused: ['a', 'c'] })
  })

  it('show together what two walls show: at the larger tiles, on patrol if one is', () => {
    for (const wall of ['wall 1', 'wall 2'] as const) attach(wall)
    pages.show('wall 1', view({ visible: ['a'], tileHeight: 240, patrols: true }))
    expect(seen.at(-1)?.tileHeight, 'a wall that shows nothing has no tiles').toBe(240)
    pages.show('wall 2', view({ visible: ['b', 'a'], selected: ['b'], tileHeight: 400 }))
    const all = { visible: ['a', 'b'], focused: [], selected: ['b'], tileHeight: 400, patrols: true }
    expect(seen.at(-1)).toEqual(all)
    pages.show('wall 2', view({ visible: ['b', 'a'] }))
    expect(seen.at(-1)?.tileHeight, 'phones are compared there').toBeUndefined()
  })

  it('show together just what is open, while two walls and a phone’s page come and go', () => {
    const ids = ['wall 1', 'wall 2', 'phone c'] as const
    const publicIds = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))
    const step = fc.oneof(
      fc.record({ page: fc.constantFrom(...ids) }),
      fc.record({
        page: fc.constantFrom(...ids),
        shows: fc.record({
          visible: publicIds,
          focused: publicIds,
          selected: publicIds,
          patrols: fc.boolean(),
        }),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        begin()
        const open = new Map<PageId, FleetView>()
        for (const each of steps) {
          if ('shows' in each) {
            if (open.has(each.page)) open.set(each.page, each.shows)
            pages.show(each.page, each.shows)
          } else {
            // A page that loads again shows nothing yet.
            open.set(each.page, view({}))
            attach(each.page)
          }
          const seenNow = seen.at(-1)
          if (!seenNow) continue
          const all = [...open.values()]
          for (const key of ['visible', 'focused', 'selected'] as const)
            expect(new Set(seenNow[key])).toEqual(new Set(all.flatMap((one) => one[key])))
          expect(seenNow.visible.length, 'each phone once').toBe(new Set(seenNow.visible).size)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('drop the view of a page that is gone', async () => {
    attach('wall 1')
    const own = attach('phone c')
    pages.show('phone c', view({ visible: ['c'], focused: ['c'] }))
    own.close()
    await settled()
    expect(gone).toEqual(['phone c'])
    expect(seen.at(-1)).toMatchObject({ visible: [], focused: [] })
    pages.show('phone c', view({ visible: ['c'] }))
    expect(seen.at(-1)).toMatchObject({ visible: [] })
  })

  it('replace a page by the next one of the same id', async () => {
    attach('wall 1')
    const first = attach('phone c')
    let closes = 0
    first.onClose(() => (closes += 1))
    pages.show('phone c', view({ visible: ['c'] }))
    attach('phone c')
    expect(gone).toEqual(['phone c'])
    pages.show('phone c', view({ visible: ['d'] }))
    await settled()
    expect([closes, gone.length]).toEqual([1, 1])
    expect(seen.at(-1)?.visible).toEqual(['d'])
  })

  it('hear once of a wall whose page loads again', () => {
    attach('wall 1')
    attach('wall 2')
    told = []
    attach('wall 2')
    expect(told.filter((one) => one.startsWith('wall 1'))).toEqual(['wall 1: 1 2'])
  })

  it('get what is for one of them, or for all but one, and know which walls are open', () => {
    for (const page of ['wall 1', 'wall 2', 'phone c'] as const) attach(page)
    expect(pages.walls).toEqual([1, 2])
    heard = []
    pages.emit({ type: 'go-to', to: 'wall 2', phone: 'a', view: null })
    pages.emit({ type: 'arranged', except: 'wall 2', shared: sharedOf(noLastView) })
    expect(heard).toEqual(['wall 2 go-to', 'wall 1 arranged', 'phone c arranged'])
    expect(opened).toEqual([])
    const devices = { status: 'ready' as const, devices: [], fault: null }
    const none = { devices, tiles: [], jobs: [], usage: unknownUsage, uploadsSum: noUploadsSum }
    pages.emit({ type: 'opened', ...none, lastView: noLastView })
    expect(opened, 'each is left in its own way').toEqual(['wall 1', 'wall 2', 'phone c'])
  })

  it('get the events that concern them', () => {
    attach('wall 1')
    attach('phone c')
    pages.emit({ type: 'pace', pace: null })
    pages.emit({ type: 'uploads', changes: { changed: [], removed: [], sum: noUploadsSum } })
    const changes = { changed: [{ publicId: 'c' } as Upload], removed: [], sum: noUploadsSum }
    pages.emit({ type: 'uploads', changes })
    pages.emit({ type: 'notice', publicId: 'c', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    pages.emit({ type: 'notice', publicId: 'd', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    pages.emit({ type: 'notice', publicId: null, fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    expect(heard).toEqual([
      'wall 1 pace',
      'phone c pace',
      'wall 1 uploads',
      'wall 1 uploads',
      'phone c uploads',
      'wall 1 notice',
      'phone c notice',
      'wall 1 notice',
      'wall 1 notice',
    ])
    expect(sums, 'a phone’s page gets the sum of its own').toEqual([0, 0, 7])
  })
})
