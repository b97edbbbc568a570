import { z } from 'zod'
import { desktopTexts, menuRoles } from './desktop-texts'

const longestText = 500
const longestWord = 100
const mostMenus = 20
const mostEntries = 200

const isLocale = (text: string) => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

const commandSchema = z.strictObject({
  id: z.string().max(longestWord),
  title: z.string().max(longestText),
  enabled: z.boolean(),
  checked: z.boolean().nullable(),
  // What Electron would not read makes it throw.
  accelerator: z
    .string()
    .regex(/^(?:(?:CmdOrCtrl|Alt|Shift)\+){0,3}(?:[A-Z\d,.]|F\d{1,2}|Left|Right|Up|Down)$/)
    .nullable(),
})
const menuSchema = z.strictObject({
  title: z.string().max(longestText),
  entries: z.array(commandSchema.nullable()).max(mostEntries),
})

/** The texts that the page sends to the main process. */
export const desktopTextsSchema = z.strictObject({
  locale: z.string().refine(isLocale),
  texts: z.record(z.enum(desktopTexts), z.string().max(longestText)),
  menus: z.array(menuSchema).max(mostMenus).optional(),
  roles: z.record(z.enum(menuRoles), z.string().max(longestWord)).optional(),
})
