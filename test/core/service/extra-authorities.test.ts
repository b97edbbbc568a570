import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { extraAuthorities } from '../../../src-main/core/service/extra-authorities'

it('takes the file that the environment names', () => {
  expect(extraAuthorities({ NODE_EXTRA_CA_CERTS: '/ca.pem' })).toBe('/ca.pem')
  expect(extraAuthorities({})).toBe('')
})

it.runIf(process.platform === 'linux')('finds it where Electron has removed the variable', () => {
  const script = `
    delete process.env.NODE_EXTRA_CA_CERTS
    Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '1' } })
    const { extraAuthorities } = await import('./src-main/core/service/extra-authorities.ts')
    console.log(extraAuthorities(process.env))`
  const ran = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: '/no-such/ca.pem' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(ran.toString().trim()).toBe('/no-such/ca.pem')
})

describe('where Electron has removed the variable', () => {
  const asked = (
    platform: NodeJS.Platform,
    answers: Readonly<Record<string, string>>,
    environment: NodeJS.ProcessEnv = {},
  ) =>
    extraAuthorities(environment, {
      ...{ platform, isElectron: true },
      run(program, args) {
        const answer = answers[[program, ...args].join(' ')]
        if (answer === undefined) throw new Error('not found')
        return answer
      },
    })
  const query = (key: string) => `C:\\Windows\\System32\\reg.exe query ${key} /v NODE_EXTRA_CA_CERTS`
  const [user, system] = [
    query('HKCU\\Environment'),
    query('HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment'),
  ]
  const entry = (kind: string, value: string) =>
    `\r\nHKEY_CURRENT_USER\\Environment\r\n    NODE_EXTRA_CA_CERTS    ${kind}    ${value}\r\n\r\n`

  it('macOS knows the one that is set for all programs', () => {
    expect(
      asked('darwin', { '/bin/launchctl getenv NODE_EXTRA_CA_CERTS': '/Library/Company/ca.pem\n' }),
    ).toBe('/Library/Company/ca.pem')
    expect(asked('darwin', {})).toBe('')
  })

  it('Windows knows the user’s, else the system’s', () => {
    const path = 'C:\\Company files\\ca.pem'
    expect(asked('win32', { [user]: entry('REG_SZ', path), [system]: entry('REG_SZ', 'D:\\x') })).toBe(path)
    expect(asked('win32', { [system]: entry('REG_SZ', path) })).toBe(path)
    const expanded = entry('REG_EXPAND_SZ', '%ProgramData%\\ca.pem')
    expect(asked('win32', { [system]: expanded }, { ProgramData: 'C:\\Data' })).toBe('C:\\Data\\ca.pem')
    expect(asked('win32', {})).toBe('')
  })
})
