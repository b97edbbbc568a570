import type { CheckedFlow } from '../../core/flows/reading/check'
import { missingOf } from '../../core/flows/reading/missing'
import { problemLine } from '../../core/flows/language/problem'
import type { Terminal } from '../terminal/terminal'

/** Warns of what flows lack for a run. @param names those of `--env` */
export function complainOfMissing(
  flows: readonly CheckedFlow[],
  names: readonly string[],
  terminal: Terminal,
): void {
  for (const checked of flows)
    for (const problem of missingOf(checked, names))
      terminal.complain(`${problemLine(problem)} (warning)`, false)
}
