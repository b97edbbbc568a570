import type { CallParams } from '../../../src-shared/bridge/contract'
import { programToolNames, type ProgramTool } from '../../../src-shared/features/programs-state'

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
  may: 'act',
  tools: [...programToolNames],
  actionsPerHour: '',
  until: '',
  folders: '',
  mayInterrupt: false,
})

/** What is wrong with a form, by its field. */
export type GrantFlaw = 'name' | 'phones' | 'tools' | 'actionsPerHour' | 'folders'

/** A comma divides the parts of a selector. */
export const isSelectable = (label: string) => !label.includes(',')

/** Reads a form. @param chosen the ids of the selected phones */
export function readGrant(
  form: GrantForm,
  chosen: readonly string[],
): CallParams<'programs.grant'> & { flaws: GrantFlaw[] } {
  const phones = {
    all: ['all'],
    chosen,
    labels: form.labels.map((label) => `label=${label}`),
  }[form.phones]
  const actionsPerHour = form.actionsPerHour.trim()
  const folders = form.folders
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const hasAllTools = form.tools.length === programToolNames.length
  const flaws: readonly [GrantFlaw, boolean][] = [
    ['name', form.name.trim() === '' || form.name.trim().length > 60],
    ['phones', phones.length === 0],
    ['tools', form.tools.length === 0],
    ['actionsPerHour', !/^\d{0,6}$/.test(actionsPerHour)],
    ['folders', !folders.every((folder) => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(folder))],
  ]
  return {
    grant: {
      name: form.name.trim(),
      phones: phones.join(','),
      readOnly: form.may === 'look',
      tools: hasAllTools ? null : programToolNames.filter((tool) => form.tools.includes(tool)),
      actionsPerHour: actionsPerHour === '' ? null : Number(actionsPerHour),
      until: form.until === '' ? null : new Date(form.until).getTime(),
      folders,
      mayInterrupt: form.mayInterrupt,
    },
    flaws: flaws.filter(([, isSo]) => isSo).map(([flaw]) => flaw),
  }
}

/** Writes what connects a program with its grant: as JSON for the settings of agents, and as a command line. */
export function linesOf(
  name: string,
  token: string,
  address: string | null,
): Record<'json' | 'shell', string> {
  // The socket lies in the folder of the app that is meant; a pipe is found by the folder of the user.
  const folder = address?.startsWith('/') ? address.slice(0, address.lastIndexOf('/')) : null
  const args = ['mcp', '--grant', name, ...(folder === null ? [] : ['--user-data-dir', folder])]
  const env = { FLEETWALL_GRANT_TOKEN: token }
  return {
    json: JSON.stringify({ mcpServers: { fleetwall: { command: 'fleetwall', args, env } } }),
    shell: ['FLEETWALL_GRANT_TOKEN=' + token, 'fleetwall', ...args.map(quoted)].join(' '),
  }
}

/** As a POSIX shell reads it. */
const quoted = (text: string) => (/^[\w./=@:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
