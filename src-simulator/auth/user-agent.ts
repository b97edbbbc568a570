/**
 * Default names of standard-library clients, which a network layer in front of the API turns away (spec section 7,
 * rule 4).
 */
const REFUSED = /^(python-urllib|libwww-perl|lwp::simple|java)\//i

/** Whether the layer in front refuses it; a request without one it lets through. */
export function isRefusedUserAgent(userAgent: string | undefined): boolean {
  return userAgent !== undefined && REFUSED.test(userAgent)
}
