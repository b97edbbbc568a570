import { describe, expect, it } from 'vitest'
import { linesOf, newGrant, readGrant } from '../../../../src-renderer/features/programs/grant-form'
import { grantSchema } from '../../../../src-shared/features/programs'

describe('a grant that is filled in', () => {
  it('is for all phones and tools, unless phones were selected', () => {
    expect(readGrant({ ...newGrant([]), name: ' helper ' }, [])).toEqual({
      grant: {
        ...{ name: 'helper', phones: 'all', readOnly: false, tools: null, actionsPerHour: null },
        ...{ until: null, folders: [], mayInterrupt: false },
      },
      flaws: [],
    })
    expect(readGrant(newGrant(['a', 'b']), ['a', 'b']).grant.phones).toBe('a,b')
  })

  it('has what was chosen, as the core takes it', () => {
    const { grant, flaws } = readGrant(
      {
        ...newGrant([]),
        ...{ name: 'helper', phones: 'labels', labels: ['lab', 'rack 3'], may: 'look', tools: ['see'] },
        ...{ actionsPerHour: '20', until: '2030-01-31T18:00', folders: ' /files\n\nC:\\flows ' },
      },
      [],
    )
    expect(flaws).toEqual([])
    expect(grantSchema.parse(grant)).toEqual({
      ...{ name: 'helper', phones: 'label=lab,label=rack 3', readOnly: true, tools: ['see'] },
      ...{ actionsPerHour: 20, until: new Date(2030, 0, 31, 18).getTime() },
      ...{ folders: ['/files', 'C:\\flows'], mayInterrupt: false },
    })
  })

  it.each([
    ['name', { name: ' ' }],
    ['phones', { phones: 'labels' }],
    ['tools', { tools: [] }],
    ['actionsPerHour', { actionsPerHour: 'ten' }],
    ['folders', { folders: 'files' }],
  ] as const)('is not created with a wrong field: %s', (flaw, wrong) => {
    const { tools } = newGrant([])
    const form = { ...newGrant([]), name: 'helper', ...wrong, tools: flaw === 'tools' ? [] : tools }
    expect(readGrant(form, []).flaws).toEqual([flaw])
  })
})

it('the lines of a grant name the app’s folder, and a shell reads each part as one', () => {
  const { json, shell } = linesOf('my helper', 'secret', '/home/me/Fleet wall/control.sock')
  expect(JSON.parse(json)).toEqual({
    mcpServers: {
      fleetwall: {
        command: 'fleetwall',
        args: ['mcp', '--grant', 'my helper', '--user-data-dir', '/home/me/Fleet wall'],
        env: { FLEETWALL_GRANT_TOKEN: 'secret' },
      },
    },
  })
  expect(shell).toBe(
    "FLEETWALL_GRANT_TOKEN=secret fleetwall mcp --grant 'my helper' --user-data-dir '/home/me/Fleet wall'",
  )
  expect(linesOf('a', 's', '\\\\.\\pipe\\x').shell).toBe('FLEETWALL_GRANT_TOKEN=s fleetwall mcp --grant a')
})
