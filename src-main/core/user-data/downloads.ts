import { dayOf, safePart } from '../disk/file-name'
import { saveFile } from '../disk/save-file'
import { collectDiagnostics, diagnosticsName } from '../settings/diagnostics'
import type { Clock } from '../time/clock'

/** What the user has saved in the folder of downloads. */
export interface Downloads {
  /**
   * Saves a text, or its bytes, named also after the day.
   * @param extension with its dot
   * @returns its path
   */
  saveText(name: string, extension: string, text: string | Uint8Array): Promise<string>
  /** @returns the path of the file */
  saveDiagnostics(): Promise<string>
}

/** @param folder absolute */
export function createDownloads({ now }: Pick<Clock, 'now'>, folder: string, userDataDir: string): Downloads {
  return {
    saveText: (name, extension, text) =>
      saveFile(
        folder,
        safePart(`${name} ${dayOf(new Date(now()))}`, extension),
        typeof text === 'string' ? Buffer.from(text) : text,
      ),
    saveDiagnostics: async () =>
      saveFile(folder, diagnosticsName(new Date(now())), await collectDiagnostics(userDataDir), 0o600),
  }
}
