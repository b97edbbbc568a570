import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { KEYS, startTestService } from '../simulator/service'

const root = join(import.meta.dirname, '..', '..')

it('docs/first-fleet.ts makes the phones live and counts their frames', async () => {
  const service = await startTestService()
  const { base_url, ws_base_url } = service.addresses
  const program = spawn(process.execPath, ['--import', 'tsx', 'docs/first-fleet.ts'], {
    cwd: root,
    env: {
      ...process.env,
      FLEETWALL_BASE_URL: base_url,
      FLEETWALL_WS_BASE_URL: ws_base_url,
      FLEETWALL_API_KEY: KEYS.full,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await text(program.stdout)
  await service.close()
  expect(printed.match(/is live/g)?.length).toBeGreaterThanOrEqual(2)
  expect(printed).toMatch(/frames: [1-9]\d* from 2 phones/)
})
