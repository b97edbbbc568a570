/** A phone as a pattern for names sees it. */
export interface NamedPhone {
  /** The service's own name. */
  name: string
  labels: readonly { name: string }[]
}

const part = /\{(n(?::(\d{1,2}))?|name|label)\}/g

/** Whether a name in braces is one of a pattern's own: `n`, `n:02`, `name`, `label`. */
export const isPlaceholder = (name: string): boolean => `{${name}}`.replaceAll(part, '') === ''

/**
 * Names phones by a pattern such as `Lab {n:02}`: `{n}` counts, `{n:02}` with at least two digits, `{name}` is the service's
 * own name, `{label}` the first label. All else stays as it is, spaces at the ends too.
 * @param first the number of the first phone
 */
export function namesByPattern(pattern: string, phones: readonly NamedPhone[], first: number): string[] {
  return phones.map(({ name, labels }, index) =>
    pattern.replaceAll(part, (_, what: string, digits: string | undefined) => {
      if (what === 'name') return name
      if (what === 'label') return labels[0]?.name ?? ''
      return String(first + index).padStart(Number(digits ?? 0), '0')
    }),
  )
}
