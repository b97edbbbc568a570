import { formatText } from '../../../src-shared/texts/format-text'

/** What is wrong with the folder of Fleetwall's files, or with a file in it. */
export const folderSentences = {
  folder: 'The folder {path} can’t be used ({code}).',
  file: 'The file {path} can’t be used ({code}).',
  'not-writable': 'Fleetwall may not write in {path}.',
  'in-use': 'Fleetwall is already running with the folder {path}.',
} as const
export type FolderFlaw = keyof typeof folderSentences

/** Keeps Fleetwall from starting. Its message is a sentence for the user. */
export class FolderError extends Error {
  readonly flaw: FolderFlaw
  /** `code` is the system's word for the error. */
  readonly values: { path: string; code: string }

  constructor(flaw: FolderFlaw, path: string, cause?: NodeJS.ErrnoException) {
    const values = { path, code: cause?.code ?? '' }
    super(formatText('en', folderSentences[flaw], values), { cause })
    this.flaw = flaw
    this.values = values
  }
}
