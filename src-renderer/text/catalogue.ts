/** Texts in groups; each text has its placeholders in braces, and its plural forms, if any, between bars. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** A catalogue as one list: each text by the keys that lead to it. */
export function flattened(texts: Texts, path = ''): Record<string, string> {
  const entries = Object.entries(texts).map(([key, entry]) => {
    const here = path === '' ? key : `${path}/${key}`
    return typeof entry === 'string' ? { [here]: entry } : flattened(entry, here)
  })
  return Object.assign({}, ...entries) as Record<string, string>
}
