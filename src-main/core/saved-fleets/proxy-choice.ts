import type { CallParams } from '../../../src-shared/bridge/contract'
import { withProxyScheme, type Preferences } from '../../../src-shared/features/preferences-state'
import type { PreferencesFile } from '../settings/preferences'
import type { KeyVault } from './key-vault'

const account = 'proxy'

/** The proxy that the user set by hand; its password is in the keychain. */
export interface ProxyChoice {
  /** As `RouteOptions.byHand`. */
  readonly address: string | null
  /** Resolves when the keychain has given the password, or has not. */
  readonly known: Promise<void>
  /** Without a keychain the password is kept for this run. @throws Error when the keychain does not take it */
  choose(choice: CallParams<'proxy.choose'>): Promise<void>
}

/** Does not wait for the keychain: it may answer late or never. */
export function createProxyChoice(
  preferences: PreferencesFile,
  vault: Pick<KeyVault, 'answers' | 'get' | 'set' | 'remove'>,
): ProxyChoice {
  let password: string | null = null
  const readPassword = async () => {
    if (!needsPassword(preferences.now.proxy)) return
    const kept = await vault.get(account).catch(() => null)
    // The user may have given another one since.
    password ??= kept
  }
  return {
    get address() {
      return addressOf(preferences.now.proxy, password ?? '')
    },
    known: readPassword(),
    async choose({ password: given, ...proxy }) {
      preferences.change({ proxy })
      if (given === null) return
      password = given
      if (!(await vault.answers())) return
      if (given === '') await vault.remove(account)
      else await vault.set(account, given)
    },
  }
}

const needsPassword = ({ mode, user }: Preferences['proxy']) => mode === 'manual' && user !== ''

function addressOf({ mode, address, user }: Preferences['proxy'], password: string): string | null {
  if (mode === 'system') return null
  if (mode === 'none' || address === '') return ''
  const url = new URL(withProxyScheme(address))
  url.username = user
  url.password = user === '' ? '' : password
  return url.href
}
