import { basename, extname } from 'node:path'
import { z } from 'zod'
import { fill } from '../language/evaluate'
import { list, number, oneOf, text } from '../language/fields'
import { inOption } from '../language/flow-error'
import { fileOf, reportName } from '../language/flow-files'
import { common } from '../language/selectors'
import { lookForMs, readPicture } from '../on-phone/eyes'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { command } from './command'
import { inReport, namedInReport } from './report-files'

// A file's name has 255 bytes at most, and a letter up to four.
const mostOfName = 50

const mask = z.union([
  oneOf('statusbar'),
  z.strictObject({
    left: number(0, 100),
    top: number(0, 100),
    width: number(0, 100),
    height: number(0, 100),
  }),
])

/** Keeps the screen, once it is still, as a PNG in the report's folder. */
export const takeScreenshot = command('Keeps the screen in the report.', inReport, {
  build: namedInReport,
  async run({ path }, { eyes, names, files, pictures }) {
    const name = reportName(fill(path, names))
    await eyes.rest()
    const { jpeg } = await eyes.frame()
    pictures.push(await files.save(name, '.png', await eyes.pictures.toPng(jpeg)))
  },
})

/**
 * Compares the screen with a kept picture, frame by frame until both are alike. At a failure the kept picture and what
 * differs go into the report's folder, too.
 */
export const assertScreenshot = command(
  'Compares the screen with a kept one.',
  {
    schema: z.strictObject({
      path: text.describe('The kept screenshot.'),
      thresholdPercentage: number(0, 100)
        .optional()
        .describe('The share of pixels that must be equal. 95 by default.'),
      mask: list(mask)
        .optional()
        .describe('What is not compared: statusbar, or {left, top, width, height} in percent.'),
      ...common,
    }),
    short: 'path',
  },
  {
    build: ({ path, thresholdPercentage, mask: masks }, around) => ({
      // It may be missing until somebody keeps one.
      expected: inOption('path', () => fileOf(around, path, false)),
      thresholdPercentage: thresholdPercentage ?? 95,
      mask: masks ?? [],
    }),
    async run(step, { eyes, names, files, pictures }) {
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
      const expected = reasons.asIn({ percent: `${step.thresholdPercentage}`, path: kept.path })
      const name = basename(kept.path, extname(kept.path))
        .replace(/[^\p{L}\p{N}_-]+/gu, '-')
        .slice(0, mostOfName)
      pictures.push(await files.save(`${name} expected`, '.png', await eyes.pictures.toPng(kept.bytes)))
      const difference = last.jpeg && (await eyes.pictures.difference(last.jpeg, kept.bytes, step.mask))
      if (difference) pictures.push(await files.save(`${name} difference`, '.png', difference))
      const seen = last.sizes ?? reasons.alike({ percent: (Math.floor(best * 100) / 100).toFixed(2) })
      throw new StepFailure(reasons.differs({ path: kept.path, seen }), expected, seen)
    },
  },
)
