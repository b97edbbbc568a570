/** The tools of one program with a grant, on the window's fleet. Its answers are those of the protocol, as JSON. */
export interface ProgramTools {
  list(): unknown
  /** @throws FaultError only when the call itself is wrong or stopped: a refusal and a failure are answers */
  call(tool: string, given: Readonly<Record<string, unknown>>, stop: AbortSignal): Promise<unknown>
  resources(stop: AbortSignal): Promise<unknown>
  read(uri: string, stop: AbortSignal): Promise<unknown>
  /** The program is gone. */
  close(): void
}
