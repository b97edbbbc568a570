import type { Capture } from '../../../src-shared/features/captures'

/** Returns the file's name without its folders, which most captures share. */
export const fileOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Whether it can be put on the clipboard as a picture: a document can't. */
export const canCopy = ({ kind, name, isMissing }: Capture): boolean =>
  !isMissing && kind !== 'recording' && !/\.pdf$/i.test(name)

/** Whether it is a recording that is not converted yet. */
export const canConvert = ({ kind, name, isMissing }: Capture): boolean =>
  !isMissing && kind === 'recording' && /\.mkv$/i.test(name)
