import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pictures } from '../../pictures/pictures'
import { ownName } from '../run/planned-flow'
import { shownVerdict, stepCount, type CaseResult, type RunResult, type StepResult } from '../run/run-result'
import { escapeText } from './escape'
import { script, style } from './html-parts'

const thumbnailWidth = 240
// All pictures of a report together: it stays one file that mails and browsers take.
const mostPictureBytes = 60_000_000
const picturesAtOnce = 4

/**
 * Writes a run as one HTML file that opens offline: a grid of flows and phones.
 * @param folder of the pictures
 * @returns the file in parts: a long run's is longer than a string can be
 */
export async function* writeHtml(
  run: RunResult,
  folder: string,
  pictures: Pick<Pictures, 'of'>,
): AsyncGenerator<string> {
  const phones = [...new Map(run.cases.map(({ phone }) => [phone.id, phone])).values()]
  const flows = [...new Map(run.cases.map(({ flow, file, row }) => [file, ownName(flow, row)]))]
  const casesOf = new Map<string, [index: number, result: CaseResult][]>()
  for (const [index, result] of run.cases.entries()) {
    const key = `${result.phone.id}\n${result.file}`
    casesOf.set(key, [...(casesOf.get(key) ?? []), [index, result]])
  }
  const head = flows
    .map(
      ([file, name]) => `<th scope="col" title="${escapeText(`${name} (${file})`)}">${escapeText(name)}</th>`,
    )
    .join('')
  const rows = phones.map((phone) => {
    const cells = flows.map(
      ([file]) =>
        `<td>${(casesOf.get(`${phone.id}\n${file}`) ?? []).map(([index, each]) => button(each, index)).join('')}</td>`,
    )
    return `<tr><th scope="row" title="${escapeText(`${phone.name} (${phone.id})`)}">${escapeText(phone.name)}</th>${cells.join('')}</tr>`
  })
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeText(title(run))}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeText(title(run))}</h1><p>${escapeText(subtitle(run, phones.length, flows.length))}</p></header>
<main>
<div class="grid" tabindex="0" role="region" aria-label="Results"><table><thead><tr><td></td>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
<section id="detail" aria-live="polite" tabindex="-1"></section>
</main>
<script type="application/json" id="cases">[`
  for (const [index, each] of run.cases.entries()) yield `${index === 0 ? '' : ',\n'}${json(data(each))}`
  yield ']</script>\n<script type="application/json" id="pictures">{'
  let isFirst = true
  for await (const [path, picture] of readPictures(run.cases, folder, pictures)) {
    yield `${isFirst ? '' : ',\n'}${json(path)}:${json(picture)}`
    isFirst = false
  }
  yield `}</script>
<script>${script}</script>
</body>
</html>
`
}

const words = { passed: 'passed', failed: 'failed', stopped: 'stopped', unrun: 'not run' } as const

function button(result: CaseResult, index: number): string {
  const { ms, row } = result
  const verdict = shownVerdict(result)
  const label = `${result.flow} on ${result.phone.name}: ${words[verdict]}`
  const title = row === null ? '' : ` title="${escapeText(row)}"`
  const time = row === null ? seconds(ms) : `${seconds(ms)} · ${row}`
  return `<button data-case="${index}" class="${verdict}" aria-label="${escapeText(label)}"${title}>${words[verdict]} <span>${escapeText(time)}</span></button>`
}

function title({ cases }: RunResult): string {
  const verdicts = cases.map(shownVerdict)
  return (['passed', 'failed', 'stopped', 'unrun'] as const)
    .map((verdict) => ({ verdict, n: verdicts.filter((each) => each === verdict).length }))
    .filter(({ verdict, n }) => verdict === 'passed' || n > 0)
    .map(({ verdict, n }) => `${n} ${words[verdict]}`)
    .join(', ')
}

function subtitle({ startedAt, ms, cases }: RunResult, phones: number, flows: number): string {
  const actions = cases.reduce((sum, { spentActions }) => sum + spentActions, 0)
  const started = new Date(startedAt).toISOString().replace('T', ' ').slice(0, 19)
  return `${flows} ${flows === 1 ? 'flow' : 'flows'} on ${phones} ${phones === 1 ? 'phone' : 'phones'}, ${seconds(ms)}, ${actions} actions, started ${started} UTC`
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** What the page's script needs of a case, as short as can be. */
function data(result: CaseResult) {
  const { flow, file, phone, failure, steps, ms, tries, spentActions } = result
  const verdict = shownVerdict(result)
  return {
    flow,
    file,
    phone: `${phone.name} (${phone.id})`,
    verdict,
    word: words[verdict],
    ms,
    tries,
    actions: spentActions,
    failure: failure && {
      ...failure,
      place: failure.place && `${failure.place.file}:${failure.place.line}:${failure.place.column}`,
    },
    left: stepCount({ steps }) - steps.length,
    steps: steps.map(stepData),
  }
}

const stepData = ({ title: shown, state, depth, atMs, ms, message, pictures }: StepResult) => ({
  title: shown,
  state,
  depth,
  atMs,
  ms,
  message,
  pictures,
})

/** JSON inside of a script element: nothing in it can end the element. */
const json = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** Gives each picture's path and its small copy as an address. */
async function* readPictures(
  cases: readonly CaseResult[],
  folder: string,
  pictures: Pick<Pictures, 'of'>,
): AsyncGenerator<[path: string, picture: string]> {
  let bytes = 0
  const phoneOf = new Map(
    cases.flatMap(({ phone, failure, steps }) =>
      [failure?.frame ?? [], ...steps.map((step) => step.pictures)].flat().map((path) => [path, phone.id]),
    ),
  )
  const small = async ([path, phone]: [string, string]) => ({
    path,
    picture: await readFile(join(folder, ...path.split('/')))
      .then((picture) => pictures.of(phone).thumbnail(picture, thumbnailWidth))
      .catch(() => null),
  })
  const shown = [...phoneOf].filter(([path]) => !path.endsWith('.mkv'))
  for (let at = 0; at < shown.length && bytes <= mostPictureBytes; at += picturesAtOnce)
    for (const { path, picture } of await Promise.all(shown.slice(at, at + picturesAtOnce).map(small))) {
      if (!picture) continue
      bytes += picture.byteLength
      yield [path, `data:image/jpeg;base64,${picture.toString('base64')}`]
    }
}
