import { z } from 'zod'
import {
  languageChoices,
  largestTile,
  largestTray,
  lineKeys,
  mouseActions,
  smallestTile,
  smallestTray,
} from './preferences'

const mouseActionSchema = z.enum(mouseActions)
export type MouseAction = z.infer<typeof mouseActionSchema>

const preferencesSchema = z.strictObject({
  /** Of the page. */
  language: z.enum(languageChoices),
  /** Shortcuts by the id of their command, as the page writes them; a command that is left out has its own. */
  shortcuts: z.record(z.string(), z.array(z.string().min(1))),
  /** Height of a screen on the wall, in CSS px; `fit` is as large as shows all of them at once. */
  tileSize: z.union([z.literal('fit'), z.int().min(smallestTile).max(largestTile)]),
  /** Whether the inspector is open: on the wall, and beside a phone that is open large. */
  inspector: z.strictObject({ wall: z.boolean(), focus: z.boolean() }),
  /** Whether views, labels and states stand beside the wall. */
  rail: z.boolean(),
  /** Whether the other phones are shown in a strip beside one that is open large. */
  strip: z.boolean(),
  /** Whether the rows of the transfers are shown below the wall, and not their sum alone. */
  tray: z.boolean(),
  /** How high they are together, in CSS px. */
  trayHeight: z.int().min(smallestTray).max(largestTray),
  /** What the buttons of the mouse do on a screen. */
  mouse: z.strictObject({ right: mouseActionSchema, middle: mouseActionSchema }),
  /** Held while a line is drawn on a screen. */
  lineKey: z.enum(lineKeys),
  /** Whether what is copied on a phone comes to the computer's clipboard, and what is pasted goes to the phone's. */
  clipboardSync: z.boolean(),
})

/** How the user wants the program to be; kept over restarts, for all fleets. */
export type Preferences = z.infer<typeof preferencesSchema>

/** Some of them: those that change. */
export const preferenceChangesSchema = preferencesSchema.partial()
export type PreferenceChanges = z.infer<typeof preferenceChangesSchema>
