import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { plainPart } from '../../disk/file-name'
import { notSaved } from '../../disk/save-file'
import { makeFolderInside, openNew, writeOut } from '../../disk/write-out'
import { StepFailure } from '../on-phone/step-failure'
import type { CaseFiles, Film } from '../commands/step-context'

/** Begins to write a video into an empty file. @param title for players */
export type StartFilm = (file: { path: string; file: FileHandle }, title: string) => Film

/** Gives each case of a run a folder of its own below the report's. @param startFilm null where the policy allows no recording */
export function createCaseFolders(
  folder: string,
  startFilm: StartFilm | null,
): (flow: object, flowName: string, phone: { id: string; name: string }) => CaseFiles {
  const taken = new Map<string, string>()
  const unique = (key: string, wish: string): string => {
    const known = taken.get(key)
    if (known !== undefined) return known
    const used = new Set([...taken.values()].map((each) => each.toLowerCase()))
    let name = wish
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${wish} ${number}`
    taken.set(key, name)
    return name
  }
  const flowNumbers = new Map<object, number>()

  return (flow, flowName, phone) => {
    const number = flowNumbers.get(flow) ?? flowNumbers.size
    flowNumbers.set(flow, number)
    const phoneFolder = unique(phone.id, plainPart(phone.name))
    const path = unique(`${phone.id}\n${number}`, `${phoneFolder}/${plainPart(flowName)}`)
    const saved = new Set<string>()
    /** A path that the case has not used yet, in a folder that exists and is no link. */
    const place = async (name: string, ending: string) => {
      let relative = `${path}/${name}${ending}`
      for (let copy = 2; saved.has(relative.toLowerCase()); copy += 1)
        relative = `${path}/${name} ${copy}${ending}`
      saved.add(relative.toLowerCase())
      const parts = relative.split('/')
      const within = await makeFolderInside(folder, parts.slice(0, -1)).catch((error: Error) => {
        throw new StepFailure(error.message)
      })
      return { relative, file: join(within, parts.at(-1) ?? '') }
    }
    return {
      async save(name, ending, bytes) {
        const { relative, file } = await place(name, ending)
        await writeOut(file, bytes).catch((error: unknown) => {
          throw notSaved(folder, error)
        })
        return relative
      },
      async film(name, title) {
        if (!startFilm) throw new FaultError({ kind: 'recording-off' })
        const { relative, file } = await place(name, '.mkv')
        return { path: relative, film: startFilm({ path: file, file: await openNew(file) }, title) }
      },
    }
  }
}
