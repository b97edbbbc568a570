import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BusyPhone } from '../../../../src-shared/features/jobs'
import type { Offer } from '../../../../src-shared/features/offered-file'
import { askToUpload, push } from '../../../../src-renderer/features/uploads/upload-files'
import type { Host } from '../../../../src-renderer/host/host'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { usePanel } from '../../../../src-renderer/stores/panel'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { useView } from '../../../../src-renderer/stores/view'

const files = (count: number) => Array.from({ length: count }, (_, at) => new File(['x'], `${at}.txt`))
/** A folder whose second part comes only when it is let. */
const slowFolder = (first: File[], second: Promise<File[]>) => {
  const entryOf = (file: File) => ({
    name: file.name,
    isDirectory: false,
    file: (done: (one: File) => void) => done(file),
  })
  const parts = [Promise.resolve(first), second, Promise.resolve([])]
  const readEntries = (done: (part: unknown[]) => void) =>
    void parts.shift()?.then((part) => done(part.map(entryOf)))
  return {
    name: 'slow',
    isDirectory: true,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemDirectoryEntry
}

let sent: unknown[]
let refused: Set<string>
let busy: BusyPhone[]
let host: Host

beforeEach(() => {
  setActivePinia(createPinia())
  useView().shownTileSize = 400
  sent = []
  refused = new Set()
  busy = []
  host = {
    bridge: {
      call: (name: string, params: unknown) => {
        if (name === 'jobs.busy') return Promise.resolve({ busy })
        sent.push([name, params])
        return Promise.resolve({ ids: [] })
      },
    },
    offerFiles: (given: readonly File[]) =>
      Promise.resolve(
        given.map(({ name, size }): Offer =>
          refused.has(name)
            ? { ok: false, name, fault: { kind: 'file', reason: 'empty', name } }
            : { ok: true, file: { fileId: name, name, bytes: size } },
        ),
      ),
  } as unknown as Host
})

describe('an upload of files', () => {
  it('sends up to 200 files at once, and shows refused ones', async () => {
    refused.add('1.txt')
    await push(host, { files: files(3), folders: [] }, ['a', 'b'])
    expect(sent).toEqual([['uploads.add', { fileIds: ['0.txt', '2.txt'], publicIds: ['a', 'b'] }]])
    expect(useNotices().notices).toEqual([
      expect.objectContaining({ fault: { kind: 'file', reason: 'empty', name: '1.txt' } }),
    ])
    await push(host, { files: files(200), folders: [] }, ['a'])
    expect(sent).toHaveLength(2)
    expect(useDialogs().find('upload')).toBeUndefined()
  })

  it('opens the panel of the window where it was begun; a phone’s own window has none', async () => {
    const given = { files: files(1), folders: [] }
    await push({ ...host, phone: 'a' }, given, ['a'])
    expect(usePanel().shown).toBe(false)
    await push({ ...host, phone: null }, given, ['a'])
    expect(usePanel().shows('uploads')).toBe(true)
  })

  it('asks before it interrupts a job', async () => {
    busy = [{ publicId: 'b', job: 'warm_up' }]
    await push(host, { files: files(1), folders: [] }, ['a', 'b'])
    expect(sent).toEqual([])
    expect(useDialogs().find('upload')?.question).toMatchObject({ publicIds: ['a', 'b'], busy })
  })

  it('names one of several refused files, and counts the others', async () => {
    for (const name of ['0.txt', '1.txt', '3.txt', '4.txt']) refused.add(name)
    await push(host, { files: files(5), folders: [] }, ['a'])
    expect(useNotices().notices).toMatchObject([
      { publicId: 'a', fault: { kind: 'file', name: '0.txt' } },
      { publicId: 'a', fault: { kind: 'more-files', n: 3 } },
    ])
  })

  it('sends and asks nothing where no upload is possible, and says why', async () => {
    useTiles().conditions.set('a', 'offline').set('b', 'offline')
    await push(host, { files: files(3), folders: [] }, ['a'])
    await push(host, { files: files(201), folders: [] }, ['a', 'b'])
    await askToUpload(host, { files: files(1), folders: [] }, ['b'])
    expect(sent).toEqual([])
    expect(useDialogs().find('upload')).toBeUndefined()
    expect(useNotices().notices).toMatchObject([
      { publicId: 'a', fault: { kind: 'none-online', phones: 1 } },
      { publicId: null, fault: { kind: 'none-online', phones: 2 } },
      { publicId: 'b', fault: { kind: 'none-online', phones: 1 } },
    ])
    await push(host, { files: files(1), folders: [] }, ['a', 'c'])
    expect(sent).toHaveLength(1)
  })

  it('shows notices of a filmstrip phone in the window', async () => {
    useTiles().conditions.set('a', 'offline').set('b', 'offline')
    useView().open('b')
    await push(host, { files: files(1), folders: [] }, ['a'])
    await push(host, { files: files(1), folders: [] }, ['b'])
    expect(useNotices().notices.map(({ publicId }) => publicId)).toEqual([null, 'b'])
  })

  it('shows notices of a small tile in the window', async () => {
    useTiles().conditions.set('a', 'offline')
    useView().shownTileSize = 120
    await push(host, { files: files(1), folders: [] }, ['a'])
    useView().open('a')
    await push(host, { files: files(1), folders: [] }, ['a'])
    expect(useNotices().notices.map(({ publicId }) => publicId)).toEqual([null, 'a'])
  })

  it('asks before more than 10,000 uploads', async () => {
    const phones = Array.from({ length: 51 }, (_, at) => `phone ${at}`)
    await push(host, { files: files(200), folders: [] }, phones)
    expect([sent, useDialogs().find('upload')?.question]).toMatchObject([[], { publicIds: phones }])
    useDialogs().close('upload')
    await push(host, { files: files(200), folders: [] }, phones.slice(1))
    expect([sent, useDialogs().find('upload')?.question]).toMatchObject([[['uploads.add', {}]], undefined])
  })

  it('asks before more than 200 files, or a folder', async () => {
    await push(host, { files: files(201), folders: [] }, ['a'])
    expect(useDialogs().find('upload')?.question).toMatchObject({ publicIds: ['a'], isReading: false })
    useDialogs().close('upload')
    await push(host, { files: files(1), folders: [slowFolder(files(2), Promise.resolve([]))] }, ['a'])
    expect(useDialogs().find('upload')?.question).toMatchObject({ folders: ['slow'], isReading: false })
    expect(useDialogs().find('upload')?.question.inFolders).toHaveLength(2)
    expect(sent).toEqual([])
  })

  it('does nothing without a phone', async () => {
    await push(host, { files: files(1), folders: [] }, [])
    await askToUpload(host, { files: files(1), folders: [] }, [])
    expect([sent, useDialogs().find('upload')?.question]).toEqual([[], undefined])
  })

  it('shows the progress of reading a folder until it is cancelled', async () => {
    const dialogs = useDialogs()
    let letGo: (rest: File[]) => void = () => undefined
    const rest = new Promise<File[]>((resolve) => (letGo = resolve))
    const asked = askToUpload(host, { files: [], folders: [slowFolder(files(2), rest)] }, ['a'])
    await expect.poll(() => dialogs.find('upload')?.question.inFolders.length).toBe(2)
    expect(dialogs.find('upload')?.question.isReading).toBe(true)
    dialogs.close('upload')
    letGo(files(2))
    await asked
    expect(dialogs.find('upload')).toBeUndefined()
  })
})
