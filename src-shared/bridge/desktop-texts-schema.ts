import { z } from 'zod'
import { desktopTexts } from './desktop-texts'

const longestText = 500

const isLocale = (text: string) => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** The texts that the page sends to the main process. */
export const desktopTextsSchema = z.strictObject({
  locale: z.string().refine(isLocale),
  texts: z.record(z.enum(desktopTexts), z.string().max(longestText)),
})
