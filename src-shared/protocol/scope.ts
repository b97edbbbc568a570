/** What a key may be allowed to do (spec 5). */
export const scopes = ['read', 'control', 'stream', 'upload', 'manage', 'automations'] as const
export type Scope = (typeof scopes)[number]

/** What is known of each scope of a key. */
export type ScopeStates = Record<Scope, 'granted' | 'missing' | 'unknown'>

export const unknownScopes: ScopeStates = {
  read: 'unknown',
  control: 'unknown',
  stream: 'unknown',
  upload: 'unknown',
  manage: 'unknown',
  automations: 'unknown',
}

const names = scopes.join('|')
const naming = new RegExp(
  `\\bscopes?\\b[\\s:=]*["'“‘\`]?(${names})\\b|\\b(${names})\\b["'”’\`]?\\s+scope\\b`,
  'gi',
)

/**
 * The scope that the detail of a 403 `forbidden` names (spec 5, rule 7); null when it names none, or several. Details may
 * change: only a name right beside the word "scope" counts, for some are plain words too.
 */
export function scopeNamed(detail: string): Scope | null {
  const found = new Set([...detail.matchAll(naming)].map((match) => (match[1] ?? match[2])?.toLowerCase()))
  return found.size === 1 ? (scopes.find((scope) => found.has(scope)) ?? null) : null
}
