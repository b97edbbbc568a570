import { LookFailed, type Look } from '../looks'
import type { PictureWork } from '../picture-process'
import { drawSheet } from './drawing/draw-sheet'
import { registerFonts } from './drawing/fonts'
import { comparePictures, differenceOf } from './judging/compare-pictures'
import { findPart, isPlain } from './judging/find-part'
import { hasChanged } from './judging/has-changed'
import { cutOut, decodePicture, pngOf, scaled, toPng } from './picture'
import { grayOf } from './gray'
import type { Pace } from './pace'

/** Does a look. @throws Error when it fails */
export type Looker = (look: Look) => Promise<unknown>

/**
 * Creates what does the looks of one kind of work, with all that it takes loaded.
 * @param pace of long looks; without one, they never rest
 */
export async function createLooker(work: PictureWork, pace?: Pace): Promise<Looker> {
  const read = work === 'reading' ? await loadReader(pace) : null
  if (work === 'drawing') registerFonts()

  return async (look) => {
    switch (look.kind) {
      case 'read': {
        if (!read) throw new LookFailed('This process reads no text.')
        return read(grayOf(await decodePicture(look.picture)))
      }
      case 'compare':
        return comparePictures(look.seen, look.kept, look.masks)
      case 'difference': {
        const difference = await differenceOf(look.seen, look.kept, look.masks)
        return difference && pngOf(difference)
      }
      case 'find':
        return findPart(look.seen, look.part, look.threshold)
      case 'changed':
        return hasChanged(look.before, look.now)
      case 'thumbnail':
      case 'scaled':
        return scaled(look.picture, look.width)
      case 'cutOut':
        return cutOut(look.picture, look.place)
      case 'plain':
        return isPlain(look.picture)
      case 'png':
        return toPng(look.picture)
      case 'sheet':
        return drawSheet(look.sheet, look.format)
    }
  }
}

async function loadReader(pace?: Pace) {
  const [{ loadEngine }, { createScreenReader }] = await Promise.all([
    import('./reading/engine'),
    import('./reading/screen-reader'),
  ])
  return createScreenReader(await loadEngine(), pace)
}
