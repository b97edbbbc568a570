import { endOutput, print, watchOutput } from './output'
import { startArguments, usage, UsageError, type StartArguments } from './start-arguments'

/** As `startArguments`. Ends the program for `--help`, for `--version` and for what it does not know. */
export async function readArguments(...given: Parameters<typeof startArguments>): Promise<StartArguments> {
  try {
    const args = startArguments(...given)
    if (args.prints === null) return args
    watchOutput()
    print(args.prints)
    process.exit(await endOutput(0))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`fleetwall: ${error.message}\n\n${usage}`)
    process.exit(2)
  }
}
