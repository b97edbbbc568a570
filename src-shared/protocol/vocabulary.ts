import { z } from 'zod'
import { automationKinds } from './automation-kind'
import { fitsLaunchField } from './launch-field'

const word = z.string().min(1)

const $schema = z.string().optional()
const about = z.string()
const keys = z.record(word, word)
const presets = z.strictObject({ home: word, appSwitcher: word, lock: word, search: word })
const morePresets = z.record(word, word)
const modifiers = z.strictObject({ Meta: word, Control: word, Alt: word, Shift: word })
const path = z.strictObject({ points: word, x: word, y: word })
const titled = { title: word }
const range = { min: z.number().optional(), max: z.number().optional() }
const characters = { min: z.int().min(0).optional(), max: z.int().min(1).optional() }
const launchField = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.enum(['integer', 'number']),
        ...titled,
        unit: word.optional(),
        ...range,
        default: z.number().optional(),
      }),
      z.strictObject({ type: z.literal('text'), ...titled, ...characters, default: z.string().optional() }),
      z.strictObject({ type: z.literal('boolean'), ...titled, default: z.boolean().optional() }),
      z.strictObject({
        type: z.literal('choice'),
        ...titled,
        choices: z.array(word).min(1),
        default: z.string().optional(),
      }),
    ],
    {
      error: ({ code }) =>
        code === 'invalid_union' ? 'must be integer, number, text, boolean or choice' : undefined,
    },
  )
  .superRefine((field, { addIssue }) => {
    const { min = -Infinity, max = Infinity } = 'min' in field || 'max' in field ? field : {}
    if (min > max) addIssue({ code: 'custom', path: ['min'], message: `${min} is above max, ${max}` })
    else if (field.default !== undefined && !fitsLaunchField(field, field.default))
      addIssue({ code: 'custom', path: ['default'], message: 'must fit the field’s type, range and choices' })
  })
const more = z.partialRecord(z.enum(automationKinds), z.record(word, launchField))
const automationLaunch = z.strictObject({ kind: word, account: word, more: more.optional() })
const automationJob = z.strictObject({
  id: word,
  kind: word,
  status: word,
  result: word,
  device: word,
  createdAt: word,
})
const abandonedJob = word
const endedJobs = z.array(word)
const accountFlags = z.array(word).length(6)
const accountList = word
const uploadReceipt = z.strictObject({ name: word, bytes: word, sha256: word })
const apps = z.record(word, word)
const fps = z.strictObject({ min: z.int().positive(), max: z.int().positive() })

/** The service's names that the spec does not show (resources/vocabulary.json). Keys of `keys` are those of `KeyboardEvent.key`. */
export const vocabularySchema = z.strictObject({
  $schema,
  about,
  keys,
  presets,
  morePresets,
  modifiers,
  path,
  automationLaunch,
  automationJob,
  abandonedJob,
  endedJobs,
  accountFlags,
  accountList,
  uploadReceipt,
  apps,
  fps,
})
export type Vocabulary = z.infer<typeof vocabularySchema>

/**
 * A file that replaces the vocabulary in whole or in part. Omitted words keep their values.
 * The descriptions are for editors (resources/vocabulary.schema.json).
 */
export const vocabularyFileSchema = z
  .strictObject({
    $schema,
    about,
    keys: keys.describe('What the service calls a key, by its name in KeyboardEvent.key.'),
    presets: presets.partial().describe('The names of presets that the press action takes.'),
    morePresets: morePresets.describe(
      'Further presets that the press action takes, by the names of their commands.',
    ),
    modifiers: modifiers.partial().describe('What the service calls the modifiers of a chord.'),
    path: path
      .partial()
      .describe('Fields of the path action: its list of points, and a point’s coordinates.'),
    automationLaunch: automationLaunch
      .partial()
      .describe('Fields of the body that launches an automation; more: further ones of each kind.'),
    automationJob: automationJob.partial().describe('Fields of an automation job.'),
    abandonedJob: abandonedJob.describe('The state of a job that was interrupted too often.'),
    endedJobs: endedJobs.describe('States beside the known ones from which a job does not go on.'),
    accountFlags: accountFlags.describe('The names of the six account_state flags.'),
    accountList: accountList.describe('The list of account names in the result of list_accounts.'),
    uploadReceipt: uploadReceipt.partial().describe('Fields of the answer to an upload.'),
    apps: apps.describe(
      'What an app’s id in a flow opens: a target of open_app, or a name on the home screen.',
    ),
    fps: fps.partial().describe('The lowest and the highest frame rate of a stream.'),
  })
  .partial()
  .describe('What the device API does not show. What is left out is as Fleetwall assumes it.')
export type VocabularyFileContent = z.infer<typeof vocabularyFileSchema>
