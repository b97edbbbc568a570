import { basename } from 'node:path'
import type { CallName, CallParams, CallResult } from '../../../src-shared/bridge/contract'
import type { Fault } from '../../../src-shared/protocol/fault'
import { noteOfAction, outcomeOf, type ActivityNote } from './note-action'

/** A page's call that was answered. */
export interface AnsweredCall {
  command: CallName
  params: unknown
  /** What it returned; undefined when it failed. */
  result?: unknown
  /** Why it failed; null otherwise. */
  fault: Fault | null
}

const pathOf = (result: unknown) => (result as { path?: string } | null | undefined)?.path ?? ''

/** What a person did by a call; nothing for calls that tasks, uploads and recordings report themselves, or that only read. */
export function notesOfCall({ command, params, result, fault }: AnsweredCall): ActivityNote[] {
  const outcome = outcomeOf(fault)
  const ofFleet = (what: ActivityNote['what'], about: string): ActivityNote[] => [
    { publicId: null, what, outcome, about, fault },
  ]
  const ofProgram = (about: string, by?: string): ActivityNote[] => [
    { publicId: null, what: 'program', outcome, about, fault, by },
  ]
  switch (command) {
    case 'device.act':
    case 'device.copy': {
      const { publicId, action } = params as CallParams<'device.act'>
      return [noteOfAction(publicId, action, fault)]
    }
    case 'devices.screenshot': {
      const { publicIds } = params as CallParams<'devices.screenshot'>
      const { saved, failed } = (result ?? {
        saved: [],
        failed: publicIds.map((publicId) => ({ publicId, fault })),
      }) as Pick<CallResult<'devices.screenshot'>, 'saved' | 'failed'>
      const of = { publicId: null, what: 'screenshot', outcome: 'done', about: '', fault: null } as const
      return [
        ...saved.map(({ publicId, path }) => ({ ...of, publicId, about: basename(path) })),
        ...failed.map((each) => ({ ...of, ...each, outcome: outcomeOf(each.fault) })),
      ]
    }
    case 'captures.sheet':
      return ofFleet('contact-sheet', basename(pathOf(result)))
    case 'devices.exportCsv':
    case 'fleets.export':
    case 'sheets.export':
    case 'conversions.finish':
      return ofFleet('file', basename(pathOf(result)))
    case 'conversions.start':
      return fault ? ofFleet('file', '') : []
    case 'fleets.add':
    case 'fleets.change':
      return ofFleet('fleet', (params as CallParams<'fleets.change'>).name)
    case 'programs.grant': {
      const { grant } = params as CallParams<'programs.grant'>
      return ofProgram('grant', grant.name)
    }
    case 'programs.revoke': {
      const { names } = params as CallParams<'programs.revoke'>
      return names.flatMap((name) => ofProgram('revoke', name))
    }
    case 'programs.stop':
      return ofProgram('stop')
    case 'fleets.open':
      return ofFleet('fleet', '')
    default:
      return []
  }
}
