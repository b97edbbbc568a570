/** An error of the flow: a name that is not set, a text that is no number, a path that leaves the folder. Fails its step. */
export class FlowError extends Error {
  override readonly name = 'FlowError'
}
