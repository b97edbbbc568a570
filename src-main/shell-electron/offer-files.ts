import { randomUUID } from 'node:crypto'
import type { FileProbe, Offer } from '../../src-shared/features/offered-file'
import { FaultError, faultOf } from '../../src-shared/protocol/fault'
import type { OfferedFiles } from '../core/uploads/offered-files'
import type { FileProofs } from './file-proofs'

/** Answers a page that offers a file by its path. A file that was never saved has none. */
export async function offerFile(proofs: FileProofs, path: string, name: string): Promise<FileProbe | Offer> {
  try {
    if (path === '') throw new FaultError({ kind: 'file', reason: 'unsaved', name })
    return await proofs.ask(path)
  } catch (thrown) {
    return refusal(thrown)
  }
}

/** Takes a file whose bytes the page knows. */
export async function proveFile(
  files: OfferedFiles,
  proofs: FileProofs,
  id: string,
  bytes: readonly Uint8Array[],
): Promise<Offer> {
  try {
    const source = await proofs.check(id, bytes)
    const fileId = randomUUID()
    files.put(fileId, source)
    return { ok: true, file: { fileId, name: source.name, bytes: source.bytes } }
  } catch (thrown) {
    return refusal(thrown)
  }
}

function refusal(thrown: unknown): Offer {
  const fault = faultOf(thrown)
  return { ok: false, name: fault.kind === 'file' ? fault.name : '', fault }
}
