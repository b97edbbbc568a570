import { fill } from '../language/evaluate'
import type { StartRecording } from '../language/flow'
import { reportName } from '../language/flow-files'
import { StepFailure } from '../on-phone/step-failure'
import type { StepContext } from './step-context'

/** Begins a video in the report's folder, which ends at the latest with the case. */
export async function startRecording(step: StartRecording, context: StepContext): Promise<void> {
  const { eyes, names, files, phone, pictures, memory } = context
  if (memory.endFilm) throw new StepFailure('A recording is under way already: use stopRecording before.')
  const name = reportName(fill(step.path, names))
  await eyes.frame()
  const { path, film } = await files.film(name, phone.name)
  const close = phone.open(film)
  memory.endFilm = () => {
    memory.endFilm = null
    close()
    return film.end()
  }
  pictures.push(path)
}

export async function stopRecording({ memory }: StepContext): Promise<void> {
  if (!memory.endFilm) throw new StepFailure('No recording is under way: use startRecording before.')
  await memory.endFilm().catch((error: unknown) => {
    throw new StepFailure(`The recording was not kept whole: ${error instanceof Error ? error.message : ''}.`)
  })
}
