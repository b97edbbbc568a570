import type { CallParams } from '../../../src-shared/bridge/contract'
import type { Platform } from '../../../src-shared/bridge/platform'
import { isForLooking, programToolNames, type ProgramTool } from '../../../src-shared/features/programs-state'

const tokenVariable = 'FLEETWALL_GRANT_TOKEN'

export const phoneKinds = ['all', 'chosen', 'labels'] as const
export const mayKinds = ['look', 'act'] as const

/** A grant as it is filled in. */
export interface GrantForm {
  name: string
  phones: (typeof phoneKinds)[number]
  labels: string[]
  may: (typeof mayKinds)[number]
  tools: ProgramTool[]
  actionsPerHour: string
  /** As a field of date and time: `2030-01-31T18:00`, in the computer's time zone. */
  until: string
  /** One a line. */
  folders: string
  mayInterrupt: boolean
}

export const newGrant = (chosen: readonly string[]): GrantForm => ({
  name: '',
  phones: chosen.length > 0 ? 'chosen' : 'all',
  labels: [],
  may: 'look',
  tools: [...programToolNames],
  actionsPerHour: '',
  until: '',
  folders: '',
  mayInterrupt: false,
})

/** What is wrong with a form, by its field. */
export type GrantFlaw = 'name' | 'phones' | 'tools' | 'actionsPerHour' | 'until' | 'folders'

/** A comma divides the parts of a selector. */
export const isSelectable = (label: string) => !label.includes(',')

/** Reads a form. @param chosen the ids of the selected phones. @param now in ms since the epoch */
export function readGrant(
  form: GrantForm,
  chosen: readonly string[],
  now: number,
): CallParams<'programs.grant'> & { flaws: GrantFlaw[] } {
  const phones = {
    all: ['all'],
    chosen,
    labels: form.labels.map((label) => `label=${label}`),
  }[form.phones]
  // The other fields are not shown for a program that looks.
  const acts = form.may === 'act'
  const actionsPerHour = acts ? form.actionsPerHour.trim() : ''
  const folders = (acts ? form.folders : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const until = form.until === '' ? null : new Date(form.until).getTime()
  const hasAllTools = form.tools.length === programToolNames.length
  const flaws: readonly [GrantFlaw, boolean][] = [
    ['name', form.name.trim() === '' || form.name.trim().length > 60],
    ['phones', phones.length === 0],
    ['tools', !form.tools.some((tool) => acts || isForLooking(tool))],
    ['actionsPerHour', !/^\d{0,6}$/.test(actionsPerHour)],
    ['until', until !== null && until <= now],
    ['folders', !folders.every((folder) => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(folder))],
  ]
  return {
    grant: {
      name: form.name.trim(),
      phones: phones.join(','),
      readOnly: !acts,
      tools: hasAllTools ? null : programToolNames.filter((tool) => form.tools.includes(tool)),
      actionsPerHour: actionsPerHour === '' ? null : Number(actionsPerHour),
      until,
      folders,
      mayInterrupt: acts && form.mayInterrupt,
    },
    flaws: flaws.filter(([, isSo]) => isSo).map(([flaw]) => flaw),
  }
}

/**
 * What connects a program with its grant, by where it goes: settings in JSON under one of three names, or in TOML; or a shell,
 * which is PowerShell on Windows.
 */
export const lineKinds = ['json', 'vscode', 'zed', 'toml', 'shell'] as const
export type LineKind = (typeof lineKinds)[number]

/** Writes it. @param command the words that connect the program */
export function linesOf(
  command: readonly string[],
  token: string,
  platform: Platform,
): Record<LineKind, string> {
  const [program = '', ...args] = command
  const env = { [tokenVariable]: token }
  return {
    json: JSON.stringify({ mcpServers: { fleetwall: { command: program, args, env } } }),
    vscode: JSON.stringify({ servers: { fleetwall: { type: 'stdio', command: program, args, env } } }),
    zed: JSON.stringify({ context_servers: { fleetwall: { command: program, args, env } } }),
    // A string and a list of JSON are those of TOML too.
    toml: [
      '[mcp_servers.fleetwall]',
      `command = ${JSON.stringify(program)}`,
      `args = ${JSON.stringify(args)}`,
      `env = { ${tokenVariable} = ${JSON.stringify(token)} }`,
    ].join('\n'),
    shell:
      platform === 'win32'
        ? `$env:${tokenVariable}='${token}'; & ${command.map(ofPowerShell).join(' ')}`
        : [`${tokenVariable}=${token}`, ...command.map(ofPosix)].join(' '),
  }
}

const plain = /^[\w./=@:-]+$/
const ofPosix = (word: string) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
/** PowerShell takes curved apostrophes too; one that stands twice is a sign of the word. */
const ofPowerShell = (word: string) =>
  /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll(/['\u2018-\u201B]/g, '$&$&')}'`
