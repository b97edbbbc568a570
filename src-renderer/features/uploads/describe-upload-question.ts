import { limits } from '../../../src-shared/protocol/limits'
import { mostUploads, type UploadQuestion } from '../../rules/upload-question'
import { formatBytes, formatSpan } from '../../text/measures'
import { messages } from '../../text/messages'

const shownNames = 5

/** The question before an upload, in words. */
export interface UploadQuestionText {
  title: string
  /** The first file's name and the number of others. */
  names: string[]
  more: number
  notes: string[]
  canSend: boolean
}

const quoted = (names: readonly string[]) => names.map((name) => messages.uploadDialog.quoted({ name }))
const sizeOf = (files: readonly File[]) => formatBytes(files.reduce((sum, { size }) => sum + size, 0))

function titleOf({ files, inFolders, folders, isReading }: UploadQuestion, phones: string): string {
  const words = messages.uploadDialog
  const [folder = ''] = folders
  const all = [...files, ...inFolders]
  const [n, bytes] = [all.length, sizeOf(all)]
  if (isReading) return words.reading({ folders: quoted(folders) })
  if (n === 0) return words.nothing({ folders: quoted(folders) })
  return folders.length === 1 && files.length === 0
    ? words.titleOfFolder({ n, bytes, folder, phones })
    : words.title({ n, bytes, phones })
}

/** Describes each count that is not 0 in a sentence. */
function leftOut({ system, empty, unreadable }: UploadQuestion['leftOut']): string[] {
  const words = messages.uploadDialog
  return [
    system > 0 ? words.system({ n: system }) : [],
    empty > 0 ? words.empty({ n: empty }) : [],
    unreadable > 0 ? words.unreadable({ n: unreadable }) : [],
  ].flat()
}

/** @param phones whom the files go to, in words */
export function describeUploadQuestion(question: UploadQuestion, phones: string): UploadQuestionText {
  const words = messages.uploadDialog
  const { files, inFolders, folders, publicIds, isReading } = question
  const all = [...files, ...inFolders]
  const uploads = all.length * publicIds.length
  if (uploads > mostUploads) {
    const notes = [words.most({ n: mostUploads })]
    return { title: words.tooMany, names: [], more: 0, notes, canSend: false }
  }
  const title = titleOf(question, phones)
  if (isReading) {
    const notes = [words.soFar({ n: all.length, bytes: sizeOf(all) })]
    return { title, names: [], more: 0, notes, canSend: false }
  }
  const isMixed = inFolders.length > 0 && folders.length + files.length > 1
  // The first minute's uploads begin at once.
  const span = formatSpan(Math.floor((uploads - 1) / limits.uploadsPerMinute) * 60)
  return {
    title,
    names: all.slice(0, shownNames).map(({ name }) => name),
    more: Math.max(0, all.length - shownNames),
    notes: [
      isMixed ? words.inFolders({ folders: quoted(folders) }) : [],
      leftOut(question.leftOut),
      uploads > limits.uploadsPerMinute ? words.takes({ n: uploads, span }) : [],
    ].flat(),
    canSend: all.length > 0,
  }
}
