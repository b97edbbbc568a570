import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../src-main/shell-cli/command-line'
import { startPicturesHere } from '../core/pictures/pictures-here'
import { KEYS, OTHER_PHONE, PHONE, startTestService, until, type TestService } from '../simulator/service'

describe('a command that is stopped', () => {
  let service: TestService
  let folder: string
  let out: string

  beforeAll(async () => {
    const rates = { upload_endpoint: { per_second: 0.001, burst: 1 } }
    service = await startTestService({ rates })
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-stop-'))
    await writeFile(join(folder, 'a.txt'), 'a')
    await writeFile(join(folder, 'b.txt'), 'b')
    return async () => {
      await rm(folder, { recursive: true })
      await service.close()
    }
  })

  /** Runs a command, and stops it so many times once it `hasBegun` on the phones. */
  const runUntil = async (stops: number, hasBegun: () => Promise<unknown>, ...args: string[]) => {
    out = ''
    let err = ''
    let stop: () => void = () => undefined
    const running = commandLine(args, {
      environment: {
        FLEETWALL_BASE_URL: service.addresses.base_url,
        FLEETWALL_WS_BASE_URL: service.addresses.ws_base_url,
        FLEETWALL_API_KEY: KEYS.full,
        XDG_CONFIG_HOME: folder,
      },
      folder,
      isColourful: false,
      print: (printed) => void (out += printed),
      complain: (line) => void (err += `${line}\n`),
      spawnSimulator: () => {
        throw new Error('this test needs no simulator')
      },
      startPictures: startPicturesHere,
      onStop(listener) {
        stop = listener
        return () => undefined
      },
    })
    await hasBegun()
    for (let times = 0; times < stops; times += 1) stop()
    return { code: await running, out, err: err.trim().split('\n') }
  }

  it('says which files are on the phones and which are not sent', async () => {
    const isOnPhone = () =>
      until(
        'a file on the phone',
        () => out !== '',
        Boolean,
        () => delay(5),
      )
    expect(await runUntil(1, isOnPhone, 'push', 'a.txt', 'b.txt', '--phones', PHONE)).toEqual({
      code: 130,
      out: 'a.txt is on Aster 01\n',
      err: [
        'stopping',
        'b.txt to Aster 01: Not sent: the command was stopped.',
        'stopped: 1 sent, 1 not sent, 0 unknown',
      ],
    })
  }, 60_000)

  it('says on which phones an action was done and on which it was not', async () => {
    await service.handle({ reachable: false }, OTHER_PHONE)
    const marked = await service.mark(PHONE)
    expect(await runUntil(1, () => marked.eventsOnce(1), 'type', 'hello', '--phones', 'all')).toEqual({
      code: 130,
      out: 'done on 1 phone\n',
      err: ['stopping', 'Birch 02: Not done: the command was stopped.'],
    })
  }, 60_000)

  it('waits for no answer when it is stopped again', async () => {
    await service.handle({ delay_ms: 10_000 })
    const { used } = (await service.usage()).actions
    const isUnderWay = () =>
      until(
        'an action under way',
        async () => (await service.usage()).actions.used > used,
        Boolean,
        () => delay(5),
      )
    expect(await runUntil(2, isUnderWay, 'home', '--phones', PHONE)).toEqual({
      code: 130,
      out: 'done on 0 phones\n',
      err: ['stopping', 'Aster 01: Outcome unknown: the command was stopped before the phone answered.'],
    })
  }, 60_000)
})
