import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import { isUnderWay } from '../../../src-shared/features/flows-state'
import type { Firing, Rule } from '../../../src-shared/features/rules-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { Device } from '../../../src-shared/protocol/device'
import type { Usage } from '../../../src-shared/protocol/usage'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { notOfPhone, type Ask, type Feature, type FeatureContext } from '../feature/feature'
import type { FramedPhone } from '../frames/live-frames'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { Pictures } from '../pictures/pictures'
import type { Route } from '../service/route'
import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import { createJobEnds } from './job-ends'
import { newsOfFiring } from './news-of-firing'
import type { KeptRules } from './kept-rules'
import { createLateness } from './lateness'
import type { LookBudget } from './look-budget'
import { createPhonesOfRules } from './phones-of-rules'
import { createRuleActions } from './rule-actions'
import { RuleBook, type RulePhone } from './rule-book'

// The page shows what rules have seen this late at most.
const reportEveryMs = 200

/** The open fleet, as rules need it. */
interface Watched {
  framed(publicId: string): FramedPhone
}

export interface RulesOptions {
  rules: KeptRules
  fleets: { summaryOf(id: string): FleetSummary | undefined }
  pictures: Pictures
  lookBudget: LookBudget
  ask: Ask
  route: Route
  words: () => Vocabulary
  /** The clock of schedules and rules. */
  workClock: Pick<Clock, 'now'>
  flows: Pick<WindowFlows, 'state'>
}

export interface RulesFeature extends Feature<'rules'> {
  /** Whether a rule that is on keeps phones live, also without a window; not while a person paused them. */
  readonly keepsLive: boolean
}

