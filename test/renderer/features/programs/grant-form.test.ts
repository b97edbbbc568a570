import { describe, expect, it } from 'vitest'
import { linesOf, newGrant, readGrant } from '../../../../src-renderer/features/programs/grant-form'
import { grantSchema } from '../../../../src-shared/features/programs'

const now = new Date(2030, 0, 1).getTime()

describe('a grant that is filled in', () => {
  it('only looks, with all tools and on all phones, unless phones were selected', () => {
    expect(readGrant({ ...newGrant([]), name: ' helper ' }, [], now)).toEqual({
      grant: {
        ...{ name: 'helper', phones: 'all', readOnly: true, tools: null, actionsPerHour: null },
        ...{ until: null, folders: [], mayInterrupt: false },
      },
      flaws: [],
    })
    expect(readGrant(newGrant(['a', 'b']), ['a', 'b'], now).grant.phones).toBe('a,b')
  })

  it('is taken by the core for a thousand phones that were selected', () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `${at}`.padStart(36, '0'))
    const { grant, flaws } = readGrant({ ...newGrant(ids), name: 'helper' }, ids, now)
    expect(flaws).toEqual([])
    expect(grantSchema.safeParse(grant).success).toBe(true)
  })

  it('has what was chosen, as the core takes it', () => {
    const { grant, flaws } = readGrant(
      {
        ...newGrant([]),
        ...{ name: 'helper', phones: 'labels', labels: ['lab', 'rack 3'], may: 'act', tools: ['see'] },
        ...{
          actionsPerHour: '20',
          until: '2030-01-31T18:00',
          folders: ' /files\n\nC:\\flows ',
          mayInterrupt: true,
        },
      },
      [],
      now,
    )
    expect(flaws).toEqual([])
    expect(grantSchema.parse(grant)).toEqual({
      ...{ name: 'helper', phones: 'label=lab,label=rack 3', readOnly: false, tools: ['see'] },
      ...{ actionsPerHour: 20, until: new Date(2030, 0, 31, 18).getTime() },
      ...{ folders: ['/files', 'C:\\flows'], mayInterrupt: true },
    })
  })

  it('takes nothing of what is not shown for a program that looks', () => {
    const hidden = { actionsPerHour: 'ten', folders: 'files', mayInterrupt: true }
    const { grant, flaws } = readGrant({ ...newGrant([]), name: 'helper', ...hidden }, [], now)
    expect(flaws).toEqual([])
    expect(grant).toMatchObject({ actionsPerHour: null, folders: [], mayInterrupt: false })
    expect(readGrant({ ...newGrant([]), name: 'helper', tools: ['tap'] }, [], now).flaws).toEqual(['tools'])
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['phones', { phones: 'labels' }],
    ['tools', { tools: [] }],
    ['actionsPerHour', { actionsPerHour: 'ten' }],
    ['actionsPerHour', { actionsPerHour: '1000000' }],
    ['until', { until: '2029-12-31T23:59' }],
    ['until', { until: '2030-01-01T00:00' }],
    ['folders', { folders: 'files' }],
  ] as const)('is not created with a wrong field: %s', (flaw, wrong) => {
    const { tools } = newGrant([])
    const form = {
      ...newGrant([]),
      name: 'helper',
      may: 'act' as const,
      ...wrong,
      tools: flaw === 'tools' ? [] : tools,
    }
    expect(readGrant(form, [], now).flaws).toEqual([flaw])
  })
})

const connecting = (program: string, folder: string, name: string) =>
  [program, 'mcp', '--user-data-dir', folder, '--grant', name] as const

it('the lines of a grant start this program, and a shell keeps its words', () => {
  const command = connecting('/opt/Fleetwall/fleetwall', '/srv/Fleet wall', 'Night’s watch')
  const { json, vscode, zed, toml, shell } = linesOf(command, 'secret', 'linux')
  const [program, ...args] = command
  expect(JSON.parse(json)).toEqual({
    mcpServers: { fleetwall: { command: program, args, env: { FLEETWALL_GRANT_TOKEN: 'secret' } } },
  })
  const own = { command: program, args, env: { FLEETWALL_GRANT_TOKEN: 'secret' } }
  expect(JSON.parse(vscode)).toEqual({ servers: { fleetwall: { type: 'stdio', ...own } } })
  expect(JSON.parse(zed)).toEqual({ context_servers: { fleetwall: own } })
  expect(toml.split('\n')).toEqual([
    '[mcp_servers.fleetwall]',
    'command = "/opt/Fleetwall/fleetwall"',
    'args = ["mcp","--user-data-dir","/srv/Fleet wall","--grant","Night’s watch"]',
    'env = { FLEETWALL_GRANT_TOKEN = "secret" }',
  ])
  expect(shell).toBe(
    "FLEETWALL_GRANT_TOKEN=secret /opt/Fleetwall/fleetwall mcp --user-data-dir '/srv/Fleet wall' --grant 'Night’s watch'",
  )
  const mac = linesOf(connecting('/Applications/Fleet wall', '/x', "Ann's $HOME"), 's', 'darwin').shell
  expect(mac).toBe(
    String.raw`FLEETWALL_GRANT_TOKEN=s '/Applications/Fleet wall' mcp --user-data-dir /x --grant 'Ann'\''s $HOME'`,
  )
})

it('on Windows the line is one for PowerShell', () => {
  const command = connecting('C:\\Program Files\\Fleetwall.exe', 'D:\\own', "Ann's ‘$x’")
  expect(linesOf(command, 'secret', 'win32').shell).toBe(
    `$env:FLEETWALL_GRANT_TOKEN='secret'; & 'C:\\Program Files\\Fleetwall.exe' mcp --user-data-dir 'D:\\own' --grant 'Ann''s ‘‘$x’’'`,
  )
})
