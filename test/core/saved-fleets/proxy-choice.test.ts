import { expect, it } from 'vitest'
import { defaultPreferences, type Preferences } from '../../../src-shared/features/preferences-state'
import { createProxyChoice } from '../../../src-main/core/saved-fleets/proxy-choice'

const proxy: Preferences['proxy'] = { mode: 'manual', address: 'proxy.example:3128', user: 'jo' }
const preferences = {
  now: { ...defaultPreferences, proxy },
  change: () => undefined,
  close: () => undefined,
}
const vaultOf = (get: () => Promise<string | null>) => ({
  answers: () => Promise.resolve(true),
  get,
  set: () => Promise.resolve(),
  remove: () => Promise.resolve(),
})

it('does not wait for a keychain that never answers', () => {
  const choice = createProxyChoice(
    preferences,
    vaultOf(() => new Promise(() => undefined)),
  )
  expect(choice.address).toBe('http://jo@proxy.example:3128/')
})

it('takes the password when the keychain gives it, and a newer one of the user first', async () => {
  const late = createProxyChoice(
    preferences,
    vaultOf(() => Promise.resolve('kept')),
  )
  await late.known
  expect(late.address).toBe('http://jo:kept@proxy.example:3128/')
  const newer = createProxyChoice(
    preferences,
    vaultOf(() => Promise.resolve('kept')),
  )
  await newer.choose({ ...proxy, password: 'given' })
  await newer.known
  expect(newer.address).toBe('http://jo:given@proxy.example:3128/')
})

it('keeps the password for this run when there is no keychain', async () => {
  const none = () => Promise.reject(new Error('there is no keychain'))
  const vault = { answers: () => Promise.resolve(false), get: none, set: none, remove: none }
  const choice = createProxyChoice(preferences, vault)
  await choice.choose({ ...proxy, password: 'given' })
  expect(choice.address).toBe('http://jo:given@proxy.example:3128/')
  await choice.choose({ ...proxy, password: '' })
  expect(choice.address).toBe('http://jo@proxy.example:3128/')
})
