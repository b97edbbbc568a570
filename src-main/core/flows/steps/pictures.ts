import { basename, extname } from 'node:path'
import { fill } from '../language/evaluate'
import type { AssertScreenshot, TakeScreenshot } from '../language/flow'
import { reportName } from '../language/flow-files'
import { lookForMs, readPicture } from '../on-phone/eyes'
import { StepFailure } from '../on-phone/step-failure'
import type { StepContext } from './step-context'

// A file's name has 255 bytes at most, and a letter up to four.
const mostOfName = 50

/** Keeps the screen, once it is still, as a PNG in the report's folder. */
export async function takeScreenshot(step: TakeScreenshot, context: StepContext): Promise<void> {
  const { eyes, names, files, pictures } = context
  const name = reportName(fill(step.path, names))
  await eyes.rest()
  const { jpeg } = await eyes.frame()
  pictures.push(await files.save(name, '.png', await eyes.pictures.toPng(jpeg)))
}

/**
 * Compares the screen with a kept picture, frame by frame until both are alike. At a failure the kept picture and what
 * differs go into the report's folder, too.
 */
export async function assertScreenshot(step: AssertScreenshot, context: StepContext): Promise<void> {
  const { eyes, names, files, pictures } = context
  const kept = await readPicture(step.expected, names)
  let best = 0
  const last: { jpeg: Buffer | null; sizes: string | null } = { jpeg: null, sizes: null }
  const isAlike = await eyes.untilFrame(lookForMs, async (jpeg) => {
    const likeness = await eyes.pictures.compare(jpeg, kept.bytes, step.mask)
    best = Math.max(best, likeness.percentage)
    last.jpeg = jpeg
    last.sizes = likeness.sizes
    return likeness.percentage >= step.thresholdPercentage
  })
  if (isAlike) return
  const expected = `${step.thresholdPercentage}% as in ${kept.path}`
  const name = basename(kept.path, extname(kept.path))
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .slice(0, mostOfName)
  pictures.push(await files.save(`${name} expected`, '.png', await eyes.pictures.toPng(kept.bytes)))
  const difference = last.jpeg && (await eyes.pictures.difference(last.jpeg, kept.bytes, step.mask))
  if (difference) pictures.push(await files.save(`${name} difference`, '.png', difference))
  const seen = last.sizes ?? `${(Math.floor(best * 100) / 100).toFixed(2)}% alike`
  throw new StepFailure(`The screen differs from ${kept.path}: ${seen}.`, expected, seen)
}
