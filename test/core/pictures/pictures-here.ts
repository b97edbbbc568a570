import { systemClock } from '../../../src-main/core/time/clock'
import type { RecognizedLine } from '../../../src-main/core/pictures/looks'
import type { StartPictureProcess } from '../../../src-main/core/pictures/picture-process'
import { createPictures, type PhonePictures, type Pictures } from '../../../src-main/core/pictures/pictures'
import { createLooker } from '../../../src-main/core/pictures/process/looker'

/** Looks at pictures in the test's own process. */
export const startPicturesHere: StartPictureProcess = (work) => {
  const looking = createLooker(work)
  let answer: Parameters<ReturnType<StartPictureProcess>['onAnswer']>[0] = () => undefined
  void looking.then(() => answer({ is: 'ready' }))
  return {
    ask: (look) =>
      void looking
        .then((looker) => looker(look))
        .then(
          (found) => answer({ is: 'found', found }),
          (error: unknown) => answer({ is: 'failed', why: String(error) }),
        ),
    giveWay: () => undefined,
    onAnswer: (listener) => (answer = listener),
    onExit: () => undefined,
    kill: () => undefined,
  }
}

export const picturesHere = (): Pictures => createPictures({ clock: systemClock, start: startPicturesHere })

/** Looks at pictures, but reads what a test decides. */
export function picturesReading(
  readText: (jpeg: Buffer) => Promise<readonly RecognizedLine[]>,
): Pick<Pictures, 'of'> {
  const here = picturesHere()
  const of = (publicId: string): PhonePictures => ({ ...here.of(publicId), readText })
  return { of }
}
