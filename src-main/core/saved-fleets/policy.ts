import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { isProxyAddress } from '../../../src-shared/features/preferences-state'
import type { Policy } from '../../../src-shared/features/policy'
import type { Fault } from '../../../src-shared/protocol/fault'
import { fleetAddress } from './fleet-address'
import { isOfAdministrators, readWindowsRights } from './windows-rights'

const mostBytes = 1_000_000
const address = z.string().max(2000)
const baseUrl = address.refine((text) => isAddress(text, ''))
const wsBaseUrl = address.refine((text) => isAddress('https://any.invalid', text))

const policySchema = z.strictObject({
  updates: z.boolean().optional(),
  browserShell: z.boolean().optional(),
  clipboardSync: z.boolean().optional(),
  recording: z.boolean().optional(),
  callAddresses: z.boolean().optional(),
  door: z.boolean().optional(),
  fleets: z
    .array(z.strictObject({ name: z.string().min(1).max(200), baseUrl, wsBaseUrl: wsBaseUrl.optional() }))
    .max(100)
    .optional(),
  proxy: address.refine(isProxyAddress).optional(),
}) satisfies z.ZodType<Omit<Policy, 'path'>>

function isAddress(base: string, wsBase: string): boolean {
  try {
    fleetAddress(base, wsBase)
    return true
  } catch {
    return false
  }
}

/** Returns where a computer's administrator keeps the policy. */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Fleetwall/policy.json'
  if (platform !== 'win32') return '/etc/fleetwall/policy.json'
  // Not from %ProgramData%, which any user can set.
  return 'C:\\ProgramData\\Fleetwall\\policy.json'
}

/**
 * Reads the policy of this computer. One that is unreadable, or that others than the administrator may write, changes nothing.
 * @param owner the user id of the administrator; Windows has none
 * @param rightsOf asks Windows who may write the file
 * @returns null for the policy when there is none
 */
export function readPolicy(
  path: string,
  owner = 0,
  platform: NodeJS.Platform = process.platform,
  rightsOf = readWindowsRights,
): { policy: Policy | null; fault: Fault | null } {
  try {
    const { uid, mode, size } = statSync(path)
    const isOwned =
      platform === 'win32' ? isOfAdministrators(rightsOf(path)) : uid === owner && (mode & 0o022) === 0
    if (!isOwned) return { policy: null, fault: { kind: 'policy', path, reason: 'owner' } }
    if (size > mostBytes) throw new Error('too large')
    const policy = policySchema.parse(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')))
    return { policy: { ...policy, path }, fault: null }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { policy: null, fault: null }
    if (error instanceof SyntaxError) return { policy: null, fault: { kind: 'policy', path, reason: 'json' } }
    const entry = error instanceof z.ZodError ? entryOf(error) : ''
    if (entry === '') return { policy: null, fault: { kind: 'policy', path, reason: 'unreadable' } }
    return { policy: null, fault: { kind: 'policy', path, reason: 'entry', entry } }
  }
}

/** Names the first entry that is wrong, such as `fleets.0.baseUrl`; empty for the file as a whole. */
function entryOf({ issues: [issue] }: z.ZodError): string {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return [...(issue?.path ?? []), ...unknown].join('.').slice(0, 100)
}
