/** Puts a text on the computer's clipboard. @returns whether it is there; it is not where nobody has just done something */
export function copyText(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return copied
}
