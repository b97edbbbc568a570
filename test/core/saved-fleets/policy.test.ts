import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policyPath, readPolicy } from '../../../src-main/core/saved-fleets/policy'

// Windows has rights of another kind.
describe.skipIf(process.platform === 'win32')('the policy of a computer', () => {
  const owner = process.getuid?.() ?? 0
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-policy-'))
    path = join(folder, 'policy.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('may be missing', () => {
    expect(readPolicy(path, owner)).toEqual({ policy: null, fault: null })
  })

  it('sets the switches that it names', async () => {
    const policy = {
      updates: false,
      clipboardSync: false,
      proxy: 'proxy.example:3128',
      fleets: [{ name: 'Oslo', baseUrl: 'https://oslo.example/v1', wsBaseUrl: 'wss://oslo.example' }],
    }
    await writeFile(path, `\uFEFF${JSON.stringify(policy)}`, { mode: 0o644 })
    expect(readPolicy(path, owner)).toEqual({ policy: { ...policy, path }, fault: null })
  })

  it.each([
    ['a list', '[]'],
    ['a file above 1 MB', `{"updates": false${' '.repeat(1_000_000)}}`],
  ])('changes nothing when it is unreadable: %s', async (_, content) => {
    await writeFile(path, content, { mode: 0o644 })
    expect(readPolicy(path, owner)).toEqual({
      policy: null,
      fault: { kind: 'policy', path, reason: 'unreadable' },
    })
  })

  it.each(['', '{"updates": false,}'])('changes nothing when it is no JSON: %j', async (content) => {
    await writeFile(path, content, { mode: 0o644 })
    expect(readPolicy(path, owner)).toEqual({ policy: null, fault: { kind: 'policy', path, reason: 'json' } })
  })

  it.each([
    ['updates', '{"updates": "no"}'],
    ['update', '{"update": false}'],
    ['fleets.0.baseUrl', '{"fleets": [{"name": "a"}]}'],
    ['fleets.0.baseUrl', '{"fleets": [{"name": "a", "baseUrl": "http://oslo.example"}]}'],
    ['fleets.0.wsBaseUrl', '{"fleets": [{"name": "a", "baseUrl": "oslo.example", "wsBaseUrl": "a b"}]}'],
    ['proxy', '{"proxy": "http://bad host:99"}'],
  ])('changes nothing when an entry is wrong, and names it: %s', async (entry, content) => {
    await writeFile(path, content, { mode: 0o644 })
    expect(readPolicy(path, owner)).toEqual({
      policy: null,
      fault: { kind: 'policy', path, reason: 'entry', entry },
    })
  })

  it('changes nothing when others than the administrator may write it', async () => {
    await writeFile(path, '{}', { mode: 0o644 })
    const refused = { policy: null, fault: { kind: 'policy', path, reason: 'owner' } }
    expect(readPolicy(path, owner + 1)).toEqual(refused)
    await chmod(path, 0o666)
    expect(readPolicy(path, owner)).toEqual(refused)
  })

  it('has a documented place on each system', () => {
    expect(policyPath('linux')).toBe('/etc/fleetwall/policy.json')
    expect(policyPath('darwin')).toBe('/Library/Application Support/Fleetwall/policy.json')
    expect(policyPath('win32')).toBe('C:\\ProgramData\\Fleetwall\\policy.json')
  })

  it.each([
    { who: 'administrators', file: 'O:BAG:BAD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)', is: true },
    { who: 'SYSTEM, and users read', file: 'O:SYG:SYD:P(A;;FA;;;SY)(A;;FRFX;;;BU)', is: true },
    { who: 'a user', file: 'O:S-1-5-21-1-2-3-1001G:BAD:(A;;FA;;;BA)', is: false },
    { who: 'users who may write', file: 'O:BAG:BAD:(A;;FA;;;BA)(A;;0x1301bf;;;BU)', is: false },
    { who: 'users with all rights', file: 'O:BAG:BAD:(A;;FA;;;BA)(A;;FA;;;WD)', is: false },
    { who: 'everybody', file: 'O:BAG:BA', is: false },
    { who: 'a user, by its folder', file: 'O:BAG:BAD:(A;;FA;;;BA)', folder: 'O:S-1-5-21-1G:BAD:', is: false },
  ])('is read on Windows when only administrators may write it: $who', async ({ file, folder: of, is }) => {
    await writeFile(path, '{"updates":false}')
    const rights = { file, folder: of ?? 'O:BAG:SYD:(A;OICI;FA;;;SY)' }
    expect(readPolicy(path, owner, 'win32', () => rights)).toMatchObject(
      is ? { policy: { updates: false }, fault: null } : { policy: null, fault: { reason: 'owner' } },
    )
  })
})
