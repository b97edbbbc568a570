import { noCounts, type ScheduledWork } from '../../../src-shared/features/schedules-state'
import { hasEnded, type UploadStateName } from '../../../src-shared/features/upload-state'
import { fileNamesIn } from '../../../src-shared/sheets/fill'
import type { SheetRow } from '../../../src-shared/sheets/sheet'
import { findSheetFiles } from '../sheets/sheet-files'
import type { FileSource } from '../uploads/file-source'
import { pathFile } from '../uploads/path-file'
import { onStop, type Prepared, type WorkParts } from './prepared-work'
import { rowsFor, scheduledSheet } from './sheet-rows'

type UploadWork = Extract<ScheduledWork, { kind: 'upload' }>

/** Uploads the files that a sheet names for each phone, from its folder alone. @throws FaultError `file` */
export async function uploadWork(
  { sheet: name, column, folder, leavesOut }: UploadWork,
  publicIds: readonly string[],
  parts: Pick<WorkParts, 'fleet' | 'fleetId' | 'devices' | 'uploads' | 'sheetOf' | 'until'>,
): Promise<Prepared> {
  const sheet = scheduledSheet(name, parts.sheetOf(name), [column])
  if ('reason' in sheet) return sheet
  const filesOf = async (row: SheetRow) => {
    const found = await findSheetFiles(folder, fileNamesIn(row.value(column) ?? ''))
    return 'wrong' in found ? found : { value: { paths: found.paths } }
  }
  const { devices, fleet, fleetId, uploads, until } = parts
  const read = await rowsFor(sheet, { publicIds, devices, isOnce: true, leavesOut }, filesOf)
  if ('reason' in read) return read
  const count = read.rows.reduce((sum, { paths }) => sum + paths.length, 0)
  return {
    costs: { uploads: count },
    phones: read.rows.length,
    leftOut: read.leftOut,
    async begin(ends) {
      const files: { publicId: string; sources: FileSource[] }[] = []
      for (const { publicId, paths } of read.rows)
        files.push({ publicId, sources: await Promise.all(paths.map(pathFile)) })
      const ids = files.flatMap(({ publicId, sources }) =>
        uploads.add(fleetId, sources, [{ publicId, name: fleet.nameOf(publicId) }]),
      )
      const cancel = () => ids.forEach((id) => uploads.cancel(id))
      const leave = onStop(ends, cancel)
      ends.gone.addEventListener('abort', cancel, { once: true })
      const last = new Map<string, UploadStateName>()
      try {
        await until(() => {
          const now = new Map(uploads.to(fleetId).map((upload) => [upload.id, upload]))
          for (const id of ids) {
            const upload = now.get(id)
            if (upload) last.set(id, upload.state)
          }
          // One that a person has put away has ended.
          return ids.every((id) => hasEnded(now.get(id) ?? { state: 'done' })) ? true : null
        }, ends.gone)
      } finally {
        leave()
        ends.gone.removeEventListener('abort', cancel)
      }
      const of = (state: UploadStateName) => ids.filter((id) => last.get(id) === state).length
      const [done, failed, stopped] = [of('done'), of('failed'), of('cancelled')]
      const unknown = ids.length - done - failed - stopped
      return {
        counts: { ...noCounts, done, failed, stopped, unknown },
        spent: { uploads: ids.length - stopped },
        reason: null,
      }
    },
  }
}
