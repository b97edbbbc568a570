import { serveMcp, type ToolPort } from './mcp-server'
import type { Terminal } from '../terminal/terminal'

/**
 * Serves tools on standard input and output until the client has gone, the user or the system stops the program, or `gone` is
 * aborted.
 */
export async function serveTools(
  port: ToolPort,
  terminal: Terminal,
  onClient: (name: string) => void = () => undefined,
  gone = new AbortController().signal,
): Promise<void> {
  const { stdin: input, stdout: output } = process
  const server = serveMcp({ port, input, output, onClient, onError: (message) => terminal.complain(message) })
  const stopping = new AbortController()
  const off = terminal.onStop(() => stopping.abort())
  const either = AbortSignal.any([stopping.signal, gone])
  const stopped = new Promise<void>((resolve) => {
    either.addEventListener('abort', () => resolve(), { once: true })
    if (either.aborted) resolve()
  })
  try {
    await Promise.race([server.ended, stopped])
  } finally {
    off()
    // Calls under way end.
    await server.close()
  }
}
