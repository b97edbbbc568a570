import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Look, PictureAnswer, PictureMessage } from './looks'
import { onOverrun } from './overrun'

/** What a process is for: each works on one look after the other. */
export type PictureWork = 'reading' | 'judging' | 'drawing'

/** A process without keys that looks at pictures, however the shell starts one. */
export interface PictureProcess {
  /** @param cpuMs how much time of the processor the look may take, in ms; then it says 'overrun', and ends itself */
  ask(look: Look, cpuMs: number): void
  /** A person touches a phone: what works for long leaves the processor to them for a while. */
  giveWay(): void
  onAnswer(listener: (answer: PictureAnswer) => void): void
  onExit(listener: () => void): void
  /** Ends it at once, whatever it does. */
  kill(): void
}

/** `low` leaves the processor to the frames of a wall. */
export type PicturePriority = 'low' | 'normal'

export type StartPictureProcess = (work: PictureWork) => PictureProcess

const built = fileURLToPath(new URL('./pictures.js', import.meta.url))
const source = fileURLToPath(new URL('./process/main.ts', import.meta.url))

// Fonts and temporary files need these; a key in the environment is none of its business.
const passedOn = [
  ...['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'LC_ALL'],
  ...['FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...['XDG_DATA_DIRS', 'LD_LIBRARY_PATH'],
]

/** Returns what of an environment the process gets: no key. */
export const pictureEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Starts processes of Node, from the built program or from source. */
export const nodePictures =
  (priority: PicturePriority): StartPictureProcess =>
  (work) => {
    const isBuilt = existsSync(built)
    const child = fork(isBuilt ? built : source, [work, priority], {
      execArgv: isBuilt ? [] : ['--import', import.meta.resolve('tsx')],
      env: pictureEnvironment(process.env),
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    // A process that has just died says so by its exit.
    const send = (message: PictureMessage) => void child.send(message, () => undefined)
    return {
      ask: (look, cpuMs) => send({ look, cpuMs }),
      giveWay: () => send('hand'),
      onAnswer(listener) {
        child.on('message', (message) => listener(message as PictureAnswer))
        onOverrun(child.stdout, listener)
      },
      onExit: (listener) => {
        child.once('exit', listener)
        child.once('error', listener)
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
