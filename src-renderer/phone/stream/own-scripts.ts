interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): unknown
}

/**
 * Lets this page, or worker, start workers from files of its own origin; the page's policy (`require-trusted-types-for`)
 * forbids every other text that becomes a script. Does nothing in a browser without trusted types.
 */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
  })
}
