import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { extraAuthorities } from '../../../src-main/core/service/authorities'

it('takes the file that the environment names', () => {
  expect(extraAuthorities({ NODE_EXTRA_CA_CERTS: '/ca.pem' })).toBe('/ca.pem')
  expect(extraAuthorities({})).toBe('')
})

it.runIf(process.platform === 'linux')('finds it where Electron has removed the variable', () => {
  const script = `
    delete process.env.NODE_EXTRA_CA_CERTS
    Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '1' } })
    const { extraAuthorities } = await import('./src-main/core/service/authorities.ts')
    console.log(extraAuthorities(process.env))`
  const ran = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: '/no-such/ca.pem' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(ran.toString().trim()).toBe('/no-such/ca.pem')
})
