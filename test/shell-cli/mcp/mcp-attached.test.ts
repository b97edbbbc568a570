import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenForPrograms, type ControlSocket } from '../../../src-main/core/door/socket/control-socket'
import { linePort } from '../../../src-main/core/door/socket/line-port'
import { systemClock } from '../../../src-main/core/time/clock'
import { longestLine, type FromProgram, type ToProgram } from '../../../src-main/core/door/wire'
import type { Fault } from '../../../src-shared/protocol/fault'

const program = join(import.meta.dirname, '..', '..', '..', 'src-main', 'fleetwall.mjs')
const answered = { content: [{ type: 'text', text: 'seen' }], structuredContent: { phone: { id: 'dev_1' } } }
const tool = { name: 'see', description: 'Sees', inputSchema: { type: 'object' } }

describe.skipIf(process.platform === 'win32')(
  'fleetwall mcp beside a running app',
  { timeout: 60_000 },
  () => {
    let folder: string
    let app: ControlSocket
    let heard: FromProgram[]
    let results: Record<string, unknown>
    let close: () => void
    let end: (fault: Fault) => void

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'fleetwall-mcp-app-'))
      await writeFile(join(folder, 'token'), 'secret\n')
      heard = []
      results = {
        'grant.use': {},
        'tools.list': { tools: [tool] },
        'tools.call': answered,
        'resources.list': { resources: [{ uri: 'fleetwall://phones', name: 'phones' }] },
        'resources.read': { refused: { code: 'not-found', message: 'There is no such phone.' } },
      }
      app = await listenForPrograms(folder, (socket) => {
        const port = linePort(socket, longestLine, systemClock)
        close = () => port.close()
        end = (fault) => {
          port.send({ kind: 'reply', id: null, ok: false, fault, message: 'refused' })
          port.close()
        }
        port.onMessage((given) => {
          const message = given as FromProgram
          heard.push(message)
          const send = (answer: ToProgram) => port.send(answer)
          if (message.kind !== 'call') return
          const { id, command } = message
          const fault = { kind: 'grant-refused', name: 'Robot', why: 'unknown' } as const
          if (command in results) {
            if (results[command] !== null) send({ kind: 'reply', id, ok: true, result: results[command] })
          } else send({ kind: 'reply', id, ok: false, fault, message: 'refused' })
        })
      })
    })
    afterEach(async () => {
      app.close()
      await rm(folder, { recursive: true, force: true })
    })

    const connect = async (...args: string[]) => {
      const client = new Client({ name: 'test program', version: '1' })
      const transport = new StdioClientTransport({
        ...{ command: process.execPath, stderr: 'pipe', env: { PATH: process.env['PATH'] ?? '' } },
        args: [program, 'mcp', '--user-data-dir', folder, ...args],
      })
      let err = ''
      transport.stderr?.on('data', (text: Buffer) => void (err += text.toString()))
      const gone = new Promise<void>((resolve) => (client.onclose = resolve))
      const connecting = client.connect(transport)
      return { client, connecting, gone, err: () => err }
    }
    const granted = ['--grant', 'Robot', '--grant-token-file']

    it('passes calls of the grant on, and their answers back', async () => {
      const { client, connecting } = await connect(...granted, join(folder, 'token'))
      await connecting
      expect(heard[0]).toMatchObject({ command: 'grant.use', params: { name: 'Robot', token: 'secret' } })
      expect((await client.listTools()).tools).toMatchObject([tool])
      expect(await client.callTool({ name: 'see', arguments: { phone: 'dev_1' } })).toMatchObject(answered)
      expect(heard.at(-1)).toMatchObject({ params: { tool: 'see', arguments: { phone: 'dev_1' } } })
      expect((await client.listResources()).resources).toHaveLength(1)
      const reading = client.readResource({ uri: 'fleetwall://phone/x/screen' })
      await expect(reading).rejects.toThrow('There is no such phone. (not-found)')
      delete results['tools.call']
      expect(await client.callTool({ name: 'see' })).toMatchObject({
        isError: true,
        structuredContent: { code: 'grant-refused' },
      })
      await client.close()
    })

    it('cancels what its client cancels', async () => {
      results['tools.call'] = null
      const { client, connecting } = await connect(...granted, join(folder, 'token'))
      await connecting
      const stopping = new AbortController()
      const waiting = client.callTool({ name: 'wait_for' }, { signal: stopping.signal })
      while (!heard.some((each) => each.command === 'tools.call')) await new Promise(setImmediate)
      stopping.abort()
      await expect(waiting).rejects.toThrow()
      while (!heard.some((each) => each.kind === 'tell')) await new Promise(setImmediate)
      expect(heard.at(-1)).toMatchObject({ command: 'tools.cancel' })
      await client.close()
    })

    it('ends with the app', async () => {
      const { connecting, gone, err } = await connect(...granted, join(folder, 'token'))
      await connecting
      close()
      await gone
      expect(err()).toContain('Fleetwall was closed, or has stopped all programs.')
    })

    it('ends with its grant, and says so', async () => {
      const { connecting, gone, err } = await connect(...granted, join(folder, 'token'))
      await connecting
      end({ kind: 'grant-refused', name: 'Robot', why: 'unknown' })
      await gone
      expect(err()).toContain('There is no grant “Robot” with this token.')
      expect(err()).not.toContain('was closed')
    })

    it.each([
      [['--grant', 'Robot'], 'give the grant’s token'],
      [[], 'name the grant of the program'],
      [['--read-only', '--grant', 'Robot'], 'leave --read-only out'],
      [['--simulated', '1', '--grant', 'Robot'], 'leave it out, or name no fleet'],
    ])('says what is wrong with %j', async (args, sentence) => {
      const { connecting, err } = await connect(...args)
      await expect(connecting).rejects.toThrow()
      expect(err()).toContain(sentence)
    })
  },
)
