import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const program = join(import.meta.dirname, '..', '..', 'src-main', 'fleetwall.mjs')
const run = promisify(execFile)

inEachShellAtLength('A terminal beside the window', (shell) => {
  const stage = useStage(shell, { devices: [{ public_id: 'dev_a', name: 'Aster' }] })

  it('sends any action to a phone that the window shows', async () => {
    const { wall, simulator } = stage()
    await wall.showsLive(1)
    const action = { type: 'double_tap', x: 100, y: 200, gap_ms: 120 }
    const args = [program, 'act', JSON.stringify(action), '--phones', 'Aster']
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, ...simulator.environment },
    })
    expect(stdout).toBe('Aster: done\n')
    await simulator.eventually('dev_a', 0, (events) => events.some(({ type }) => type === 'double_tap'))
    await wall.showsLive(1)
  })
})
