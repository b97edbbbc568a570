import { open } from 'node:fs/promises'
import { readTable, tableLimits, type ReadTable } from '../../../src-shared/sheets/table'

/** Reads a sheet from a file that a person named; nothing past its limit. @param path absolute @throws Error of the system */
export async function readSheetFile(path: string): Promise<ReadTable> {
  const file = await open(path, 'r')
  try {
    if (!(await file.stat()).isFile()) return { wrong: { kind: 'not-text' } }
    const buffer = Buffer.alloc(tableLimits.bytes + 1)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return readTable(buffer.subarray(0, length))
  } finally {
    await file.close()
  }
}
