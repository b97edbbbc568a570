const mostDepth = 32
const usuallyMostValues = 10_000
const mostChars = 1_000_000

/**
 * Returns whether a parsed JSON value is small enough to keep and to send on: at most 32 levels deep, `mostValues` values
 * and a million characters. Needs no stack, unlike `JSON.stringify`.
 */
export function isBounded(value: unknown, mostValues = usuallyMostValues): boolean {
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let values = 0
  let chars = 0
  for (let next = rest.pop(); next; next = rest.pop()) {
    values += 1
    if (typeof next.value === 'string') chars += next.value.length
    if (values > mostValues || chars > mostChars || next.depth > mostDepth) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    const depth = next.depth + 1
    for (const [key, inner] of Object.entries(next.value)) {
      chars += key.length
      rest.push({ value: inner, depth })
      if (rest.length > mostValues) return false
    }
  }
  return true
}

/** Returns whether a text has no half of a surrogate pair, which no address or file name can hold. */
export const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)

/** Returns whether an id can be a part of an address: `.` and `..` would lead to another one. */
export const isAddressable = (id: string) => isWellFormed(id) && id !== '.' && id !== '..'
