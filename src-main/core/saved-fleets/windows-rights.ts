import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

const powershell = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const mostMs = 15_000
// Administrators, SYSTEM and TrustedInstaller, as SDDL writes them.
const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'
const administrators: ReadonlySet<string> = new Set(['BA', 'SY', installer])
const readRights: ReadonlySet<string> = new Set(['FR', 'FX', 'GR', 'GX', 'RC'])
// Write data, append, write attributes (both kinds), delete a child, delete, change rights and owner, all, write.
const writeMask =
  0x0002 | 0x0004 | 0x0010 | 0x0100 | 0x0040 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000

/** The security descriptors (SDDL) of a file and of its folder. */
export interface WindowsRights {
  file: string
  folder: string
}

/** Asks Windows; takes about half a second. @throws Error when it does not answer */
export function readWindowsRights(path: string): WindowsRights {
  const ask = (of: string) =>
    execFileSync(
      powershell,
      ['-NoProfile', '-NonInteractive', '-Command', '(Get-Acl -LiteralPath $env:ASKED).Sddl'],
      {
        // Its own modules alone.
        env: {
          ASKED: of,
          SystemRoot: 'C:\\Windows',
          PSModulePath: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\Modules',
        },
        encoding: 'utf8',
        timeout: mostMs,
        windowsHide: true,
      },
    ).trim()
  return { file: ask(path), folder: ask(dirname(path)) }
}

/** Whether administrators own the file and its folder, and no other may change the file. */
export function isOfAdministrators({ file, folder }: WindowsRights): boolean {
  return ownedByThem(file) && ownedByThem(folder) && !entriesOf(file).some(canChange)
}

const ownedByThem = (sddl: string) => administrators.has(/^O:(S-[\d-]+|[A-Z]{2})G:/.exec(sddl)?.[1] ?? '')

/** The entries of the access list. Without a list Windows lets every user in: then there is one entry, which is unreadable. */
function entriesOf(sddl: string): string[] {
  const list = /D:[A-Z]*((?:\([^)]*\))+)/.exec(sddl)?.[1]
  return list ? list.slice(1, -1).split(')(') : ['']
}

function canChange(entry: string): boolean {
  const [kind = '', flags = '', rights = '', , , who = ''] = entry.split(';')
  // A denial takes rights away, and IO concerns what is below alone.
  if (kind === 'D' || administrators.has(who) || /^(..)*IO/.test(flags)) return false
  if (kind !== 'A') return true
  if (rights.startsWith('0x')) return (Number(rights) & writeMask) !== 0
  return !(rights.match(/../g) ?? ['']).every((right) => readRights.has(right))
}
