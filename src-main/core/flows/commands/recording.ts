import { fill } from '../language/evaluate'
import { reportName } from '../language/flow-files'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { alone, command } from './command'
import { inReport, namedInReport } from './report-files'

/** Begins a video in the report's folder, which ends at the latest with the case. */
export const startRecording = command('Begins a video in the report.', inReport, {
  build: namedInReport,
  async run(step, { eyes, names, files, phone, pictures, memory }) {
    if (memory.endFilm) throw new StepFailure(reasons.recordsAlready)
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
  },
})

export const stopRecording = command('Ends the video.', alone, {
  build: () => ({}),
  async run(_, { memory }) {
    if (!memory.endFilm) throw new StepFailure(reasons.recordsNothing)
    await memory.endFilm().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : ''
      throw new StepFailure(reasons.recordingCut({ why }))
    })
  },
})
