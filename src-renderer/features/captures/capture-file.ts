import type { Capture } from '../../../src-shared/features/captures'

/** Returns the file's name without its folders, which most captures share. */
export const fileOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Returns what it is to a person: a conversion makes a video of a recording. */
export const kindOf = ({ kind, name }: Capture): Capture['kind'] | 'video' =>
  kind === 'recording' && !/\.mkv$/i.test(name) ? 'video' : kind

/** Whether it can be put on the clipboard as a picture: a document can't. */
export const canCopy = ({ kind, name, isMissing }: Capture): boolean =>
  !isMissing && kind !== 'recording' && !/\.pdf$/i.test(name)

/** Whether it is a recording that is not converted yet. */
export const canConvert = (capture: Capture): boolean => !capture.isMissing && kindOf(capture) === 'recording'
