import { resolve } from 'node:path'
import type { Policy } from '../../../src-shared/features/policy'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { PreferencesFile } from '../settings/preferences'
import { serveProgram, type Connection, type ConnectionOptions } from './connection'
import { listenForPrograms, type ControlSocket } from './socket/control-socket'
import { linePort } from './socket/line-port'
import { readSlowly } from './socket/read-slowly'
import type { ProgramDoor } from './serve'
import { longestLine, refusalOf } from './wire'

// More programs than a person starts.
const mostPrograms = 64

export interface DoorOptions extends Omit<ConnectionOptions, 'onChange' | 'onClosed'> {
  /** The user-data folder, absolute. */
  folder: string
  /** The words that start Fleetwall at a terminal. */
  program: readonly string[]
  policy: Policy | null
  preferences: Pick<PreferencesFile, 'now' | 'change'>
  /** Whether the start asks for an open door, whatever the preference is. */
  isAsked: boolean
  /** Why it could not be opened. */
  onFault: (fault: Fault) => void
}

/** The one way in for the user's programs and agents. */
export interface Door extends ProgramDoor {
  /** Opens it, also at the next starts. @throws FaultError `door` */
  open(): Promise<void>
  close(): void
}

/** Makes the door of an app; it is open where the start or the preference asks for it. */
export function createDoor({
  folder,
  program,
  policy,
  preferences,
  isAsked,
  onFault,
  ...options
}: DoorOptions): Door {
  const isForbidden = policy?.door === false
  const connections = new Set<Connection>()
  const listeners = new Set<() => void>()
  let socket: ControlSocket | null = null
  /** The last change: an opening takes a moment, in which another may come. */
  let changing: Promise<void> = Promise.resolve()
  let isWanted = false
  /** As the preference was when the door last followed it. */
  let preferred = preferences.now.door
  const prefer = (door: boolean) => {
    preferred = door
    preferences.change({ door })
  }

  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const shut = () => {
    isWanted = false
    socket?.close()
    socket = null
    for (const connection of [...connections]) connection.close()
    tell()
  }
  const listen = () => {
    isWanted = true
    const next = changing.then(async () => {
      if (!isWanted || socket) return
      const opened = await listenForPrograms(folder, (program) => {
        // One that has asked for nothing makes room.
        if (connections.size >= mostPrograms) [...connections].find(({ isSilent }) => isSilent)?.close()
        const port = linePort(program, longestLine, options.clock)
        if (connections.size >= mostPrograms) {
          port.send(refusalOf(null, { kind: 'door', why: 'full', detail: '' }))
          return port.close()
        }
        readSlowly(program, options.clock)
        const connection = serveProgram(port, {
          ...options,
          onChange: tell,
          onClosed() {
            connections.delete(connection)
            tell()
          },
        })
        connections.add(connection)
        tell()
      })
      // Closed while it was being opened.
      if (isWanted) socket = opened
      else opened.close()
      tell()
    })
    changing = next.catch(() => undefined)
    return next
  }

  const listenIfAllowed = () => {
    if (!isForbidden) void listen().catch((thrown: unknown) => onFault(faultOf(thrown)))
  }
  if (isAsked || preferred) listenIfAllowed()

  return {
    get isOpen() {
      return socket !== null
    },
    isForbidden,
    get address() {
      return socket?.address ?? null
    },
    get attached() {
      return [...connections].map(({ program }) => program)
    },
    command: [...program, 'mcp', '--user-data-dir', resolve(folder)],
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async open() {
      if (isForbidden) throw new FaultError({ kind: 'door', why: 'forbidden', detail: '' })
      await listen()
      // It may have been stopped since.
      if (isWanted) prefer(true)
    },
    stop() {
      prefer(false)
      shut()
    },
    follow(door) {
      if (door === preferred) return
      preferred = door
      if (door) listenIfAllowed()
      else shut()
    },
    end(names) {
      for (const connection of [...connections])
        if (names.includes(connection.program.name))
          connection.close({ kind: 'grant-refused', name: connection.program.name, why: 'unknown' })
    },
    close: shut,
  }
}
