import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const variable = 'NODE_EXTRA_CA_CERTS'
const windows = 'C:\\Windows'
const mostMs = 2000
// A user's variable counts before the system's.
const registryKeys = [
  'HKCU\\Environment',
  'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment',
]

interface Computer {
  platform: NodeJS.Platform
  isElectron: boolean
  /** Runs a program of the system. @returns what it prints. @throws Error when it fails */
  run: (program: string, args: readonly string[]) => string
}

const thisComputer = (): Computer => ({
  platform: process.platform,
  isElectron: process.versions['electron'] !== undefined,
  run: (program, args) =>
    execFileSync(program, args, {
      encoding: 'utf8',
      timeout: mostMs,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
})

/**
 * Returns the file of `NODE_EXTRA_CA_CERTS`; empty for none. A shipped Electron removes the variable before it runs any
 * script. Linux still has the environment that the program was started with; macOS and Windows know the variable that is
 * set for all programs.
 */
export function extraAuthorities(
  environment: NodeJS.ProcessEnv,
  { platform, isElectron, run } = thisComputer(),
): string {
  const given = environment[variable]
  if (given !== undefined || !isElectron) return given ?? ''
  try {
    if (platform === 'darwin') return run('/bin/launchctl', ['getenv', variable]).trim()
    if (platform === 'win32') return ofRegistry(environment, run)
    const started = readFileSync('/proc/self/environ', 'utf8').split('\0')
    return started.find((one) => one.startsWith(`${variable}=`))?.slice(variable.length + 1) ?? ''
  } catch {
    return ''
  }
}

/** Reads the variable as Windows gives it to new programs. */
function ofRegistry(environment: NodeJS.ProcessEnv, run: Computer['run']): string {
  for (const key of registryKeys) {
    const said = queried(() => run(`${windows}\\System32\\reg.exe`, ['query', key, '/v', variable]))
    const [, kind, value] = /^\s+NODE_EXTRA_CA_CERTS\s+(REG_(?:EXPAND_)?SZ)\s+(.*\S)/im.exec(said) ?? []
    if (value === undefined) continue
    return kind === 'REG_SZ'
      ? value
      : value.replace(/%([^%]+)%/g, (whole, name: string) => environment[name] ?? whole)
  }
  return ''
}

/** `reg` fails where there is no such variable. */
function queried(ask: () => string): string {
  try {
    return ask()
  } catch {
    return ''
  }
}
