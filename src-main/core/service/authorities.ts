import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import * as tls from 'node:tls'
import { codeOf, readOwnFile } from '../disk/own-file'

/** Where certificate authorities come from, besides Node's own and the system's. */
export interface AuthorityFiles {
  /** The user's file with more certificate authorities, as PEM; it may be missing. Absolute. */
  ownAuthorities: string
  /** Such a file that the environment names; empty for none. */
  givenAuthorities: string
  /** A file of authorities that cannot be used. */
  onUnusable: (path: string) => void
}

/** Returns all authorities, as PEM. */
export function readAuthorities({ ownAuthorities, givenAuthorities, onUnusable }: AuthorityFiles): string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'system') => string[] }
  const files = [ownAuthorities, givenAuthorities].filter(Boolean).flatMap((path) => {
    try {
      const pem = readOwnFile(path)
      new X509Certificate(pem)
      return [pem]
    } catch (error) {
      if (path !== ownAuthorities || codeOf(error) !== 'ENOENT') onUnusable(path)
      return []
    }
  })
  return [...rootCertificates, ...(getCACertificates?.('system') ?? []), ...files]
}
