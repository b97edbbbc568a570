import type { Host } from '../../host/host'
import { useNotices } from '../../stores/notices'
import { usePanel } from '../../stores/panel'
import { useTasks } from '../../stores/tasks'
import type { RowValue } from './sheet-values'

// What a recorded flow names of them.
const mostColumns = 20

/**
 * Has the phones do what their rows say: as one task, or as uploads.
 * @param columns of the sheet, whose values are used
 * @throws FaultError
 */
export async function sendValues(
  { bridge, offerFiles }: Host,
  values: readonly RowValue[],
  columns: readonly string[],
): Promise<void> {
  const works = values.flatMap(({ row: { publicId }, work }) =>
    publicId !== null && work ? [{ publicId, work }] : [],
  )
  const isSecret = values.some((each) => each.isSecret)
  const ofSheet = columns.length > 0 ? { columns: columns.slice(0, mostColumns) } : {}
  const acts = works.flatMap(({ publicId, work }) => ('act' in work ? { publicId, action: work.act } : []))
  if (acts.length > 0) void tellEnd((await bridge.call('devices.actEach', { acts, isSecret, ...ofSheet })).id)
  await change()
  await upload()

  async function tellEnd(id: string) {
    const { steps } = (await useTasks().ended(id)) ?? { steps: [] }
    const n = steps.filter(({ state }) => state === 'done').length
    if (steps.length > 0) useNotices().add({ kind: 'sheet-sent', n, of: steps.length }, null)
  }

  async function change() {
    const edits = works.flatMap(({ publicId, work }) => ('edit' in work ? { publicId, edit: work.edit } : []))
    const changes = edits.filter(({ edit }) => Object.keys(edit).length > 0)
    if (changes.length === 0) return
    const { id } = await bridge.call('devices.editEach', {
      edits: changes,
      ...(isSecret ? { isSecret } : {}),
      ...ofSheet,
    })
    const tasks = useTasks()
    const lines = new Map(values.map(({ row }) => [row.publicId ?? '', row.line]))
    tasks.refusedRows = []
    tasks.imports.set(id, { unchanged: edits.length - changes.length, lines })
  }

  async function upload() {
    const phonesOf = new Map<File, string[]>()
    for (const { publicId, work } of works)
      for (const file of 'files' in work ? work.files : [])
        phonesOf.set(file, [...(phonesOf.get(file) ?? []), publicId])
    if (phonesOf.size === 0) return
    const phones = [...phonesOf.values()]
    const offers = await offerFiles([...phonesOf.keys()])
    const uploads = offers.flatMap((offer, at) =>
      offer.ok ? { fileId: offer.file.fileId, publicIds: phones[at] ?? [] } : [],
    )
    for (const offer of offers) if (!offer.ok) useNotices().show(offer.fault)
    if (uploads.length === 0) return
    await bridge.call('uploads.addEach', { uploads, ...ofSheet })
    usePanel().offer('uploads')
  }
}
