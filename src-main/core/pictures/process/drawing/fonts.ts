import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'

const files = ['Inter-Regular.ttf', 'Inter-SemiBold.ttf']

// Common system fonts for other scripts. Skia falls back only to families that stand before sans-serif.
const systemFonts = [
  'DejaVu Sans',
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans CJK SC',
  'Noto Color Emoji',
  'Segoe UI',
  'Microsoft YaHei',
  'Segoe UI Emoji',
  'Arial Unicode MS',
  'PingFang SC',
  'Apple Color Emoji',
]

/** The CSS families of a sheet's text; the system's fonts stand in for characters that ours does not have. */
export const family = ['Fleetwall Inter', ...systemFonts]
  .map((name) => `"${name}"`)
  .concat('sans-serif')
  .join(', ')

/** Loads the bundled fonts into this thread. Call it once, before anything is drawn. */
export function registerFonts(): void {
  const folder = fontsFolder(dirname(fileURLToPath(import.meta.url)))
  for (const name of files) GlobalFonts.register(readFileSync(join(folder, name)), 'Fleetwall Inter')
}

/** Finds `resources/fonts`, which stands above the sources and above the built program. */
function fontsFolder(below: string): string {
  const folder = join(below, 'resources', 'fonts')
  if (existsSync(folder)) return folder
  if (dirname(below) === below) throw new Error('resources/fonts is missing')
  return fontsFolder(dirname(below))
}
