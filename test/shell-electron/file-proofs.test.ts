import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileProbe } from '../../src-shared/features/offered-file'
import { createFileProofs, type FileProofs } from '../../src-main/shell-electron/file-proofs'
import { faultOfCall } from '../core/service/fault-of-call'

describe('the proof that a page holds a file', () => {
  let folder: string
  let proofs: FileProofs

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'file-proofs-'))
    await mkdir(join(folder, 'own'))
    proofs = createFileProofs(join(folder, 'own'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const file = async (bytes: Buffer, name = 'a.bin') => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
  const read = (bytes: Buffer, { ranges }: FileProbe) =>
    ranges.map(({ start, end }) => new Uint8Array(bytes.subarray(start, end)))
  const refused = (name: string) => ({ kind: 'file', reason: 'unreadable', name })

  it.each([1, 5000, 64 * 1024, 64 * 1024 + 1, 3_000_000])('is its bytes: %d of them', async (size) => {
    const bytes = randomBytes(size)
    const probe = await proofs.ask(await file(bytes))
    expect(await proofs.check(probe.id, read(bytes, probe))).toMatchObject({ name: 'a.bin', bytes: size })
  })

  it('is asked for at other places each time', async () => {
    const path = await file(randomBytes(3_000_000))
    expect((await proofs.ask(path)).ranges).not.toEqual((await proofs.ask(path)).ranges)
  })

  it.each([
    ['other bytes', (parts: Uint8Array[]) => parts.map((part) => new Uint8Array(part.byteLength))],
    ['nothing', () => []],
    ['less', (parts: Uint8Array[]) => parts.slice(1)],
    ['cut parts', (parts: Uint8Array[]) => parts.map((part) => part.subarray(1))],
    ['more', (parts: Uint8Array[]) => [...parts, new Uint8Array(1)]],
  ])('is not %s', async (_, change) => {
    const bytes = randomBytes(200_000)
    const probe = await proofs.ask(await file(bytes))
    const call = proofs.check(probe.id, change(read(bytes, probe)))
    expect(await faultOfCall(call)).toEqual(refused('a.bin'))
  })

  it('is good once', async () => {
    const bytes = randomBytes(100)
    const probe = await proofs.ask(await file(bytes))
    expect(await faultOfCall(proofs.check(probe.id, [new Uint8Array(100)]))).toEqual(refused('a.bin'))
    expect(await faultOfCall(proofs.check(probe.id, read(bytes, probe)))).toEqual(refused(''))
  })

  it('is never asked for a file of our own folder, not even by a link', async () => {
    const own = await file(randomBytes(10), 'own/fleets.json')
    await symlink(own, join(folder, 'link'))
    expect(await faultOfCall(proofs.ask(own))).toEqual(refused('fleets.json'))
    expect(await faultOfCall(proofs.ask(join(folder, 'link')))).toEqual(refused('link'))
  })
})
