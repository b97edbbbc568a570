import { isAbsolute, join } from 'node:path'

/** Returns where a Linux desktop looks for what it starts after the login (XDG autostart). @param home absolute */
export function autostartFolder({ XDG_CONFIG_HOME: config = '' }: NodeJS.ProcessEnv, home: string): string {
  return join(isAbsolute(config) ? config : join(home, '.config'), 'autostart')
}

/** Quotes an argument of `Exec`: `%` begins a field there, and a backslash is read twice. */
const quoted = (argument: string) =>
  `"${argument
    .replaceAll('%', '%%')
    .replaceAll(/["`$\\]/g, (sign) => `\\${sign}`)
    .replaceAll('\\', '\\\\')}"`

/** Writes the entry that starts a program (Desktop Entry Specification). @param command the program and its arguments */
export const autostartEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Fleetwall',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    '',
  ].join('\n')