/** The rules of the open fleet. */
export function serveRules(
  { clock, policy, emit, notify, fleetOrNull, fleetId, fleetName }: FeatureContext<Watched>,
  { rules: kept, fleets, pictures, lookBudget, ask, route, words, workClock, flows }: RulesOptions,
): RulesFeature {
  let recorded: ReadonlySet<string> = new Set()
  let phones: ReadonlyMap<string, RulePhone> = new Map()
  /** Whether phones are away, as far as it is known. */
  const away = new Map<string, boolean>()
  let usage: Usage | null = null
  const state = () => ({ rules: book.rules, looksLateS: Math.round(lateness.ms / 1000) })
  const reports = createGather(clock, reportEveryMs, () => emit({ type: 'rules', ...state() }))
  const lateness = createLateness(clock, () => reports.soon())
  const actions = createRuleActions({
    ...{ clock, ask, route, fleetName },
    mayCall: policy?.callAddresses !== false,
    isRecorded: (publicId) => recorded.has(publicId),
    hasFlows: (publicId) =>
      flows.state.runs.some((run) =>
        run.phones.some((phone) => phone.publicId === publicId && isUnderWay(phone)),
      ),
    onFault: (fault) => emit({ type: 'notice', publicId: null, fault }),
  })
  const fire = async (rule: Rule, phone: RulePhone | null) => {
    const does = (kind: Rule['then'][number]['kind']) => rule.then.some((then) => then.kind === kind)
    const firing: Firing = {
      rule: { id: rule.id, name: rule.name, when: rule.when },
      publicId: phone?.publicId ?? null,
      phone: phone?.name ?? '',
      shows: does('notify'),
      sounds: does('sound'),
    }
    emit({ type: 'rule-fired', firing })
    if (firing.shows) notify(newsOfFiring(firing))
    for (const fault of await actions.run(rule, phone, workClock.now())) {
      book.failed(rule.id, fault)
      emit({ type: 'rule-failed', firing, fault })
    }
  }
  const book = new RuleBook({
    clock: workClock,
    phones: () => phones,
    onChange(areOther) {
      const fleet = fleets.summaryOf(fleetId())
      // A kill loses no rule, and none fires again that fires once; what others have seen may be some ms old.
      if (fleet) kept.keep(fleet, book.kept, areOther)
      reports.soon()
      if (areOther) follow()
    },
    onFire: (rule, phone) => void fire(rule, phone),
  })
  const looks = createPhonesOfRules({
    ...{ clock, pictures, budget: lookBudget },
    rulesOf: (phone) => book.of(phone),
    saw: (id, publicId, isSo) => book.saw(id, publicId, isSo),
    waited: (ms) => lateness.note(ms),
  })
  const jobEnds = createJobEnds(() => [words().abandonedJob, ...words().endedJobs])
  const follow = () => {
    const fleet = fleetOrNull()
    looks.follow(phones.values(), fleet && ((publicId) => fleet.framed(publicId)))
  }
  const open = () => {
    const fleet = fleets.summaryOf(fleetId())
    book.open(fleet ? kept.of(fleet) : [])
    looks.close()
    lateness.forget()
    jobEnds.forget()
    // After `opened`, so that those of the last fleet go with its phones.
    queueMicrotask(reports.now)
  }
  const seePhone = (publicId: string) => {
    const isAway = away.get(publicId)
    if (isAway !== undefined) book.learn('offline', publicId, () => isAway)
  }
  const seeTile = ({ publicId, state }: TileState) => {
    // One that connects again is not there yet.
    if (state !== 'offline' && state !== 'live') return
    away.set(publicId, state === 'offline')
    seePhone(publicId)
  }
  const seeUsage = () => {
    const now = usage
    if (now) book.learn('budget', null, ({ budget, share }) => isUsed(now[budget], share))
  }
  /** A rule that is new, or on again, learns how it is now, so that a change is one. */
  const seeNow = () => {
    for (const publicId of phones.keys()) seePhone(publicId)
    seeUsage()
  }
  const see = (event: AppEvent) => {
    switch (event.type) {
      case 'opened':
        phones = new Map()
        away.clear()
        usage = null
        open()
        return
      case 'devices':
        phones = new Map(event.devices.devices.map(phoneOf).map((phone) => [phone.publicId, phone]))
        follow()
        event.tiles.forEach(seeTile)
        return
      case 'tile':
        seeTile(event.tile)
        return
      case 'usage':
        ;({ usage } = event.usage)
        seeUsage()
        return
      case 'jobs':
        for (const end of jobEnds.take(event.jobs))
          book.learn('job', event.jobs.publicId, ({ ends }) => ends.includes(end))
        return
      case 'recordings':
        recorded = new Set(event.recordings.running.map(({ publicId }) => publicId))
        actions.recordingsLeft(recorded)
        return
      default:
        return
    }
  }

  const turn = (ids: readonly string[], isOn: boolean) => {
    if (!isOn) actions.endCalls(ids)
    book.switch(ids, isOn)
    if (isOn) seeNow()
  }
  const idsOn = () => book.rules.filter(({ isOn }) => isOn).map(({ id }) => id)

  const end = () => {
    looks.close()
    lateness.forget()
    actions.end()
  }

  open()
  return {
    calls: {
      'rules.save'({ id, rule }) {
        const saved = book.save(id, rule)
        seeNow()
        return { id: saved }
      },
      'rules.switch': ({ ids, isOn }) => turn(ids, isOn),
      'rules.remove': ({ ids }) => {
        actions.endCalls(ids)
        book.remove(ids)
      },
      'rules.unwatch'({ publicIds }) {
        const before = book.rules.map(({ id }) => id)
        book.unwatch(publicIds)
        const left = new Set(book.rules.map(({ id }) => id))
        actions.endCalls(before.filter((id) => !left.has(id)))
      },
    },
    tells: {},
    state,
    get keepsLive() {
      return book.rules.some(({ isOn, keepsLive }) => isOn && keepsLive)
    },
    ofPhone: (publicId, { rules, looksLateS }) => ({
      rules: rules.filter((rule) => isAbout(rule, publicId)),
      looksLateS,
    }),
    eventsOfPhone: {
      rules: (publicId, event) => ({
        ...event,
        rules: event.rules.filter((rule) => isAbout(rule, publicId)),
      }),
      'rule-fired': notOfPhone,
      'rule-failed': notOfPhone,
    },
    work: () => ({ rules: idsOn().length }),
    stopWork: () => turn(idsOn(), false),
    event: see,
    fleetCloses: end,
    close() {
      end()
      reports.close()
    },
  }
}

const isUsed = ({ used, budget }: Usage['actions'], share: number) =>
  budget > 0 && used * 100 >= share * budget

const phoneOf = ({ public_id: publicId, custom_name: own, name, labels }: Device): RulePhone => ({
  publicId,
  name: own ?? name,
  labels: labels.map((label) => label.name),
})

/** A phone's own window marks that it is watched. */
const isAbout = ({ phones }: Rule, publicId: string) =>
  phones.kind === 'these' && phones.publicIds.includes(publicId)
