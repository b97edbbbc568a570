import { z } from 'zod'

// A check of our own is not seen by the OpenAPI document, so each says there as a pattern what it is.

/** Whether text is valid Unicode without the null character (spec 4.4, rule 2). */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** Text of `least` to `most` code points (the service counts so: spec 4.4, rule 1), valid Unicode, no null character. */
export function boundedText(least: number, most: number) {
  const text = z.string().check((context) => {
    const length = [...context.value].length
    const issue = (kind: string, message: string) => {
      context.issues.push({ code: 'custom', input: context.value, params: { kind }, message })
    }
    if (!isCleanText(context.value))
      issue('invalid_text', 'Text must be valid Unicode without null characters')
    if (length < least) issue('too_short', `At least ${least} characters are required`)
    if (length > most) issue('too_long', `At most ${most} characters are allowed`)
  })
  return text.meta({ minLength: least, maxLength: most, pattern: String.raw`^[^\0]*$` })
}

/** Text that has 1 to `most` code points once the white space around it is gone. */
export function trimmedText(most: number) {
  const pattern = String.raw`^\s*[^\s\0](?:[^\0]{0,${most - 2}}[^\s\0])?\s*$`
  return z.string().trim().pipe(boundedText(1, most)).meta({ pattern })
}
