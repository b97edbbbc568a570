import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { resolvePath, type SourceFile } from './room-rules'

/** A room of a house, and what it is for. */
export interface Room {
  /** The beginning of its files' paths within the house; after `*` their end. */
  path: string
  about: string
}

/** A folder that is divided into rooms on floors. */
export interface House {
  folder: string
  /** The top floor first. A file imports, types included, from its own room and from lower floors. */
  floors: readonly (readonly Room[])[]
}

const room = (path: string, about: string): Room => ({ path, about })

const featuresFolder = join(import.meta.dirname, '../../src-renderer/features')
/** What the page has of each feature, a folder for each. They don't import each other. */
const pageFeatures = readdirSync(featuresFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** The floors inside the core, the terminal's shell and the page; a room that is missing here is forbidden. `docs/architecture.md` prints them. */
export const houses: readonly House[] = [
  {
    folder: 'src-main/core/',
    floors: [
      [room('app.ts', 'the core, composed for a shell')],
      [room('session/', 'a session for each window, with its features')],
      [
        room('page/', 'the pages of a wall, and what they ask of phones'),
        room('door/', 'the way in for programs and agents, their grants and their turns'),
      ],
      [
        room(
          'rules/',
          'what Fleetwall waits for on phones, and then does ([why](decisions/0027-rules-share-one-look-at-a-screen.md))',
        ),
        room(
          'schedules/',
          'work at its time: when, on which phones, and what came of it ([why](decisions/0026-a-start-is-written-down-before-it-begins.md))',
        ),
      ],
      [room('agent/', 'the tools of programs and agents, on an open fleet')],
      [room('flows/', 'reads, runs, judges and reports flows (below)')],
      [
        room('recordings/', 'what screens show, as films ([why](decisions/0016-recordings-are-matroska.md))'),
        room('screens/', 'what a phone’s screen shows (`screen`), and texts on screens'),
        room('user-data/', 'what is kept of the user, and what they save in Downloads'),
      ],
      [room('open-fleet/', 'one open fleet, whose parts `wire-*` join')],
      [
        room('input/', 'what people do on a phone, in order (`input-queue`), alone or mirrored'),
        room('planning/', 'which phones are live (`live-planner`), and when they may connect'),
      ],
      [
        room('tasks/', 'one thing on many phones'),
        room('uploads/', 'files to phones'),
        room('phone/', 'one phone’s sockets, joined in `tile-session`'),
        room('captures/', 'pictures that people keep'),
      ],
      [
        room('account/', 'device list, budgets, key state, scopes'),
        room('jobs/', 'automations, and which phones they keep for themselves'),
        room('saved-fleets/', 'the list of fleets, and their keys'),
        room(
          'pictures/',
          'decodes strangers’ pictures, in processes without keys ([why](decisions/0022-pictures-are-looked-at-apart.md))',
        ),
      ],
      [
        room('settings/', 'preferences, saved views, vocabulary file'),
        room('history/', 'what was done, and the use of budgets'),
        room('outcomes/', 'what came of jobs and flows, as facts of phones'),
        room('news/', 'what a person should hear of, on the desktop and in a list'),
        room('sheets/', 'files with a row for each phone, and the files that they name'),
      ],
      [room('feature/', 'what a feature is, and what it needs of its window')],
      [
        room('service/', 'the wire, with `fault-policy`, the one table of retries and waits'),
        room('frames/', 'frames to pages, and to what else takes them'),
      ],
      [room('base/', 'the log, arguments, version')],
      [room('disk/', 'files and folders (`json-file`, `journal`, `folder-lock`)')],
      [room('time/', 'the clock, waits and rates')],
    ],
  },
  {
    folder: 'src-main/core/flows/',
    floors: [
      [room('serve.ts', 'what a window asks of flows')],
      [room('in-fleet/', 'flows on an open fleet')],
      [room('reports/', 'what came of a run'), room('history/', 'runs that have ended')],
      [room('run/', 'the cases of a run, in turn'), room('record/', 'input as a flow')],
      [room('reading/', 'files, read and checked')],
      [room('commands/', 'each command: its options, its cost and what it does (`commands.ts` lists them)')],
      [room('on-phone/', 'one phone, as a flow knows it')],
      [room('look/', 'what is in a text that was read')],
      [room('language/', 'what files are made of: texts with `${…}`, patterns, options')],
    ],
  },
  {
    folder: 'src-main/shell-cli/',
    floors: [
      [room('main.ts', 'the start of the program')],
      [room('run-command.ts', 'a command in the app, for a terminal elsewhere')],
      [room('command-line.ts', 'which command the words name, and what its end means')],
      [
        room('help.ts', 'what each command is for'),
        room('phones/', 'commands that do one thing on each phone'),
        room('flows/', 'commands that check and run flows'),
        room('mcp/', 'the tools, for a program that speaks the Model Context Protocol (`mcp-server`)'),
        room('simulator-command.ts', 'a fleet of simulated phones'),
      ],
      [room('fleet/', 'which fleet, which phones, and a sheet’s row for each')],
      [room('app/', 'the app that runs, and commands to it')],
      [room('terminal/', 'words from a terminal, and lines to it')],
    ],
  },
  {
    folder: 'src-renderer/',
    floors: [
      [room('main.ts', 'the start of a page')],
      [
        room(
          'app/',
          'the window: its `bar/`, its commands (`commands/`), dialogs and notices, and what crosses the bridge (`sync/`)',
        ),
      ],
      [
        room('wall/', 'tiles'),
        room('focus/', 'one phone, large, and phones compared'),
        room('inspector/', 'what is known of the phones at hand'),
      ],
      [room('features/PhoneMarks.vue', 'what each feature marks on a phone')],
      [room('features/all.ts', 'the list of features, each a `PageFeature`')],
      pageFeatures.map((name) => room(`features/${name}/`, '')),
      [
        room(
          'phone/',
          'one phone: what it shows (`screen/`), pointer, keyboard and paste (`input/`), frames (`stream/`)',
        ),
      ],
      [
        room(
          'commands/',
          'what a command is: title, shortcut and why it can’t run now, for buttons, menus and palette',
        ),
      ],
      [room('base/', 'buttons, dialogs, fields')],
      [room('stores/', 'what the core sent, and what the person is looking at')],
      [
        room(
          'text/',
          'the current language, which sentence (`describe/`), numbers and dates ([why](decisions/0006-texts-are-catalogues.md))',
        ),
        room('jpeg/', 'the frame decoder, for `phone/stream/` only'),
      ],
      [room('*/texts.ts', 'what a room says, in English')],
      [
        room('rules/', 'pure functions about state that several rooms share'),
        room('host/', 'the shell the page runs in'),
      ],
    ],
  },
]

/** Prints a house for `docs/architecture.md`, a floor a line. */
export const drawn = ({ floors }: House): string[] =>
  floors.map((rooms, at) => {
    const named = rooms.map(({ path, about }) => (about === '' ? `\`${path}\`` : `\`${path}\`: ${about}`))
    return `${at + 1}. ${named.join('; ')}`
  })

interface Place {
  room: string
  floor: number
}

/** Whether a file, also named without its ending, is in a room of the house in a folder. */
export const isIn = (folder: string, room: string, path: string): boolean =>
  room.startsWith('*')
    ? `${path.replace(/\.ts$/, '')}.ts`.endsWith(room.slice(1))
    : path.startsWith(folder + room)

function placeOf({ folder, floors }: House, path: string): Place | null {
  const places = floors.flatMap((rooms, floor) => rooms.map(({ path: room }) => ({ room, floor })))
  const found = places.filter(({ room }) => isIn(folder, room, path))
  return found.find(({ room }) => room.startsWith('*')) ?? found[0] ?? null
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
