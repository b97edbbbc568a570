import { resolvePath, type SourceFile } from './room-rules'

/** A room of a house: what it is for, and which of its files to open first. */
export interface Room {
  /** The beginning of its files' paths within the house. */
  path: string
  about: string
  door?: string
}

/** A folder that is divided into rooms on floors. */
export interface House {
  folder: string
  /** The top floor first. A file imports, types included, from its own room and from lower floors. */
  floors: readonly (readonly Room[])[]
}

const room = (path: string, about: string, door?: string): Room => ({
  path,
  about,
  ...(door === undefined ? {} : { door }),
})

/** The floors inside the core and the page; a room that is missing here is forbidden. `docs/architecture.md` prints them. */
export const houses: readonly House[] = [
  {
    folder: 'src-main/core/',
    floors: [
      [room('app.ts', 'the core, composed for a shell')],
      [room('session/', 'each wall: one context, and the list of features', '`session`, `sessions`')],
      [room('page/', 'the pages of a wall, and what they ask of phones', '`serve-page`; `pages`')],
      [room('flows/', 'flows: read, run, judged, reported', 'rooms of its own, below')],
      [
        room(
          'recordings/',
          'what screens show, as films',
          '`recordings`, `conversions` ([why](decisions/0016-recordings-are-matroska.md))',
        ),
        room('screens/', 'texts on screens, and watches for them', '`screen-texts`, `screen-watches`'),
      ],
      [
        room(
          'open-fleet/',
          'one open fleet, wired room by room',
          '`open-fleet`; `wire-*` join the parts, `signals` carries their reports',
        ),
      ],
      [
        room(
          'input/',
          'what people do on a phone, in order, alone or mirrored',
          '`input-queue`, `press-owner`, `mirror`',
        ),
        room(
          'planning/',
          'which phones are live, and when they may connect',
          '`planning`, `live-planner` (pure)',
        ),
      ],
      [
        room('tasks/', 'one thing on many phones', '`task-scheduler`, `rate-gate`'),
        room('uploads/', 'files to phones', '`uploads`, `upload-queue`'),
        room(
          'phone/',
          'one phone’s sockets',
          '`tile-session` has a `stream-session` and a `control-session`',
        ),
        room('captures/', 'pictures that people keep', '`captures`'),
      ],
      [
        room(
          'account/',
          'device list, budgets, key state, scopes',
          '`device-list`, `usage-meter`, `key-gate`',
        ),
        room('jobs/', 'automations: which phones are left alone', '`job-watch`'),
        room(
          'saved-fleets/',
          'the list of fleets, and their keys',
          '`fleets`, `key-vault`, `simulator-host`',
        ),
        room(
          'pictures/',
          'what decodes strangers’ pictures',
          '`pictures`; `lane` asks a process, `process/` runs in it ([why](decisions/0022-pictures-are-looked-at-apart.md))',
        ),
      ],
      [
        room('settings/', 'preferences, saved views, vocabulary file, news', '`preferences`'),
        room('history/', 'what was done, and the use of budgets', '`activity`, `usage-history`'),
      ],
      [room('feature.ts', 'what a feature is, and what it needs of its window')],
      [
        room(
          'service/',
          'the wire',
          '`device-api`, `ws-client`; `fault-policy`, the one table of retries and waits',
        ),
        room('frames/', 'frames to pages, and to what else takes them', '`frame-sender`'),
      ],
      [room('base/', 'the log, arguments, version')],
      [room('disk/', 'files and folders', '`json-file`, `journal`, `folder-lock`')],
      [room('time/', 'the clock, waits and rates', '`clock`, `backoff`')],
    ],
  },
  {
    folder: 'src-main/core/flows/',
    floors: [
      [room('serve.ts', 'what a window asks of flows')],
      [room('in-fleet/', 'flows on an open fleet', '`window-flows`, `flow-fleet`')],
      [room('reports/', 'what came of a run', '`case-files`, `html`, `junit`')],
      [
        room('run/', 'the cases of a run, in turn', '`run-flows`'),
        room('record/', 'input as a flow', '`record-input`'),
      ],
      [room('steps/', 'what each command does', '`do-step`')],
      [room('on-phone/', 'one phone, as a flow knows it', '`flow-phone`')],
      [room('look/', 'what is on a screen', '`screen`')],
      [room('language/', 'files, read and checked', '`check`')],
    ],
  },
  {
    folder: 'src-renderer/',
    floors: [
      [room('main.ts', 'the start of a page')],
      [room('components/', 'what is drawn')],
      [
        room(
          'commands/',
          'each command’s title, shortcut and why it can’t run now, for buttons, menus and palette',
        ),
      ],
      [room('sync/', 'what crosses the bridge: `feed-stores` down; preferences, views and visibility up')],
      [
        room('stores/', 'state only: what the core sent, and what the person is looking at'),
        room('input/', 'pointer, keyboard, drop and paste on a phone'),
        room('stream/', 'frames: router, worker, canvases'),
      ],
      [
        room(
          'text/',
          'every word: `en/`, `de/`, `describe/` (which sentence), numbers and dates ([why](decisions/0006-texts-are-catalogues.md))',
        ),
        room('jpeg/', 'the frame decoder, for `stream/` only'),
      ],
      [
        room('rules/', 'pure functions about state: filters, layout, order, edits'),
        room('host/', 'the shell the page runs in'),
      ],
    ],
  },
  {
    folder: 'src-renderer/components/',
    floors: [
      [room('app/', 'the window')],
      [
        room('bar/', 'the bar above the wall'),
        room('dialogs/', 'questions and lists'),
        room('wall/', 'tiles'),
        room('focus/', 'one phone, large'),
        room('inspector/', 'phones, looked at and edited'),
        room('uploads/', 'the tray'),
      ],
      [room('actions/', 'dialogs of actions'), room('screen/', 'what a phone shows')],
      [room('base/', 'buttons, dialogs, fields')],
    ],
  },
]

/** Prints a house for `docs/architecture.md`. */
export function drawn({ floors }: House): string[] {
  const rows = floors.flatMap((rooms, at) =>
    rooms.map(({ path, about, door = '' }) => [String(at + 1), `\`${path}\``, about, door]),
  )
  const hasDoors = rows.some(([, , , door]) => door !== '')
  const shown = [['floor', 'room', 'what it is for', 'its doors'], ...rows].map((row) =>
    hasDoors ? row : row.slice(0, 3),
  )
  const widths = shown[0]?.map((_, at) => Math.max(...shown.map((row) => row[at]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = shown
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}

interface Place {
  room: string
  floor: number
}

function placeOf({ folder, floors }: House, path: string): Place | null {
  for (const [floor, rooms] of floors.entries()) {
    const found = rooms.find((each) => path.startsWith(folder + each.path))
    if (found) return { room: found.path, floor }
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
