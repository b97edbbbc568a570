import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyringVault, type Keychain } from '../../../src-main/core/fleets/keyring-vault'
import { createLog } from '../../../src-main/core/base/log'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

/** A keychain whose person answers when the test does. */
function promptedKeychain() {
  const kept = new Map<string, string>()
  const calls: string[] = []
  let answerNext: ((fails?: Error) => void)[] = []
  let answersItself = true

  const call = <Result>(name: string, account: string, run: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      calls.push(`${name} ${account}`)
      const answer = (fails?: Error) => (fails ? reject(fails) : resolve(run()))
      if (answersItself) answer()
      else answerNext.push(answer)
    })
  const known: Keychain = {
    getPassword: (_, account) => call('get', account, () => kept.get(account) ?? null),
    setPassword: (_, account, key) => call('set', account, () => void kept.set(account, key)),
    deletePassword: (_, account) => call('delete', account, () => kept.delete(account)),
  }
  const keychain = new Proxy(known, {
    get(target, name) {
      if (name in target) return target[name as keyof Keychain]
      if (name !== 'then') throw new Error(`${String(name)} is never asked of a keychain`)
      return undefined
    },
  })
  return {
    keychain,
    kept,
    calls,
    /** From now on it asks the person first. */
    asks: () => (answersItself = false),
    answers: (fails?: Error) => {
      const [answer, ...others] = answerNext
      answerNext = others
      if (!answer) throw new Error('nothing was asked')
      answer(fails)
    },
  }
}

/** Lets everything happen that needs no time. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the keychain', () => {
  let clock: FakeClock
  let person: ReturnType<typeof promptedKeychain>
  let lines: string[]
  beforeEach(() => {
    clock = createFakeClock()
    person = promptedKeychain()
    lines = []
  })

  const open = (load: () => Promise<Keychain> = () => Promise.resolve(person.keychain)) =>
    createKeyringVault({ clock, log: createLog((line) => lines.push(line), 'info'), load })
  const silent = 'the keychain does not answer'

  it('is asked for one key at a time, by its fleet, and never enumerated', async () => {
    const vault = await open()
    await vault.set('lab', 'fw_live_lab_c4nary')
    expect(await vault.get('lab')).toBe('fw_live_lab_c4nary')
    expect(await vault.get('studio')).toBeNull()
    await vault.remove('lab')
    expect(await vault.get('lab')).toBeNull()
    expect(vault.lasting).toBe(true)
    expect(person.calls).toEqual(['get probe', 'set lab', 'get lab', 'get studio', 'delete lab', 'get lab'])
    expect(clock.pending, 'no timer is left').toBe(0)
  })

  it('is missing: keys last for this run, and only the log says why', async () => {
    const vault = await open(() => Promise.reject(new Error('no such library')))
    await vault.set('lab', 'fw_live_lab_c4nary')
    expect(vault).toMatchObject({ lasting: false, owesAnswer: false })
    expect(await vault.get('lab')).toBe('fw_live_lab_c4nary')
    expect(lines.join()).toContain('no such library')
    expect(lines.join()).not.toContain('c4nary')
    expect(await (await open()).get('lab')).toBeNull()
  })

  it('that throws when it is first asked is as good as none', async () => {
    person.asks()
    const opening = open()
    await settle()
    person.answers(new Error('no session bus'))
    expect((await opening).lasting).toBe(false)
    expect(lines.join()).toContain('no session bus')
  })

  it('has 5 seconds to show that it answers at all', async () => {
    person.asks()
    const opening = open()
    let opened = false
    void opening.then(() => (opened = true))
    await settle()
    clock.advance(4999)
    await settle()
    expect(opened).toBe(false)
    clock.advance(1)
    const vault = await opening
    expect(vault).toMatchObject({ lasting: false, owesAnswer: true })
    person.answers()
    await settle()
    expect(vault.owesAnswer).toBe(false)
  })

  it('has 30 seconds for each answer, because it may ask a person', async () => {
    const vault = await open()
    person.asks()
    const got = vault.get('lab')
    await settle()
    clock.advance(29_999)
    person.answers()
    expect(await got).toBeNull()
    for (const ask of [vault.get('lab'), vault.set('lab', 'k'), vault.remove('lab')]) {
      const failed = expect(ask).rejects.toThrow(silent)
      clock.advance(30_000)
      await failed
    }
  })

  it('owes its answer after it was given up, and no longer than that', async () => {
    const vault = await open()
    expect(vault.owesAnswer).toBe(false)
    person.asks()
    const failed = expect(vault.get('lab')).rejects.toThrow(silent)
    await settle()
    clock.advance(30_000)
    await failed
    expect(vault.owesAnswer).toBe(true)
    person.answers()
    await settle()
    expect(vault.owesAnswer).toBe(false)
  })

  it('makes one call at a time, and none that has timed out', async () => {
    const vault = await open()
    person.asks()
    const calls = [vault.get('a'), vault.set('b', 'k')].map((call) => expect(call).rejects.toThrow(silent))
    await settle()
    expect(person.calls).toEqual(['get probe', 'get a'])
    clock.advance(30_000)
    await Promise.all(calls)
    const third = vault.get('c')
    person.answers()
    await settle()
    expect(person.calls).toEqual(['get probe', 'get a', 'get c'])
    person.answers()
    expect(await third).toBeNull()
  })

  it('keeps no key whose keeping came too late to be believed', async () => {
    const vault = await open()
    person.asks()
    const failed = expect(vault.set('lab', 'k')).rejects.toThrow(silent)
    await settle()
    clock.advance(30_000)
    await failed
    person.answers()
    await settle()
    expect(person.calls.at(-1)).toBe('delete lab')
    person.answers()
    await settle()
    expect([...person.kept]).toEqual([])
    expect(vault.owesAnswer).toBe(false)
  })

  it('may refuse one thing and do the next', async () => {
    const vault = await open()
    person.asks()
    const refused = expect(vault.get('lab')).rejects.toThrow('dismissed')
    await settle()
    person.answers(new Error('dismissed'))
    await refused
    const next = vault.get('lab')
    await settle()
    person.answers()
    expect(await next).toBeNull()
  })
})
