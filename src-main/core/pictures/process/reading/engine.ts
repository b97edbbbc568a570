import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, dirname } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Gray } from '../gray'
import type { RecognizedWord } from '../../looks'

/** What Fleetwall uses of tesseract.js-core, which has no types. */
interface TesseractCore {
  FS: { writeFile(path: string, data: Uint8Array): void }
  TessBaseAPI: new () => {
    /** @returns 0 when it is ready */
    Init(dataPath: null, languages: string, engine: number, config: undefined): number
    SetVariable(name: string, value: string): boolean
    SetImageFile(orientation: number, angle: number): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
  }
}

/** Reads pictures of one line each. */
export interface Engine {
  /** Returns the words of a line, black on white, in its pixels. */
  readLine(line: Gray): RecognizedWord[]
}

const LANGUAGES = ['deu', 'eng']
const LSTM_ONLY = 1
const SINGLE_LINE = '7'
const LEAST_CONFIDENCE = 20

/** Loads Tesseract and its languages from this program's packages. @throws when a file is missing */
export async function loadEngine(): Promise<Engine> {
  const require = createRequire(import.meta.url)
  const load = require('tesseract.js-core/tesseract-core-simd-lstm') as () => Promise<TesseractCore>
  const core = await load()
  for (const language of LANGUAGES) {
    const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
    const file = join(folder, '4.0.0_best_int', `${language}.traineddata.gz`)
    core.FS.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(file)))
  }
  const api = new core.TessBaseAPI()
  if (api.Init(null, LANGUAGES.join('+'), LSTM_ONLY, undefined) !== 0)
    throw new Error('Tesseract did not start')
  api.SetVariable('tessedit_pageseg_mode', SINGLE_LINE)
  // Every line comes black on white.
  api.SetVariable('tessedit_do_invert', '0')
  api.SetVariable('debug_file', '/dev/null')
  return {
    readLine({ width, height, data }) {
      core.FS.writeFile('/input', Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]))
      if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract cannot read the line')
      api.Recognize(null)
      return wordsOf(api.GetTSVText(0))
    },
  }
}

/** Reads the words (level 5) of Tesseract's table. */
function wordsOf(table: string): RecognizedWord[] {
  return table.split('\n').flatMap((row) => {
    const cells = row.split('\t')
    const [left, top, width, height, confidence] = cells.slice(6, 11).map(Number)
    const text = cells[11]?.trim() ?? ''
    if (cells[0] !== '5' || text === '' || (confidence ?? 0) < LEAST_CONFIDENCE) return []
    return {
      // An upright stroke that stands alone is hardly ever a bar.
      text: text === '|' ? 'I' : text,
      left: left ?? 0,
      top: top ?? 0,
      width: width ?? 0,
      height: height ?? 0,
      confidence: Math.round(confidence ?? 0),
    }
  })
}
