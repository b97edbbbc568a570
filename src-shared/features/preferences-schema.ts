import { z } from 'zod'
import { deedSchema } from '../protocol/action'
import { sizeSchema } from '../protocol/device'
import { newsGroups } from './news-state'
import {
  densities,
  firstSteps,
  isProxyAddress,
  languageChoices,
  largestTile,
  largestPanel,
  lineKeys,
  mostKeyboardHints,
  mostOwnGestures,
  mostRecent,
  mouseActions,
  panelTabs,
  pictureFormats,
  proxyModes,
  smallestTile,
  smallestPanel,
  themes,
  type Look,
  type Preferences,
} from './preferences-state'

const mouseActionSchema = z.enum(mouseActions)
const mostFpsSchema = z.int().min(0).max(60)

export const proxySchema = z.strictObject({
  mode: z.enum(proxyModes),
  address: z.string().refine(isProxyAddress),
  user: z.string().max(200),
})

const preferencesSchema = z.strictObject({
  language: z.enum(languageChoices),
  theme: z.enum(themes),
  density: z.enum(densities),
  shortcuts: z.record(z.string(), z.array(z.string().min(1))),
  ownGestures: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(40),
        name: z.string().min(1).max(120),
        action: deedSchema,
        space: sizeSchema.strict().nullable(),
      }),
    )
    .max(mostOwnGestures),
  tileSize: z.union([z.literal('fit'), z.int().min(smallestTile).max(largestTile)]),
  inspector: z.strictObject({ wall: z.boolean(), focus: z.boolean() }),
  rail: z.boolean(),
  strip: z.boolean(),
  panel: z.strictObject({
    shown: z.boolean(),
    tab: z.enum(panelTabs),
    height: z.int().min(smallestPanel).max(largestPanel),
  }),
  mouse: z.strictObject({ right: mouseActionSchema, middle: mouseActionSchema }),
  lineKey: z.enum(lineKeys),
  clipboardSync: z.boolean(),
  pauseAfter: z.int().min(0).max(1440),
  mostFps: z.strictObject({ thumbnails: mostFpsSchema, focus: mostFpsSchema }),
  activityDays: z.int().min(1).max(365),
  flowRunDays: z.int().min(1).max(365),
  rulesPercent: z.int().min(1).max(100),
  tried: z.array(z.enum(firstSteps)).max(firstSteps.length),
  keyboardHints: z.int().min(0).max(mostKeyboardHints),
  recent: z.array(z.string().min(1).max(300)).max(mostRecent),
  notifications: z.boolean(),
  startsWithComputer: z.boolean(),
  door: z.boolean(),
  quietNews: z.array(z.enum(newsGroups)).max(newsGroups.length),
  updates: z.boolean(),
  proxy: proxySchema,
  captures: z.strictObject({
    folder: z.string().max(4000),
    pattern: z.string().max(1000),
    format: z.enum(pictureFormats),
  }),
}) satisfies z.ZodType<Preferences>

/** How a further wall's window is divided. */
export const lookSchema = preferencesSchema.pick({
  tileSize: true,
  inspector: true,
  rail: true,
  strip: true,
  panel: true,
}) satisfies z.ZodType<Look>

/** Some of the preferences, as the page changes them and a file keeps them. */
export const preferenceChangesSchema = preferencesSchema.partial()
