import assert from 'node:assert/strict'
import { memoryFile } from '../../core/uploads/upload-service'
import { eventually } from '../field'
import { problem } from '../hostile-server'
import type { Row } from '../row'
import { desk, file, first, hash, hasFields } from './upload-desk'

/** Uploads beyond the key's rights, its budget or the service's rate. */
export const uploadLimits: readonly Row[] = [
  {
    id: 'uploads.quota',
    fault: 'twenty files when the day’s uploads are used up (429 quota_exceeded)',
    async run(field) {
      const at = await desk(field, { answer: first(problem(429, 'quota_exceeded'), Infinity), direct: true })
      const ids: string[] = []
      for (let each = 0; each < 20; each += 1) ids.push(await at.send(memoryFile(file.subarray(0, 1000))))
      for (const id of ids) {
        const { state, fault } = await at.end(id)
        assert.equal(state, 'failed')
        hasFields(fault, { code: 'quota_exceeded' })
      }
      await field.pass(at.clock, 300_000, 5000)
      assert.ok(at.uploads.length <= 4, `${at.uploads.length} uploads`)
      return { figure: `${at.uploads.length} uploads for 20 files, ${at.taken.length} taken` }
    },
  },
  {
    id: 'uploads.refused-key',
    fault: 'twenty files when the ticket call answers that the key is revoked',
    async run(field) {
      const service = await field.service()
      const clock = field.clock()
      const core = await field.live(service.host, { clock })
      await service.key('revoked')
      const fileIds = Array.from({ length: 20 }, () => core.offer(memoryFile(file.subarray(0, 1000))))
      const { ids } = await core.bridge.call('uploads.add', { fileIds, publicIds: ['dev_1'] })
      await eventually('all have failed', () =>
        ids.every((id) => core.shown.uploads.some((each) => each.id === id && each.state === 'failed')),
      )
      await eventually('the tile stops', () => core.tile().state === 'parked')
      const before = field.requests().length
      await field.pass(clock, 300_000, 5000)
      const tickets = field.requests(/ticket$/).length
      assert.ok(tickets <= 5, `${tickets} calls for a ticket`)
      assert.equal(field.requests().length, before, 'the refused key is not used again')
      return { figure: `${tickets} calls for a ticket` }
    },
  },
  {
    id: 'uploads.61st',
    fault: '90 files at a limit of 60 a minute',
    runs: 1,
    async run(field) {
      const at = await desk(field)
      const begun = at.clock.monotonic()
      for (let each = 0; each < 90; each += 1) await at.send(memoryFile(file.subarray(0, 1000)))
      await eventually('the panel shows the limit', () => {
        const { rest, counts } = at.core.shown.uploadsSum
        return counts.done === 60 && rest?.because === 'minute'
      })
      while (at.taken.length < 90 && at.clock.monotonic() - begun < 600_000)
        await field.pass(at.clock, 100, 100)
      assert.equal(at.taken.length, 90, 'all files arrive')
      const inAMinute = (from: number) =>
        at.uploads.filter((when) => when >= from && when < from + 60_000).length
      const peak = Math.max(...at.uploads.map(inAMinute))
      assert.ok(peak <= 60, `${peak} in one minute`)
      const recoverMs = at.clock.monotonic() - begun
      return { recoverMs, figure: `peak ${peak} a minute` }
    },
  },
  {
    id: 'uploads.fifth-at-once',
    fault: 'ten files at a limit of four at once',
    async run(field) {
      let running = 0
      let peak = 0
      const at = await desk(field, {
        answer(_, response) {
          running += 1
          peak = Math.max(peak, running)
          response.once('close', () => (running -= 1))
        },
      })
      const ids: string[] = []
      for (let each = 0; each < 10; each += 1) ids.push(await at.send())
      for (const id of ids) assert.equal((await at.end(id)).state, 'done')
      assert.ok(peak <= 4, `${peak} at once`)
      assert.deepEqual(
        at.taken,
        ids.map(() => hash),
      )
      return { figure: `peak ${peak} at once, mismatches 0` }
    },
  },
]
