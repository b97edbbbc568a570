import { z } from 'zod'

/**
 * What is pasted on a phone:
 * - `shown`: the text that the person was shown, or has copied on the computer after what a phone is still asked for
 * - `newest`: what is being copied on a phone, in whatever window, and else the text
 * - `copied`: what was copied on a phone last, which the computer's clipboard does not hold yet
 */
const pasteOfSchema = z.enum(['shown', 'newest', 'copied'])
export type PasteOf = z.infer<typeof pasteOfSchema>

/** What the computer's clipboard holds, what of it is meant, and what was typed behind the text while it was shown (or nothing). */
export const pasteSchema = z.strictObject({ text: z.string(), of: pasteOfSchema, behind: z.string() })
export type Paste = z.infer<typeof pasteSchema>
