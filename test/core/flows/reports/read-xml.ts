/** An element of an XML text. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const plain = (text: string) =>
  text.replace(/&(#\d+|\w+);/g, (_all, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] ?? `?${name}?`),
  )

/** Reads well-formed XML without comments and CDATA. @throws Error for anything else */
export function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const body = xml.replace(/^<\?xml[^>]*\?>/, '')
  const pieces = /<(\/?)([\w-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let at = 0
  for (const found of body.matchAll(pieces)) {
    if (found.index !== at) throw new Error(`not well-formed at ${body.slice(at, at + 40)}`)
    at += found[0].length
    const [, closes, name = '', given = '', empty, text] = found
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.text += plain(text)
    else if (closes) {
      if (open.pop()?.name !== name) throw new Error(`${name} is closed, but not open`)
    } else {
      const attributes = Object.fromEntries(
        [...given.matchAll(/([\w.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)]),
      )
      const element = { name, attributes, children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (at !== body.length || open.length !== 1)
    throw new Error(`not well-formed at ${body.slice(at, at + 40)}`)
  const [first] = root.children
  if (!first) throw new Error('there is no element')
  return first
}
