import type { CallParams } from '../../../src-shared/bridge/contract'
import type { Preferences } from '../../../src-shared/bridge/preferences'
import type { PreferencesFile } from '../settings/preferences'
import type { KeyVault } from './key-vault'

const account = 'proxy'

/** The proxy that the user set by hand; its password is in the keychain. */
export interface ProxyChoice {
  /** As `RouteOptions.byHand`. */
  readonly address: string | null
  /** @throws Error when the keychain does not take the password */
  choose(choice: CallParams<'proxy.choose'>): Promise<void>
}

/** Waits for the keychain only where a proxy needs a password. */
export async function createProxyChoice(preferences: PreferencesFile, vault: KeyVault): Promise<ProxyChoice> {
  let password = ''
  if (needsPassword(preferences.now.proxy)) {
    password = (await vault.get(account).catch(() => null)) ?? ''
  }
  return {
    get address() {
      return addressOf(preferences.now.proxy, password)
    },
    async choose({ password: given, ...proxy }) {
      preferences.change({ proxy })
      if (given === null) return
      password = given
      if (given === '') await vault.remove(account)
      else await vault.set(account, given)
    },
  }
}

const needsPassword = ({ mode, user }: Preferences['proxy']) => mode === 'manual' && user !== ''

function addressOf({ mode, address, user }: Preferences['proxy'], password: string): string | null {
  if (mode === 'system') return null
  if (mode === 'none' || address === '') return ''
  const url = new URL(address.includes('://') ? address : `http://${address}`)
  url.username = user
  url.password = user === '' ? '' : password
  return url.href
}
