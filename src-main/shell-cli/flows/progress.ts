import type { CaseResult, RunEvent, RunResult } from '../../core/flows/run/run-result'
import { plain, paint, type Terminal } from '../terminal/terminal'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const clearLine = '\r\u001b[K'

/** Says how a run goes on, for people. */
export interface Progress {
  take(event: RunEvent): void
  end(run: RunResult): void
}

export function createProgress(terminal: Terminal): Progress {
  let cases = 0
  let ended = 0
  /** What each phone does now. */
  const now = new Map<string, string>()

  const print = (line: string) => {
    terminal.print(`${terminal.isColourful ? clearLine : ''}${line}\n`)
    showStatus()
  }
  const showStatus = () => {
    if (!terminal.isColourful || cases === 0) return
    const [first] = now.values()
    const rest = first === undefined ? '' : `  ${first}${now.size > 1 ? ` and ${now.size - 1} more` : ''}`
    terminal.print(clearLine + paint(terminal, 'dim', `${ended} of ${cases}${rest}`.slice(0, 100)))
  }

  return {
    take(event) {
      switch (event.type) {
        case 'run': {
          cases = event.cases
          const { flows, phones } = event
          print(`${count(flows, 'flow')} on ${count(phones.length, 'phone')}`)
          return
        }
        case 'step':
          if (event.state === 'started')
            now.set(event.phone.id, `${plain(event.phone.name)}: ${plain(event.title)}`)
          else if (event.step.state === 'warned')
            print(
              paint(
                terminal,
                'warn',
                `  ! ${plain(event.step.title)} on ${plain(event.phone.name)}: ${plain(event.step.message ?? '')}`,
              ),
            )
          showStatus()
          return
        case 'flow':
          if (event.state === 'retried')
            print(
              paint(
                terminal,
                'warn',
                `  ! ${plain(event.flow)} on ${plain(event.phone.name)}, try ${event.try}: ${plain(event.message)}`,
              ),
            )
          if (event.state !== 'ended') return
          ended += 1
          now.delete(event.result.phone.id)
          for (const line of linesOf(event.result, terminal)) print(line)
      }
    },
    end({ cases: all, ms }) {
      if (terminal.isColourful) terminal.print(clearLine)
      cases = 0
      const of = (verdict: CaseResult['verdict']) => all.filter((each) => each.verdict === verdict).length
      const spent = all.reduce((sum, { spentActions }) => sum + spentActions, 0)
      const parts = [
        paint(terminal, 'good', `${of('passed')} passed`),
        ...(of('failed') > 0 ? [paint(terminal, 'bad', `${of('failed')} failed`)] : []),
        ...(of('stopped') > 0 ? [paint(terminal, 'warn', `${of('stopped')} stopped`)] : []),
      ]
      print(`${parts.join(', ')} in ${seconds(ms)}, ${count(spent, 'action')}`)
    },
  }
}

export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

function linesOf({ verdict, flow, phone, ms, failure }: CaseResult, terminal: Terminal): string[] {
  const [mark, colour] = {
    passed: ['✓', 'good'] as const,
    failed: ['✗', 'bad'] as const,
    stopped: ['–', 'warn'] as const,
  }[verdict]
  const first = `${paint(terminal, colour, mark)} ${plain(flow)} on ${plain(phone.name)} ${paint(terminal, 'dim', `(${seconds(ms)})`)}`
  if (!failure || verdict !== 'failed') return [first]
  const { place, step, message, expected, seen } = failure
  const at = place ? ` (${plain(place.file)}:${place.line}:${place.column})` : ''
  return [
    first,
    `    ${step === null ? '' : `${plain(step)}${at}: `}${plain(message)}`,
    ...(expected === null ? [] : [`    expected: ${plain(expected)}`]),
    ...(seen === null ? [] : [`    seen: ${plain(seen)}`]),
  ]
}
