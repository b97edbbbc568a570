import { Random } from '../../random'
import { rect } from '../geometry'
import type { Pen } from '../pen'
import type { Scene } from '../scene'
import { clockText } from '../status-bar'
import type { System } from '../system'
import { ListScene, type Row } from '../widgets/list-scene'

/** Older ones are forgotten. */
const MOST_FILES = 500

interface StoredFile {
  key: string
  name: string
  bytes: number
  at: number
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** `20 MB`; powers of ten, as phones count. */
function sizeText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : Number(value.toFixed(1))} ${UNITS[unit] ?? ''}`
}

/** The Files app: what was sent to the phone and is no picture, the newest first. */
export class Files {
  readonly root: Scene
  private readonly received: StoredFile[] = []
  private arrived = 0

  constructor(private readonly system: System) {
    const random = new Random(system.seed, 'files')
    const kept: Row[] = ['Documents', 'Downloads', 'Recordings'].map((title) => ({
      key: title,
      title,
      detail: `${random.whole(2, 40)} items`,
      lead: folderLead,
    }))
    this.root = new ListScene(
      () => ({ title: 'Files' }),
      () => [
        {
          header: 'RECEIVED',
          rows: this.received.length > 0 ? this.received.map((file) => this.row(file)) : [nothingYet],
        },
        { header: 'ON THIS PHONE', rows: kept },
      ],
      () => system.now(),
    )
  }

  receive(name: string, bytes: number): void {
    this.received.unshift({ key: `file ${++this.arrived}`, name, bytes, at: this.system.now() })
    this.received.splice(MOST_FILES)
  }

  private row(file: StoredFile): Row {
    const kind = (file.name.includes('.') ? (file.name.split('.').at(-1) ?? '') : '')
      .slice(0, 4)
      .toUpperCase()
    return {
      key: file.key,
      title: file.name,
      subtitle: `${sizeText(file.bytes)}, ${clockText(file.at)}`,
      lead: {
        size: 36,
        draw: (pen) => {
          pen.shape(
            'M6 0H23L32 9V32C32 34.4 30.4 36 28 36H6C3.6 36 2 34.4 2 32V4C2 1.6 3.6 0 6 0Z',
            '#e4eaf5',
          )
          pen.shape('M23 0L32 9H26C24.2 9 23 7.8 23 6Z', '#b9c8e2')
          pen.text(kind, 17, 23, { size: 9.5, weight: 'bold', align: 'center', color: '#4c6ea8' })
        },
      },
    }
  }
}

const nothingYet: Row = { key: 'nothing', title: 'No files yet', color: '#767b88' }

const folderLead = {
  size: 30,
  draw: (pen: Pen): void => {
    pen.shape('M1 8C1 6 2.4 4.6 4.4 4.6H11L14.4 8H25.6C27.6 8 29 9.4 29 11.4V14H1Z', '#3f8cf5')
    pen.fill(rect(1, 10.5, 28, 15.5), '#6db4ff', 3)
  },
}
