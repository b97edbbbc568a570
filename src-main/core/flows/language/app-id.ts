// Parts of ids that name no app.
const general = new Set(
  'android app apps beta com debug demo dev example google ios mobile net org prod release samples test'.split(
    ' ',
  ),
)

/** Whether a text is an app's id, as flows for other tools name apps: `org.wikimedia.wikipedia`. */
export const isAppId = (text: string): boolean => /^[a-z]\w*(?:\.[\w-]+)+$/i.test(text)

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns whether a label on the home screen may be that of an app with this id: it reads like one of its parts. */
export function looksLike(id: string, label: string): boolean {
  const shown = plain(label)
  return (
    shown !== '' &&
    id
      .split('.')
      .slice(1)
      .map(plain)
      .some((part) => !general.has(part) && part === shown)
  )
}
