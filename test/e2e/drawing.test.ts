import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inShell } from './harness/shells'
import { useStage } from './harness/use-stage'

/** Returns the parent and the arguments of a process; null if it has ended. */
function readProcess(pid: number): { parent: number; command: string } | null {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return { parent: Number(rest.split(' ')[1]), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

/** Returns the drawing processes of this test’s program. */
function drawing(): number[] {
  const isOurs = (pid: number): boolean => {
    const parent = readProcess(pid)?.parent ?? 0
    return parent === process.pid || (parent > 1 && isOurs(parent))
  }
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => readProcess(pid)?.command.includes('--type=gpu-process') && isOurs(pid))
}

// Test files share one browser, which must not lose its GPU process.
inShell('electron', 'The GPU process', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  it('restores the wall after a crash, and the page keeps its state', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    await wall.clickInto(publicId)
    await wall.page.mouse.move(0, 0)
    const picture = await wall.stillPicture(publicId)
    for (let round = 0; round < 2; round += 1) {
      const [pid] = drawing()
      // The number 0 would be this program and all that it has started.
      if (pid === undefined) throw new Error('there is no GPU process')
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => drawing().some((other) => other !== pid)).toBe(true)
      await expect.poll(async () => (await wall.stillPicture(publicId)).equals(picture)).toBe(true)
    }
    await wall.hasKeyboard(publicId)
  })
})
