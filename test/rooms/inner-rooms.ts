import { resolvePath, type SourceFile } from './room-rules'

/** A folder that is divided into rooms on floors. */
export interface House {
  folder: string
  /**
   * The beginnings of the rooms' paths within the folder, the top floor first. A file imports, types included, from
   * its own room and from lower floors.
   */
  floors: readonly (readonly string[])[]
}

/** The floors inside the core and the page; a room that is missing here is forbidden. */
export const houses: readonly House[] = [
  {
    folder: 'src-main/core/',
    floors: [
      ['app.ts'],
      ['session/'],
      ['page/'],
      ['flows/'],
      ['recordings/', 'screens/'],
      ['fleet/'],
      ['input/', 'planning/'],
      ['tasks/', 'uploads/', 'phone/', 'captures/'],
      ['account/', 'jobs/', 'fleets/', 'pictures/'],
      ['settings/', 'log/'],
      ['feature.ts'],
      ['service/', 'frames/'],
      ['base/'],
    ],
  },
  {
    folder: 'src-main/core/flows/',
    floors: [
      ['serve.ts'],
      ['in-fleet/'],
      ['reports/'],
      ['run/', 'record/'],
      ['steps/'],
      ['on-phone/'],
      ['look/'],
      ['language/'],
    ],
  },
  {
    folder: 'src-renderer/',
    floors: [
      ['main.ts'],
      ['components/'],
      ['commands/'],
      ['sync/'],
      ['stores/', 'input/', 'stream/'],
      ['text/', 'jpeg/'],
      ['rules/', 'host/'],
    ],
  },
  {
    folder: 'src-renderer/components/',
    floors: [
      ['app/'],
      ['bar/', 'dialogs/', 'wall/', 'focus/', 'inspector/', 'uploads/'],
      ['actions/', 'screen/'],
      ['base/'],
    ],
  },
]

interface Place {
  room: string
  floor: number
}

function placeOf({ folder, floors }: House, path: string): Place | null {
  for (const [floor, rooms] of floors.entries()) {
    const room = rooms.find((each) => path.startsWith(folder + each))
    if (room !== undefined) return { room, floor }
  }
  return null
}

/** Lists each file of a house that is in none of its rooms, and each import that goes up or sideways, one a line. */
export function innerViolations(files: readonly SourceFile[]): string[] {
  return houses.flatMap((house) =>
    files
      .filter(({ path }) => path.startsWith(house.folder))
      .flatMap(({ path, imports }) => {
        const from = placeOf(house, path)
        if (!from) return [`${path} is on no floor`]
        return imports
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => resolvePath(path, specifier))
          .filter((target) => {
            // Imports name TypeScript files without their ending.
            const to = placeOf(house, target) ?? placeOf(house, `${target}.ts`)
            return to && to.room !== from.room && to.floor <= from.floor
          })
          .map((target) => `${path} imports ${target}`)
      }),
  )
}
