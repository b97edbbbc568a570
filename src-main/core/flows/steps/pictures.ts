import { fill } from '../language/evaluate'
import type { AssertScreenshot, TakeScreenshot } from '../language/flow'
import { reportName } from '../language/flow-files'
import { comparePictures } from '../look/compare-pictures'
import { toPng } from '../look/picture'
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

/** Compares the screen with a kept picture, frame by frame until both are alike. */
export async function assertScreenshot(step: AssertScreenshot, context: StepContext): Promise<void> {
  const { eyes, names } = context
  const kept = await readPicture(step.expected, names)
  let best = 0
  let sizes: string | null = null
  const isAlike = await eyes.untilFrame(lookForMs, async (jpeg) => {
    const likeness = await comparePictures(jpeg, kept.bytes, step.mask)
    best = Math.max(best, likeness.percentage)
    sizes = likeness.sizes
    return likeness.percentage >= step.thresholdPercentage
  })
  if (isAlike) return
  const expected = `${step.thresholdPercentage}% as in ${kept.path}`
  const seen = sizes ?? `${(Math.floor(best * 100) / 100).toFixed(2)}% alike`
  throw new StepFailure(`The screen differs from ${kept.path}: ${seen}.`, expected, seen)
}
