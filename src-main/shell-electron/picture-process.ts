import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { PictureAnswer, PictureMessage } from '../core/pictures/looks'
import { onOverrun } from '../core/pictures/overrun'
import {
  pictureEnvironment,
  type PicturePriority,
  type StartPictureProcess,
} from '../core/pictures/picture-process'

/** Starts utility processes, which end with the app. */
export const electronPictures =
  (priority: PicturePriority): StartPictureProcess =>
  (work) => {
    const program = fileURLToPath(new URL('./pictures.js', import.meta.url))
    const child = utilityProcess.fork(program, [work, priority], {
      serviceName: 'Fleetwall pictures',
      env: pictureEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const send = (message: PictureMessage) => child.postMessage(message)
    return {
      ask: (look, cpuMs) => send({ look, cpuMs }),
      giveWay: () => send('hand'),
      onAnswer(listener) {
        child.on('message', (answer) => listener(answer as PictureAnswer))
        onOverrun(child.stdout, listener)
      },
      onExit: (listener) => {
        child.once('exit', listener)
        // V8 ran out of memory: an error without a listener would end the app.
        child.once('error', listener)
      },
      kill: () => void child.kill(),
    }
  }
