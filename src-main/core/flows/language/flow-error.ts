/** An error of the flow: a name that is not set, a text that is no number, a path that leaves the folder. Fails its step. */
export class FlowError extends Error {
  override readonly name = 'FlowError'

  constructor(
    message: string,
    /** The way to what is wrong, in the options of a command. */
    readonly path: readonly PropertyKey[] = [],
  ) {
    super(message)
  }
}

/** Adds the option in which a FlowError arose. */
export function inOption<Made>(option: PropertyKey, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    throw error instanceof FlowError ? new FlowError(error.message, [option, ...error.path]) : error
  }
}
