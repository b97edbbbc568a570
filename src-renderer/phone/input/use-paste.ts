import { useEventListener } from '@vueuse/core'
import { givenFiles, type GivenFiles } from './dropped-files'

/** The clipboard names an image copied from a program this way. */
const isPicture = ({ name, type }: File) => name === 'image.png' && type === 'image/png'

/**
 * Returns whether a paste means files. A program that copies text, such as a table, often adds an image of it; one that
 * copies a file adds the file's name as text.
 */
export function meansFiles({ files, folders }: GivenFiles, text: string): boolean {
  const [first] = files
  if (first === undefined || files.length > 1 || folders.length > 0 || !isPicture(first))
    return files.length + folders.length > 0
  return text === '' || text.trimEnd().endsWith(first.name)
}

/** Returns the files of a paste, or null if it means text. Call it during the event. */
export function pastedFiles({ clipboardData }: ClipboardEvent): GivenFiles | null {
  if (!clipboardData) return null
  const given = givenFiles(clipboardData)
  return meansFiles(given, clipboardData.getData('text/plain')) ? given : null
}

/** Takes files that are pasted anywhere on the page but in a dialog. */
export function usePaste(onPaste: (given: GivenFiles) => void): void {
  useEventListener(document, 'paste', (event) => {
    if (event.target instanceof Element && event.target.closest('[role=dialog]')) return
    const given = pastedFiles(event)
    if (!given) return
    event.preventDefault()
    onPaste(given)
  })
}
