import { useEventListener } from '@vueuse/core'
import { givenFiles, type GivenFiles } from './dropped-files'

/** A picture that was copied out of a program is a file with this name, and of this type. */
const isPicture = ({ name, type }: File) => name === 'image.png' && type === 'image/png'

/**
 * Whether files are what is meant by a paste. A program that copies text, such as a table, often puts a picture of it beside
 * it; one that copies a file puts the file's own name there.
 */
export function meansFiles({ files, folders }: GivenFiles, text: string): boolean {
  const [first] = files
  if (first === undefined || files.length > 1 || folders.length > 0 || !isPicture(first))
    return files.length + folders.length > 0
  return text === '' || text.trimEnd().endsWith(first.name)
}

/** The files of a paste, to be read while its event lasts; null where text is meant, or nothing is there. */
export function pastedFiles({ clipboardData }: ClipboardEvent): GivenFiles | null {
  if (!clipboardData) return null
  const given = givenFiles(clipboardData)
  return meansFiles(given, clipboardData.getData('text/plain')) ? given : null
}

/** Takes files that are pasted anywhere on the page, while no dialog is open. */
export function usePaste(onPaste: (given: GivenFiles) => void): void {
  useEventListener(document, 'paste', (event) => {
    if (event.target instanceof Element && event.target.closest('[role=dialog]')) return
    const given = pastedFiles(event)
    if (!given) return
    event.preventDefault()
    onPaste(given)
  })
}
