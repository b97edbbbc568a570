import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { PictureAnswer, PictureMessage } from '../looks'
import { overrunLine } from '../overrun'
import type { PicturePriority, PictureWork } from '../picture-process'
import { createLooker } from './looker'
import { lowerPriority } from './lower-priority'
import { createPace } from './pace'

// The process that looks at pictures, with nothing else in it: no key, no socket.

const mostBytes = 1024 ** 3
const [work, priority] = process.argv.slice(2) as [PictureWork, PicturePriority]

/** The port to the program in a utility process of Electron. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: PictureMessage }) => void): void
  postMessage(answer: PictureAnswer): void
}

// A look keeps this thread busy, so another one ends a process that takes too much memory or time of the processor, or
// whose program was killed. A clock on the wall would blame a busy computer on a phone. Its program hears why first, so
// that it can tell this end from one from outside; the channel of messages belongs to the busy thread.
const watch = `
  const process = require('node:process')
  const parent = process.ppid
  const used = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  let most = Infinity
  let isSaid = false
  require('node:worker_threads').parentPort.on('message', (cpuMs) => (most = used() + cpuMs))
  setInterval(() => {
    const isOver = used() > most || process.memoryUsage.rss() > ${mostBytes}
    if (isOver && !isSaid) {
      isSaid = true
      try {
        return void require('node:fs').writeSync(1, ${JSON.stringify(overrunLine)})
      } catch {}
    }
    if (isSaid || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, 100)
`
const watcher = new Worker(watch, { eval: true })
watcher.unref()

// What a person stops, such as a run at a terminal, ends by the program: it may need its pictures until then.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
if (priority === 'low' && work !== 'judging') lowerPriority()

const { parentPort } = process as { parentPort?: ParentPort }
const send = (answer: PictureAnswer) => {
  if (parentPort) parentPort.postMessage(answer)
  else process.send?.(answer)
}
const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const pace = createPace({
  ...{ now: () => performance.now(), used },
  ...{ hear: () => immediate(), wait: (ms: number) => delay(Math.ceil(ms)) },
})
const looking = createLooker(work, pace)
const hear = async (message: PictureMessage) => {
  if (message === 'hand') return pace.hand()
  const { look, cpuMs } = message
  try {
    const looker = await looking
    watcher.postMessage(cpuMs)
    send({ is: 'found', found: await looker(look) })
  } catch (error) {
    send({ is: 'failed', why: error instanceof Error ? error.message : String(error) })
  } finally {
    watcher.postMessage(Infinity)
  }
}
if (parentPort) parentPort.on('message', ({ data }) => void hear(data))
else {
  process.on('message', (message) => void hear(message as PictureMessage))
  process.on('disconnect', () => process.exit())
}
await looking
send({ is: 'ready' })
