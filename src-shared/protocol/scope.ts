/** The scopes of a key (spec 5). */
export const scopes = ['read', 'control', 'stream', 'upload', 'manage', 'automations'] as const
export type Scope = (typeof scopes)[number]

/** The known state of each scope. */
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
 * Returns the scope that the detail of a 403 `forbidden` names (spec 5, rule 7); null when it names none or several. Only
 * a name next to the word "scope" counts, because some names are plain words.
 */
export function scopeNamed(detail: string): Scope | null {
  const found = new Set([...detail.matchAll(naming)].map((match) => (match[1] ?? match[2])?.toLowerCase()))
  return found.size === 1 ? (scopes.find((scope) => found.has(scope)) ?? null) : null
}
