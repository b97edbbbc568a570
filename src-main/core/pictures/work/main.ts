import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Look, PictureAnswer } from '../looks'
import type { PicturePriority, PictureWork } from '../picture-process'
import { createLooker } from './looker'

// The process that looks at pictures, with nothing else in it: no key, no socket.

const mostBytes = 1024 ** 3
const [work, priority] = process.argv.slice(2) as [PictureWork, PicturePriority]

/** The port to the program in a utility process of Electron. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: Look }) => void): void
  postMessage(answer: PictureAnswer): void
}

// The look itself keeps its thread busy, so that another one ends a process that takes too much memory, or whose
// program was killed.
const watch = `
  const process = require('node:process')
  const parent = process.ppid
  setInterval(() => {
    if (process.memoryUsage.rss() > ${mostBytes} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, 100)
`
new Worker(watch, { eval: true }).unref()

// What a person stops, such as a run at a terminal, ends by the program: it may need its pictures until then.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
if (priority === 'low' && work !== 'judging') setPriority(0, constants.priority.PRIORITY_LOW)

const { parentPort } = process as { parentPort?: ParentPort }
const send = (answer: PictureAnswer) => {
  if (parentPort) parentPort.postMessage(answer)
  else process.send?.(answer)
}
const looking = createLooker(work)
const answer = async (look: Look) => {
  try {
    const { looker } = await looking
    send({ is: 'found', found: await looker(look) })
  } catch (error) {
    send({ is: 'failed', why: error instanceof Error ? error.message : String(error) })
  }
}
if (parentPort) parentPort.on('message', ({ data }) => void answer(data))
else {
  process.on('message', (look) => void answer(look as Look))
  process.on('disconnect', () => process.exit())
}
await looking
send({ is: 'ready' })
