import { expect, it, vi } from 'vitest'
import { nodeTerminal } from '../../../src-main/shell-cli/terminal/node-terminal'

it('complains in one line that steers no terminal, whatever the service named', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { complain } = nodeTerminal()
  complain('P\u001B]0;owned\u0007\u001B[2J\nfleetwall: all fine\u009B\u202E')
  complain('a\nb', false)
  const written = write.mock.calls.map(([text]) => text)
  write.mockRestore()
  expect(written).toEqual(['fleetwall: P ]0;owned  [2J fleetwall: all fine  \n', 'a b\n'])
})
