import { z } from 'zod'

/** The words that the spec does not show (resources/vocabulary.json). Keys of `keys` are those of `KeyboardEvent.key`. */
export const vocabularySchema = z.strictObject({
  about: z.string(),
  keys: z.record(z.string(), z.string()),
  presets: z.strictObject({
    home: z.string(),
    appSwitcher: z.string(),
    lock: z.string(),
    search: z.string(),
  }),
  modifiers: z.strictObject({ Meta: z.string(), Control: z.string(), Alt: z.string(), Shift: z.string() }),
  path: z.strictObject({ points: z.string(), x: z.string(), y: z.string() }),
  automationLaunch: z.strictObject({ kind: z.string(), account: z.string() }),
  automationJob: z.strictObject({
    id: z.string(),
    kind: z.string(),
    status: z.string(),
    result: z.string(),
    device: z.string(),
    createdAt: z.string(),
  }),
  abandonedJob: z.string(),
  accountFlags: z.array(z.string()).length(6),
  uploadReceipt: z.strictObject({ name: z.string(), bytes: z.string(), sha256: z.string() }),
  fps: z.strictObject({ min: z.int().positive(), max: z.int().positive() }),
})
export type Vocabulary = z.infer<typeof vocabularySchema>
