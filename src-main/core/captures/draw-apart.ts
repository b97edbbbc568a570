import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DrawingJob } from './drawing/drawing-job'

/** Draws in a thread of its own. @returns the bytes of the file @throws Error when the thread fails */
export type DrawApart = (job: DrawingJob) => Promise<Uint8Array>

/** @param script the built `drawing/worker` */
export const createDrawApart =
  (script: URL): DrawApart =>
  async (job) => {
    const worker = new Worker(script, { workerData: job })
    try {
      const [bytes] = (await once(worker, 'message')) as [Uint8Array]
      return bytes
    } finally {
      void worker.terminate()
    }
  }
