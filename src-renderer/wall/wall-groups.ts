import type { Device, Label } from '../../src-shared/protocol/device'

/** Phones `start` to `end` (not included) of the wall, under one heading. */
export interface WallGroup {
  kind: 'pinned' | 'label' | 'none'
  /** Of kind `label`. */
  label: Pick<Label, 'name' | 'color'> | null
  start: number
  end: number
}

/** Groups arranged phones: the pinned ones, those of each first label, and those without a label. */
export function groupsOf(devices: readonly Device[], isPinned: (publicId: string) => boolean): WallGroup[] {
  const groups: WallGroup[] = []
  devices.forEach(({ public_id, labels: [first = null] }, at) => {
    const kind = isPinned(public_id) ? 'pinned' : first ? 'label' : 'none'
    const label = kind === 'label' ? first : null
    const last = groups.at(-1)
    if (last?.kind === kind && last.label?.name === label?.name) last.end = at + 1
    else groups.push({ kind, label, start: at, end: at + 1 })
  })
  return groups
}
