import { UsageError } from '../../core/base/start-arguments'
import { checkFlows } from '../../core/flows/reading/check'
import { problemLine } from '../../core/flows/language/problem'
import { listOf, readArguments } from '../terminal/arguments'
import { readWords } from '../fleet/fleet-access'
import { exits, type Terminal } from '../terminal/terminal'
import { complainOfMissing } from './missing'
import { resultsFolder } from './test-arguments'

/** `fleetwall check`: reads flows, and lists every mistake. */
export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    'include-tags': { type: 'string', multiple: true },
    'exclude-tags': { type: 'string', multiple: true },
    'user-data-dir': { type: 'string' },
  })
  if (positionals.length === 0) throw new UsageError('name a flow or a folder')
  const { flows, problems } = await checkFlows({
    paths: positionals,
    from: terminal.folder,
    words: await readWords(values, terminal),
    includeTags: listOf(values['include-tags']),
    excludeTags: listOf(values['exclude-tags']),
    leaveOut: [resultsFolder],
  })
  for (const problem of problems) terminal.complain(problemLine(problem), false)
  if (problems.length > 0) return exits.usage
  complainOfMissing(flows, [], terminal)
  terminal.print(`${flows.length} ${flows.length === 1 ? 'flow' : 'flows'}, no mistakes\n`)
  return exits.passed
}
