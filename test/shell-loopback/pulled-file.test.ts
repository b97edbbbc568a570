import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPulledFiles, type PulledFiles } from '../../src-main/shell-loopback/pulled-file'
import { faultOfCall } from '../core/service/fault-of-call'

describe('a file in a browser’s page', () => {
  let pulled: PulledFiles
  let asked: { fileId: string; pullId: string; to: string }[]
  let leave: () => void

  beforeEach(() => {
    asked = []
    pulled = createPulledFiles((wanted) => asked.push(wanted))
    leave = pulled.connectPage('wall 1')
  })

  const source = () => pulled.source({ fileId: 'f', name: 'a.bin', bytes: 6 }, 'wall 1')
  const pullId = () => asked.at(-1)?.pullId ?? ''
  const read = async (pieces: AsyncIterable<Buffer>) => {
    let text = ''
    for await (const piece of pieces) text += piece.toString()
    return text
  }
  const refusal = (reason: string) => ({ kind: 'file', reason, name: 'a.bin' })
  /** Opens the file and delivers its bytes. */
  const open = async (body = Readable.from([Buffer.from('abcdef')])) => {
    const opening = source().open()
    expect(pulled.deliver(pullId(), body)).toBe(true)
    return opening
  }

  it('is pulled each time it is opened, and streams through', async () => {
    for (let time = 0; time < 2; time += 1) {
      const file = await open()
      expect(await read(file.pieces)).toBe('abcdef')
      const checked = file.check()
      pulled.confirm(pullId())
      await checked
      await file.close()
      expect(pulled.deliver(pullId(), Readable.from([])), 'the pull is over').toBe(false)
    }
    expect(new Set(asked.map((each) => each.pullId)).size).toBe(2)
    expect(asked[0]).toMatchObject({ fileId: 'f', to: 'wall 1' })
  })

  it('fails with the page’s reason when the page can’t send it', async () => {
    const opening = faultOfCall(source().open())
    pulled.refuse(pullId(), 'gone')
    expect(await opening).toEqual(refusal('gone'))
  })

  it('is refused as changed when it changed during the upload', async () => {
    const file = await open()
    await read(file.pieces)
    const checked = faultOfCall(file.check())
    pulled.refuse(pullId(), 'changed')
    expect(await checked).toEqual(refusal('changed'))
    await file.close()
  })

  it('fails with the page’s reason when it breaks off in the middle', async () => {
    const request = new Readable({ read: () => undefined })
    const file = await open(request)
    request.push('abc')
    const broken = faultOfCall(read(file.pieces))
    request.destroy(new Error('aborted'))
    pulled.refuse(pullId(), 'changed')
    expect(await broken).toEqual(refusal('changed'))
    await file.close()
  })

  it('is lost with its page, before, during and after a read', async () => {
    const request = new Readable({ read: () => undefined })
    const one = source()
    const reading = await open(request)
    const broken = faultOfCall(read(reading.pieces))
    const waiting = faultOfCall(one.open())
    leave()
    request.destroy(new Error('aborted'))
    expect(await broken).toEqual(refusal('page-gone'))
    expect(await waiting).toEqual(refusal('page-gone'))
    expect(one.lost?.aborted).toBe(true)
    expect(await faultOfCall(one.open())).toEqual(refusal('page-gone'))
    expect(source().lost?.aborted, 'there is no page').toBe(true)
  })

  it('is lost when another page replaces its own, whose files stay', () => {
    const old = source()
    pulled.connectPage('wall 1')
    expect(old.lost?.aborted).toBe(true)
    const next = source()
    leave()
    expect(next.lost?.aborted).toBe(false)
    expect(pulled.source({ fileId: 'g', name: 'b', bytes: 1 }, 'phone dev_a').lost?.aborted).toBe(true)
  })
})
