import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The pictures in ./fixtures are our own: text, gradients and saturated areas drawn on a canvas, 101 by 67 where no size is named, and
 * for `smooth` waves of colour, written as PPM and encoded with libjpeg-turbo 2.1.5: `cjpeg -quality 77 -sample 2x2`, and what the name
 * says (`-optimize`, `-restart 1`, `-restart 3B`, `-quality 20`, `-progressive`, `-grayscale`, `-rgb`, `-arithmetic`). `colour-finer` is
 * `-sample 1x1,2x2,2x1`, `three-scans` has one for each component, 444-noise is of quality 100 with tables of its own,
 * 420-full-blocks (48 by 32) of quality 100, of noise of 16 either way around grey.
 */
const folder = join(import.meta.dirname, 'fixtures')

const bytes = new Map(
  readdirSync(folder).map((name) => [
    name.replace('.jpg', ''),
    Uint8Array.from(readFileSync(join(folder, name))),
  ]),
)

/** The bytes of a fixture by its file's name. */
export function fixture(name: string): Uint8Array {
  const found = bytes.get(name)
  if (found === undefined) throw new Error(`No fixture ${name}`)
  return found
}

const foreign = ['411', 'arithmetic', 'grey', 'progressive', 'rgb', 'three-scans']

/** The names of all that are for this decoder, and of those that are not. */
export const ownNames = [...bytes.keys()].filter((name) => !foreign.includes(name))
export const foreignNames = foreign
