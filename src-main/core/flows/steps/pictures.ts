import { basename, extname } from 'node:path'
import { fill } from '../language/evaluate'
import type { AssertScreenshot, TakeScreenshot } from '../language/flow'
import { reportName } from '../language/flow-files'
import { comparePictures, type Likeness } from '../look/compare-pictures'
import { pngOf, toPng } from '../look/picture'
import { lookForMs, readPicture } from '../on-phone/eyes'
import { StepFailure } from '../on-phone/step-failure'
import type { StepContext } from './step-context'

/** Keeps the screen, once it is still, as a PNG in the report's folder. */
export async function takeScreenshot(step: TakeScreenshot, context: StepContext): Promise<void> {
  const { eyes, names, files, pictures } = context
  const name = reportName(fill(step.path, names))
  await eyes.rest()
  const { jpeg } = await eyes.frame()
  pictures.push(await files.save(name, '.png', await toPng(jpeg)))
}

/**
 * Compares the screen with a kept picture, frame by frame until both are alike. At a failure the kept picture and what
 * differs go into the report's folder, too.
 */
export async function assertScreenshot(step: AssertScreenshot, context: StepContext): Promise<void> {
  const { eyes, names, files, pictures } = context
  const kept = await readPicture(step.expected, names)
  let best = 0
  let last: Likeness | null = null
  const isAlike = await eyes.untilFrame(lookForMs, async (jpeg) => {
    const likeness = await comparePictures(jpeg, kept.bytes, step.mask)
    best = Math.max(best, likeness.percentage)
    last = likeness
    return likeness.percentage >= step.thresholdPercentage
  })
  if (isAlike) return
  const expected = `${step.thresholdPercentage}% as in ${kept.path}`
  const name = basename(kept.path, extname(kept.path)).replace(/[^\p{L}\p{N}_-]+/gu, '-')
  pictures.push(await files.save(`${name} expected`, '.png', await toPng(kept.bytes)))
  const { sizes, difference } = last ?? { sizes: null, difference: null }
  if (difference) pictures.push(await files.save(`${name} difference`, '.png', await pngOf(difference)))
  const seen = sizes ?? `${(Math.floor(best * 100) / 100).toFixed(2)}% alike`
  throw new StepFailure(`The screen differs from ${kept.path}: ${seen}.`, expected, seen)
}
