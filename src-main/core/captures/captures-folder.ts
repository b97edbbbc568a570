import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { FaultError } from '../../../src-shared/protocol/fault'
import { createFile, createWholeFile, type NewFile } from '../disk/save-file'
import type { PreferencesFile } from '../settings/preferences'
import { safePart } from '../disk/file-name'
import { captureName, type CaptureSubject } from './capture-names'

export type CaptureKind = 'picture' | 'video'

export interface CapturesFolderOptions {
  /** The folder for this run (`FLEETWALL_CAPTURES`); empty for none. */
  forThisRun: string
  /** The system's folders of pictures and of videos. */
  system: Readonly<Record<CaptureKind, string>>
  preferences: Pick<PreferencesFile, 'now'>
}

/** Where captures are kept. Nothing is overwritten: a taken name gets a number. */
export interface CapturesFolder {
  /** Whether the environment names the folder, so that the preference does not count. */
  readonly isForThisRun: boolean
  /** Returns the folder of one kind, absolute. */
  of(kind: CaptureKind): string
  /** Returns the folders, and the earlier ones that hold captures of this run. */
  all(): string[]
  /** Creates an empty file for a capture, open for writing. @param extension with its dot @throws FaultError `not-saved` */
  create(kind: CaptureKind, subject: CaptureSubject, extension: string): Promise<NewFile>
  /** Writes a capture as a whole. @returns its path @throws FaultError `not-saved` */
  save(kind: CaptureKind, subject: CaptureSubject, extension: string, bytes: Uint8Array): Promise<string>
  /** Writes a file of this name, made safe, in the folder itself. @returns its path @throws FaultError `not-saved` */
  saveNamed(kind: CaptureKind, name: string, extension: string, bytes: Uint8Array): Promise<string>
}

export function createCapturesFolder({
  forThisRun,
  system,
  preferences,
}: CapturesFolderOptions): CapturesFolder {
  const of = (kind: CaptureKind) => {
    if (forThisRun) return resolve(forThisRun)
    const chosen = preferences.now.captures.folder.trim().replace(/^~(?=$|[\\/])/, '.')
    return chosen === '' ? system[kind] : resolve(homedir(), chosen)
  }
  const used = new Set<string>()
  /** @throws FaultError for the top of a disk, also behind a link: what lies there is the system's */
  const forWriting = async (kind: CaptureKind) => {
    const folder = of(kind)
    const real = await realpath(folder).catch(() => folder)
    if (dirname(real) === real)
      throw new FaultError({ kind: 'not-saved', folder, why: 'whole-disk', detail: '' })
    used.add(folder)
    return folder
  }
  const naming = (subject: CaptureSubject, extension: string) => {
    const { pattern } = preferences.now.captures
    return (number: number) => captureName(pattern, subject, extension, number)
  }
  return {
    isForThisRun: forThisRun !== '',
    of,
    all: () => [...new Set([of('picture'), of('video'), ...used])],
    create: async (kind, subject, extension) =>
      createFile(await forWriting(kind), naming(subject, extension)),
    save: async (kind, subject, extension, bytes) =>
      createWholeFile(await forWriting(kind), naming(subject, extension), bytes),
    saveNamed: async (kind, name, extension, bytes) =>
      createWholeFile(
        await forWriting(kind),
        (number) => safePart(name, `${number === 1 ? '' : ` (${number})`}${extension}`),
        bytes,
      ),
  }
}
