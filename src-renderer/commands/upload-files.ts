import { faultOf, type Fault } from '../../src-shared/protocol/fault'
import type { Host } from '../host/host'
import type { GivenFiles } from '../input/dropped-files'
import { readFolders, type FolderFiles } from '../input/folder-files'
import { useNotices } from '../stores/notices'
import { useDialogs } from '../stores/dialogs'
import type { UploadQuestion } from '../rules/upload-question'
import { useView } from '../stores/view'
import { mostUploads } from '../rules/upload-question'
import { whyNotUpload } from './upload-text'

/** More files than these are sent only once the person has said so. */
const mostUnasked = 200
/** Below this height of a screen, in CSS px, a sentence has no room on it. */
const leastForWords = 176

/** What is told of a push is told on the phone when it is for one that has room for it, in the window otherwise. */
function placeOf(publicIds: readonly string[]): string | null {
  const [first = null] = publicIds
  const { focused, shownTileSize } = useView()
  // A phone in the strip beside a large one is too small for words, and so is the smallest of the wall.
  const isSmall = focused === null ? shownTileSize < leastForWords : focused !== first
  return publicIds.length === 1 && !isSmall ? first : null
}

/** Says why nothing can be sent, where nothing can. */
function isRefused(publicIds: readonly string[]): boolean {
  const why = whyNotUpload(publicIds)
  if (why) useNotices().show(why, placeOf(publicIds))
  return why !== null
}

/** Two that cannot be sent are both named; of more the first is, and the others are counted. */
function inShort(refused: readonly Fault[]): Fault[] {
  const [first, ...others] = refused
  return first && others.length > 1 ? [first, { kind: 'more-files', n: others.length }] : [...refused]
}

/**
 * Offers files to the core and asks it to send them to the phones. What cannot be sent is said before anything is, and where
 * nothing can be sent at all, nothing is.
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
    if (fileIds.length > 0) await host.bridge.call('uploads.add', { fileIds, publicIds: [...publicIds] })
  } catch (thrown) {
    tell(faultOf(thrown))
  }
}

/** Asks whether files are to be sent; those in folders are looked for while the question stands. */
export async function askToUpload(
  { files, folders }: GivenFiles,
  publicIds: readonly string[],
): Promise<void> {
  if (publicIds.length === 0 || isRefused(publicIds)) return
  const dialogs = useDialogs()
  let question: UploadQuestion = {
    publicIds,
    files,
    folders: folders.map(({ name }) => name),
    inFolders: [],
    leftOut: { system: 0, empty: 0, unreadable: 0 },
    isReading: folders.length > 0,
  }
  dialogs.upload = question
  if (!question.isReading) return

  /** @returns false where nobody is asked any more */
  const show = ({ files: inFolders, ...leftOut }: FolderFiles, isReading: boolean) => {
    if (dialogs.upload !== question) return false
    dialogs.upload = question = { ...question, inFolders: [...inFolders], leftOut, isReading }
    return true
  }
  show(await readFolders(folders, mostUploads, (found) => show(found, true)), false)
}

/** Sends what was dropped or picked; where there are folders, or very many files or uploads, the person is asked first. */
export async function push(host: Host, given: GivenFiles, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0) return
  const { files, folders } = given
  const isMuch = files.length > mostUnasked || files.length * publicIds.length > mostUploads
  const asks = isMuch || folders.length > 0
  await (asks ? askToUpload(given, publicIds) : uploadFiles(host, files, publicIds))
}
