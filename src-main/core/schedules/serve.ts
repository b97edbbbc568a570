import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import type { ScheduleDraft } from '../../../src-shared/features/schedules-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { DesktopFiles } from '../disk/desktop-files'
import { makeFolder } from '../disk/make-folder'
import { notSaved } from '../disk/save-file'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { Fleet } from '../open-fleet/fleet'
import { newsOfSchedule } from './news-of-schedule'
import type { Schedules, ScheduleNews, ScheduleStart, StartResult } from './schedules'
import { WindowSchedules, type WindowSchedulesOptions } from './window-schedules'

export interface SchedulesParts extends WindowSchedulesOptions {
  schedules: Schedules
  fleets: { summaryOf(id: string): FleetSummary | undefined }
  desktopFiles: Pick<DesktopFiles, 'asks' | 'chooseFolder'>
  /** Where the files of sheets lie without a desktop to choose on, absolute. */
  sheetFilesFolder: string
}

export interface SchedulesFeature extends Feature<'schedules'> {
  /** Carries out a start of the window's fleet. */
  carryOut(start: ScheduleStart): Promise<StartResult>
  /** Hears of the fleet's schedules. */
  tell(news: ScheduleNews): void
  readonly isAtWork: boolean
}

/** Schedules of the open fleet: work at its time. */
export function serveSchedules(
  context: FeatureContext<Fleet>,
  { schedules, fleets, desktopFiles, sheetFilesFolder, ...parts }: SchedulesParts,
): SchedulesFeature {
  const inWindow = new WindowSchedules(context, { fleets, ...parts })
  const open = () => {
    const fleet = fleets.summaryOf(context.fleetId())
    if (!fleet) throw new FaultError({ kind: 'cancelled' })
    return fleet
  }
  const all = () => {
    const fleet = fleets.summaryOf(context.fleetId())
    return fleet ? schedules.of(fleet) : []
  }
  const running = () => all().filter(({ runsSince }) => runsSince !== null)
  const show = () => context.emit({ type: 'schedules', schedules: all() })
  /** The folders that the person chose: a page can name no other one to send files from. */
  const chosen = new Set<string>()
  const allowFolder = ({ work }: ScheduleDraft) => {
    if (work.kind !== 'upload' || chosen.has(work.folder)) return
    const isKept = all().some((each) => each.work.kind === 'upload' && each.work.folder === work.folder)
    if (!isKept) throw new FaultError({ kind: 'internal', detail: 'the folder was not chosen' })
  }
  return {
    calls: {
      'schedules.plan'({ draft }) {
        allowFolder(draft)
        return inWindow.plan(draft, schedules.now)
      },
      'schedules.save'({ id, draft }) {
        allowFolder(draft)
        return { id: schedules.save(open(), id, draft) }
      },
      'schedules.remove': ({ id }) => schedules.remove(open(), id),
      'schedules.pause': ({ id, isPaused }) => schedules.pause(open(), id, isPaused),
      'schedules.run': ({ id }) => schedules.run(open(), id),
      'schedules.stop': ({ id }) => schedules.stop(open(), id),
      'schedules.see': ({ id }) => schedules.see(open(), id),
      async 'schedules.folder'() {
        if (!desktopFiles.asks)
          await makeFolder(sheetFilesFolder).catch((error: unknown) => {
            throw notSaved(sheetFilesFolder, error)
          })
        const folder = desktopFiles.asks ? await desktopFiles.chooseFolder('') : sheetFilesFolder
        if (folder !== null) chosen.add(folder)
        return { folder }
      },
    },
    tells: {},
    state: () => ({ schedules: all() }),
    ofPhone: () => ({ schedules: [] }),
    eventsOfPhone: {
      schedules: notOfPhone,
      'schedule-ended': notOfPhone,
      'schedule-missed': notOfPhone,
      'schedule-ahead': notOfPhone,
    },
    event(event: AppEvent) {
      inWindow.event(event)
      // Another fleet has others; after `opened`, which clears those of the last one.
      if (event.type === 'opened') queueMicrotask(show)
    },
    unfinished: () => ({ schedules: inWindow.running }),
    work: () => ({ schedules: running().length }),
    stopWork: () => running().forEach(({ id }) => schedules.stop(open(), id)),
    fleetCloses: () => inWindow.fleetCloses(),
    carryOut: (start) => inWindow.carryOut(start),
    tell(news) {
      if (news.type === 'changed') return show()
      const told = newsOfSchedule(news)
      if (told) context.notify(told)
      if (news.type === 'ended') context.emit({ type: 'schedule-ended', name: news.name, end: news.end })
      else if (news.type === 'ahead') context.emit({ ...news, type: 'schedule-ahead' })
      else context.emit({ ...news, type: 'schedule-missed' })
    },
    get isAtWork() {
      return inWindow.running > 0
    },
  }
}
