import { beforeEach, describe, expect, it } from 'vitest'
import { noUploadsSum, type Upload } from '../../../src-shared/features/upload-state'
import type { PageId } from '../../../src-main/core/base/page-id'
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
  let seen: { view: FleetView; wallView: FleetView }[]
  let gone: PageId[]
  let heard: string[]
  let sums: number[]

  beforeEach(() => {
    seen = []
    gone = []
    heard = []
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
      onView: (view, wallView) => seen.push({ view, wallView }),
      onGone: (pageId) => gone.push(pageId),
    })
  })
  const serve: Serve = (pageId, port) => ({
    emit(event) {
      heard.push(`${pageId ?? 'wall'} ${event.type}`)
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
    attach(null)
    attach('c')
    pages.show(null, view({ visible: ['a', 'b'], selected: ['b'], tileHeight: 240 }))
    pages.show('c', view({ visible: ['c'], focused: ['c'], tileHeight: 128 }))
    const all = { visible: ['a', 'b', 'c'], focused: ['c'], selected: ['b'], tileHeight: 240 }
    expect(seen.at(-1)?.view).toEqual(all)
    expect(seen.at(-1)?.wallView.visible).toEqual(['a', 'b'])
    pages.show(null, view({ visible: ['a', 'c'], focused: ['a'] }))
    expect(seen.at(-1)?.view).toMatchObject({ visible: ['a', 'c'], focused: ['a', 'c'] })
  })

  it('drop the view of a page that is gone', async () => {
    attach(null)
    const own = attach('c')
    pages.show('c', view({ visible: ['c'], focused: ['c'] }))
    own.close()
    await settled()
    expect(gone).toEqual(['c'])
    expect(seen.at(-1)?.view).toMatchObject({ visible: [], focused: [] })
    pages.show('c', view({ visible: ['c'] }))
    expect(seen.at(-1)?.view).toMatchObject({ visible: [] })
  })

  it('replace a page by the next one of the same id', async () => {
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
    expect(seen.at(-1)?.view.visible).toEqual(['d'])
  })

  it('get the events that concern them', () => {
    attach(null)
    attach('c')
    pages.emit({ type: 'pace', pace: null })
    pages.emit({ type: 'uploads', changes: { changed: [], removed: [], sum: noUploadsSum } })
    const changes = { changed: [{ publicId: 'c' } as Upload], removed: [], sum: noUploadsSum }
    pages.emit({ type: 'uploads', changes })
    pages.emit({ type: 'notice', publicId: 'c', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    pages.emit({ type: 'notice', publicId: 'd', fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    pages.emit({ type: 'notice', publicId: null, fault: { kind: 'input-not-sent', why: 'channel-closed' } })
    expect(heard).toEqual([
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
    expect(sums, 'a phone’s page gets the sum of its own').toEqual([0, 0, 7])
  })
})
