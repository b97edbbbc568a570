import { z } from 'zod'
import { grantSchema } from '../../../../src-shared/features/programs'
import { readOwnFile, type ReportFile } from '../../disk/own-file'
import { hashOf, type KeptGrant } from './grants'

const { name, phones, readOnly, tools, actionsPerHour, folders, mayInterrupt } = grantSchema.shape
const fileSchema = z.array(
  z.strictObject({
    ...{ name, token: z.string().min(1), phones },
    readOnly: readOnly.default(false),
    tools: tools.default(null),
    actionsPerHour: actionsPerHour.default(null),
    until: z.iso.datetime({ offset: true }).nullable().default(null),
    folders: folders.default([]),
    mayInterrupt: mayInterrupt.default(false),
  }),
)

/**
 * Reads the grants that FLEETWALL_GRANTS gives for this run, in builds for tests and from the source: a JSON list of
 * `{name, token, phones}` and what `Grant` has besides, `until` as ISO 8601.
 * @param path empty for none
 */
export function readGrantsOfRun(path: string, report: ReportFile): KeptGrant[] {
  if (path === '') return []
  try {
    return fileSchema.parse(JSON.parse(readOwnFile(path))).map(({ token, until, ...grant }) => ({
      grant: { ...grant, until: until === null ? null : Date.parse(until) },
      hash: hashOf(token),
    }))
  } catch {
    report({ kind: 'own-file', reason: 'unreadable', path })
    return []
  }
}
