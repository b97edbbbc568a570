import { shallowReactive } from 'vue'
import type { BusyPhone } from '../../../src-shared/features/jobs'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Host } from '../../host/host'
import type { GivenFiles } from '../../phone/input/dropped-files'
import { readFolders, type FolderFiles } from '../../phone/input/folder-files'
import { useFleets } from '../../stores/fleets'
import { useNotices } from '../../stores/notices'
import { usePanel } from '../../stores/panel'
import { useDialogs } from '../../stores/dialogs'
import { mostUploads, type UploadQuestion } from '../../rules/upload-question'
import { useView } from '../../stores/view'
import { tookStep } from '../../commands/first-steps'
import { viewOnlyAmong, whyNotUpload } from './upload-text'

/** Fleetwall asks before it sends more files than these. */
const mostUnasked = 200
/** A lower screen, in CSS px, has no room for a sentence. */
const leastForWords = 176

/** Returns where notices of an upload go: to its only phone if that has room, else (null) to the window. */
function placeOf(publicIds: readonly string[]): string | null {
  const [first = null] = publicIds
  const { focused, shownTileSize } = useView()
  // Screens in the filmstrip are too small for a sentence.
  const isSmall = focused === null ? shownTileSize < leastForWords : focused !== first
  return publicIds.length === 1 && !isSmall ? first : null
}

/** Shows why no upload is possible. @returns whether that is so */
function isRefused(publicIds: readonly string[]): boolean {
  const why = whyNotUpload(publicIds)
  if (why) useNotices().show(why, placeOf(publicIds))
  return why !== null
}

/** Keeps up to two faults; of more, the first and a count of the others. */
function inShort(refused: readonly Fault[]): Fault[] {
  const [first, ...others] = refused
  return first && others.length > 1 ? [first, { kind: 'more-files', n: others.length }] : [...refused]
}

/**
 * Offers files to the core and uploads them to the phones. Shows refused files first, and uploads nothing if no upload is
 * possible.
 */
export async function uploadFiles(
  host: Host,
  files: readonly File[],
  publicIds: readonly string[],
): Promise<void> {
  const notices = useNotices()
  const tell = (fault: Fault) => notices.show(fault, placeOf(publicIds))

  if (files.length === 0 || publicIds.length === 0 || isRefused(publicIds)) return
  try {
    const offers = await host.offerFiles(files)
    const refused = offers.flatMap((offer) => (offer.ok ? [] : offer.fault))
    for (const fault of inShort(refused)) tell(fault)
    const fileIds = offers.flatMap((offer) => (offer.ok ? [offer.file.fileId] : []))
    if (fileIds.length === 0) return
    tookStep('drop')
    await host.bridge.call('uploads.add', { fileIds, publicIds: [...publicIds] })
    // A person who drops a file wants to see what becomes of it. A phone's own window has no panel.
    if (host.phone === null) usePanel().offer('uploads')
  } catch (thrown) {
    tell(faultOf(thrown))
  }
}

/** Returns the phones whose jobs an upload would interrupt; null when a person opened another fleet while they were read. */
async function busyAmong(host: Host, publicIds: readonly string[]): Promise<readonly BusyPhone[] | null> {
  const fleets = useFleets()
  const fleet = fleets.active?.id
  const { busy } = await host.bridge
    .call('jobs.busy', { publicIds: [...publicIds] })
    // What can't be read is no reason to send nothing.
    .catch(() => ({ busy: [] }))
  return fleets.active?.id === fleet ? busy : null
}

/** Asks before it uploads. Folders are read while the dialog is open. */
export async function askToUpload(
  host: Host,
  given: GivenFiles,
  publicIds: readonly string[],
): Promise<void> {
  if (publicIds.length === 0 || isRefused(publicIds)) return
  const busy = await busyAmong(host, publicIds)
  if (busy) await ask(given, publicIds, busy)
}

async function ask(
  { files, folders }: GivenFiles,
  publicIds: readonly string[],
  busy: readonly BusyPhone[],
): Promise<void> {
  const dialogs = useDialogs()
  const question = shallowReactive<UploadQuestion>({
    publicIds,
    files,
    folders: folders.map(({ name }) => name),
    inFolders: [],
    leftOut: { system: 0, empty: 0, unreadable: 0 },
    busy,
    isReading: folders.length > 0,
  })
  dialogs.open({ kind: 'upload', question })
  if (!question.isReading) return

  /** @returns false once the dialog is closed */
  const show = ({ files: inFolders, ...leftOut }: FolderFiles, isReading: boolean) => {
    if (dialogs.find('upload')?.question !== question) return false
    Object.assign(question, { inFolders: [...inFolders], leftOut, isReading })
    return true
  }
  show(await readFolders(folders, mostUploads, (found) => show(found, true)), false)
}

/**
 * Uploads dropped or picked files. Asks first if there are folders, very many files or uploads, a phone that is view
 * only, or one with a pending job, which the upload would interrupt (spec 3).
 */
export async function push(host: Host, given: GivenFiles, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0 || isRefused(publicIds)) return
  const { files, folders } = given
  const isMuch = files.length > mostUnasked || files.length * publicIds.length > mostUploads
  const busy = await busyAmong(host, publicIds)
  if (!busy) return
  const asks = isMuch || folders.length > 0 || busy.length > 0 || viewOnlyAmong(publicIds) > 0
  await (asks ? ask(given, publicIds, busy) : uploadFiles(host, files, publicIds))
}
