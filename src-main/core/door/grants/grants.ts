import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { statSync } from 'node:fs'
import { z } from 'zod'
import { grantSchema } from '../../../../src-shared/features/programs'
import { mostGrants, type Grant } from '../../../../src-shared/features/programs-state'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { JsonFile } from '../../disk/json-file'
import type { ReportFile } from '../../disk/own-file'
import type { Clock } from '../../time/clock'

const tokenBytes = 32

/** A grant with the SHA-256 of its token, in hexadecimal. */
export interface KeptGrant {
  grant: Grant
  hash: string
}

export interface GrantsOptions {
  clock: Pick<Clock, 'now'>
  /** Absolute. */
  path: string
  report: ReportFile
  /** Hears what a terminal has changed since the file was first read. */
  onOthers?: (change: OtherGrants) => void
  /** Grants that something else gives, for this run alone. */
  ofRun?: readonly KeptGrant[]
}

/** The names of grants that another process has given or revoked. */
export interface OtherGrants {
  given: string[]
  revoked: string[]
}

/** What programs may do, by name: in a file that the app and the terminal share. */
export interface Grants {
  /** Looks for what another process has changed. */
  look(): void
  /** By name; also those that have ended. */
  all(): readonly Grant[]
  /** Keeps a grant in place of one of the same name. @returns its token. @throws FaultError when the file can't be written */
  give(grant: Grant): string
  /** Ends grants. @returns the names among these that there were. @throws FaultError as `give` */
  revoke(names: readonly string[]): string[]
  /** Returns the grant that a token proves. Ask for each call: it may have ended. @throws FaultError `grant-refused` */
  prove(name: string, token: string): Grant
}

const keptSchema = z.object({ ...grantSchema.shape, hash: z.string().regex(/^[\da-f]{64}$/) })
const fileSchema = z.object({ grants: z.array(z.unknown()).max(mostGrants) })

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Opens the file of grants, which need not be there. Invalid grants are left out. */
export function openGrants({ clock, path, report, onOthers, ofRun = [] }: GrantsOptions): Grants {
  const file = new JsonFile({ path, version: 1, check: usable, report })
  const given = new Map(ofRun.map((kept) => [kept.grant.name, kept]))
  let inFile = new Map<string, KeptGrant>()
  let readAt: string | null = null

  /** Reads the file if the terminal, or the app, has changed it. */
  const read = () => {
    const at = changeOf(path)
    if (at === readAt) return
    const [before, isFirst] = [inFile, readAt === null]
    inFile = file.read() ?? new Map()
    // Not before: reading may set the file aside.
    readAt = changeOf(path)
    if (isFirst) return
    const given = [...inFile].filter(([name, { hash }]) => before.get(name)?.hash !== hash)
    const revoked = [...before.keys()].filter((name) => !inFile.has(name))
    if (given.length + revoked.length > 0) onOthers?.({ given: given.map(([name]) => name), revoked })
  }
  const write = () => {
    file.write({ grants: [...inFile.values()].map(({ grant, hash }) => ({ ...grant, hash })) })
    readAt = changeOf(path)
  }
  const find = (name: string) => {
    read()
    return given.get(name) ?? inFile.get(name)
  }

  return {
    look: read,
    all() {
      read()
      const all = new Map([...inFile, ...given])
      return [...all.values()].map(({ grant }) => grant).toSorted((a, b) => a.name.localeCompare(b.name))
    },
    give(grant) {
      read()
      const token = randomBytes(tokenBytes).toString('base64url')
      if (inFile.size >= mostGrants && !inFile.has(grant.name))
        throw new FaultError({ kind: 'own-file', reason: 'full', path })
      given.delete(grant.name)
      inFile = new Map(inFile).set(grant.name, { grant, hash: hashOf(token) })
      write()
      return token
    },
    revoke(names) {
      read()
      const known = names.filter((name) => given.has(name) || inFile.has(name))
      for (const name of known) given.delete(name)
      const kept = new Map([...inFile].filter(([name]) => !known.includes(name)))
      if (kept.size < inFile.size) {
        inFile = kept
        write()
      }
      return known
    },
    prove(name, token) {
      const found = find(name)
      const isProven = found && timingSafeEqual(Buffer.from(found.hash), Buffer.from(hashOf(token)))
      if (!isProven) throw new FaultError({ kind: 'grant-refused', name, why: 'unknown' })
      const { grant } = found
      if (grant.until !== null && clock.now() >= grant.until)
        throw new FaultError({ kind: 'grant-refused', name, why: 'over' })
      return grant
    },
  }
}

/** Says which content a file has; '' for a missing one, the error for one that can't be reached. */
function changeOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
  } catch (error) {
    return String(error)
  }
}

/** @throws Error for no list of grants */
function usable(content: unknown, drop: () => void): Map<string, KeptGrant> {
  const all = new Map<string, KeptGrant>()
  for (const one of fileSchema.parse(content).grants) {
    const { data } = keptSchema.safeParse(one)
    if (!data) {
      drop()
      continue
    }
    const { hash, ...grant } = data
    all.set(grant.name, { grant, hash })
  }
  return all
}
